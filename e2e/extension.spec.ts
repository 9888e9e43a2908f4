import { randomUUID } from 'node:crypto';
import { connectAsync } from 'mqtt';
import { baseUrl, expect, test } from './fixtures.ts';

test.use({ as: 'free' });

type Ticket = Record<'url' | 'topic' | 'clientId' | 'username' | 'password', string>;

test('a browser extension appears while it is connected, to be looked at only', async ({ page }) => {
  await page.goto('/engines');
  await expect(page.getByRole('heading', { name: 'Engine Types' })).toBeVisible();
  const answer = await page.request.post('/api/engines/extension-ticket', {
    data: { connectionId: randomUUID() },
    headers: { origin: baseUrl() },
  });
  const { url, topic, clientId, username, password } = (await answer.json()) as Ticket;
  const will = { topic, payload: Buffer.alloc(0), retain: true, qos: 1 as const };
  const extension = await connectAsync(`${baseUrl().replace('http', 'ws')}${url}`, {
    clientId,
    username,
    password,
    will,
    reconnectPeriod: 0,
  });
  const presence = { domain: 'web.whatsapp.com', connectionTime: new Date().toISOString() };
  await extension.publishAsync(topic, JSON.stringify(presence), { retain: true, qos: 1 });

  const row = page.getByRole('row').filter({ hasText: 'web.whatsapp.com' });
  await expect(row).toContainText('WhatsApp Web');
  await expect(row).toContainText('Connected');
  await expect(row).toContainText('Read-only');
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(row.getByRole('link')).toHaveCount(0);
  extension.stream.destroy();
  await expect(row).toHaveCount(0);
  await extension.endAsync(true);
});
