import type { APIRequestContext, Page } from '@playwright/test';
import { joinAsMember } from './colleague.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

const CUSTOMER = '+447700900321';
const OTHER = '+447700900322';

let server: OwnServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server?.remove());

/** Waits until the workspace's engine is connected and returns its number. */
async function numberOf(request: APIRequestContext): Promise<string> {
  const engine = async () => (await (await request.get('/api/engines')).json()).data[0];
  await expect.poll(async () => (await engine()).status, { timeout: 60_000 }).toBe('connected');
  return (await engine()).phoneNumber;
}

const write = async (page: Page, to: string, text: string, from = CUSTOMER) => {
  const answer = await page.request.post(`/simulator/accounts/${encodeURIComponent(from)}/messages`, {
    data: { to, text },
    headers: { origin: server.url },
  });
  expect(answer.ok()).toBe(true);
};

test('a customer’s conversation is assigned to me, answered and resolved', async ({ visit }) => {
  const page = await visit(server.url, 'user');
  const ours = await numberOf(page.request);
  await page.goto('/bt-team-inbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await write(page, ours, 'Do you deliver on Sunday?');
  const list = page.getByRole('region', { name: 'Conversations' });
  // It appears without a reload.
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

test('two people answer at once: one is refused and sees who was first; each sees what the other does', async ({
  visit,
}) => {
  test.slow();
  const robin = await visit(server.url, 'user');
  const mira = await visit(server.url, null);
  await joinAsMember(server, robin, { page: mira, name: 'Mira' });
  await write(robin, await numberOf(robin.request), 'Where is my parcel?', OTHER);
  for (const page of [robin, mira]) {
    await page.goto('/bt-team-inbox');
    await page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: OTHER }).click();
    await expect(page.getByRole('log').getByText('Where is my parcel?')).toBeVisible();
  }
  const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
  await field(mira).fill('It comes on Monday.');
  await expect(robin.getByText('Typing: Mira')).toBeVisible();
  await field(robin).fill('Let me look.');

  // He answers before her reply appears on his screen.
  await robin.route('**/chats/thread*', (route) => route.abort());
  await field(mira).press('Enter');
  await expect(mira.getByRole('log').getByText('It comes on Monday.')).toBeVisible();
  await field(robin).press('Enter');
  await expect(robin.getByRole('alert').filter({ hasText: /^Mira replied/ })).toBeVisible();
  await expect(field(robin)).toHaveValue('Let me look.');
  await robin.unroute('**/chats/thread*');
  await robin.getByRole('button', { name: 'Send anyway' }).click();
  await expect(mira.getByRole('log').getByText('Let me look.')).toBeVisible();
  await expect(field(robin)).toHaveValue('');

  const events = (page: Page) => page.getByRole('region', { name: 'Notes and events' });
  await robin.getByRole('textbox', { name: 'Note' }).fill('She wants it in blue');
  await robin.getByRole('button', { name: 'Add note' }).click();
  await expect(events(mira).getByText('She wants it in blue')).toBeVisible();
  await robin.getByRole('button', { name: 'Snooze' }).click();
  await robin.getByRole('dialog', { name: 'Snooze' }).getByRole('button', { name: 'Snooze' }).click();
  await expect(events(mira).getByText('Snoozed')).toBeVisible();
  // The customer writes, which reopens it.
  await write(robin, await numberOf(robin.request), 'Hello?', OTHER);
  await expect(events(mira).getByText('Opened again')).toBeVisible();
  await expect(mira.getByRole('log').getByText('Hello?')).toBeVisible();

  await mira.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(mira);
  await mira.getByRole('button', { name: 'Details' }).click();
  await expectNoSidewaysScroll(mira);
  await expectAccessible(mira);
});

test('explains the team inbox to everyone', async ({ visit }) => {
  const page = await visit(server.url, null);
  await page.goto('/team-inbox');
  await expect(page.getByRole('heading', { level: 1, name: 'One inbox for your whole team' })).toBeVisible();
  await expectAccessible(page);
});
