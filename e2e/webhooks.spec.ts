import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts';
import { createOwnServer } from './own-server.ts';

test('a webhook is created on its page, and a test event arrives signed with the shown secret', async ({ visit }) => {
  test.setTimeout(180_000);
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(200).end('thank you');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const server = await createOwnServer({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
  try {
    await server.start();
    const page = await visit(server.url, 'free');
    await page.goto('/admin-api');
    await page.getByRole('tab', { name: 'Webhooks', exact: true }).click();
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    await dialog.getByRole('textbox', { name: 'Address' }).fill('http://example.com/');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await expect(dialog.getByText('The address must start with https://.')).toBeVisible();
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await dialog.getByRole('textbox', { name: 'Address' }).fill(url);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    const secret = (await page.getByTestId('webhook-secret').textContent()) ?? '';
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await expectAccessibleInBothSchemes(page);

    await page.getByRole('button', { name: `Actions for ${url}` }).click();
    await page.getByRole('menuitem', { name: 'Send test event' }).click();
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    const row = page.getByRole('row').filter({ hasText: 'webhook.test' });
    await expect(row.getByText('Delivered')).toBeVisible();
    expect(received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const mac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64')).update(signed);
    expect(headers['webhook-signature']).toBe(`v1,${mac.digest('base64')}`);

    await row.click();
    const panel = page.getByRole('dialog', { name: 'webhook.test' });
    await expect(panel.getByText('thank you')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await panel.getByRole('button', { name: 'Send again' }).click();
    await expect
      .poll(() => received.map((request) => request.headers['webhook-id']))
      .toEqual(Array(2).fill(headers['webhook-id']));

    await page.goto('/webhook-guide');
    await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await server.remove();
  }
});
