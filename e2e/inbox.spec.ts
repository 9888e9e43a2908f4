import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

const CUSTOMER = '+447700900321';

let server: OwnServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server?.remove());

/** The number of the workspace, once its engine is connected. */
async function numberOf(request: APIRequestContext): Promise<string> {
  const engine = async () => (await (await request.get('/api/engines')).json()).data[0];
  await expect.poll(async () => (await engine()).status, { timeout: 60_000 }).toBe('connected');
  return (await engine()).phoneNumber;
}

const write = async (page: Page, to: string, text: string) => {
  const answer = await page.request.post(`/simulator/accounts/${encodeURIComponent(CUSTOMER)}/messages`, {
    data: { to, text },
    headers: { origin: server.url },
  });
  expect(answer.ok()).toBe(true);
};

test('a customer writes, is assigned to me, gets an answer, and is resolved', async ({ visit }) => {
  const page = await visit(server.url, 'user');
  const ours = await numberOf(page.request);
  await page.goto('/bt-team-inbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await write(page, ours, 'Do you deliver on Sunday?');
  const list = page.getByRole('region', { name: 'Conversations' });
  // It comes without a reload.
  const row = list.getByRole('button', { name: CUSTOMER });
  await expect(row).toContainText('Do you deliver on Sunday?');
  await row.click();
  const thread = page.getByRole('log');
  await expect(thread.getByText('Do you deliver on Sunday?')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Assign to me' }).click();
  await expect(page.getByRole('region', { name: 'Notes and events' }).getByText(/^Assigned to /)).toBeVisible();

  await page.getByRole('textbox', { name: 'Message' }).fill('Yes, until noon.');
  await page.keyboard.press('Enter');
  await expect(thread.getByText('Yes, until noon.')).toBeVisible();
  const got = async () => {
    const deliveries = await page.request.get(`/simulator/deliveries?to=${encodeURIComponent(CUSTOMER)}`);
    return JSON.stringify(await deliveries.json());
  };
  await expect.poll(got).toContain('Yes, until noon.');

  await page.getByRole('button', { name: 'Resolve and next' }).click();
  await expect(row).toBeHidden();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('resolved');
  await expect(list.getByRole('button', { name: CUSTOMER })).toBeVisible();
});

test('says to everybody what the team inbox is', async ({ visit }) => {
  const page = await visit(server.url, null);
  await page.goto('/team-inbox');
  await expect(page.getByRole('heading', { level: 1, name: 'One inbox for your whole team' })).toBeVisible();
  await expectAccessible(page);
});
