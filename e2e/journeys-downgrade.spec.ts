import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { expect, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

const PHONE = '+447700955111';
const MESSAGES = 5;

let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server?.remove());

/** Shifts all data about plans into the past: time has passed. */
async function pass(interval: string): Promise<void> {
  const { pool, close } = openDatabase(server.databaseUrl(), 1, () => undefined);
  await pool.query(
    `update subscriptions set anchored_at = anchored_at - $1::interval, period_ends_at = period_ends_at - $1::interval, next_at = next_at - $1::interval`,
    [interval],
  );
  await close();
}

test('J11: a downgrade announces what stops and when; then it stops without losing anything, and an upgrade continues it', async ({
  visit,
}) => {
  test.slow();
  const beganAt = Date.now();
  const page = await visit(server.url, 'user');
  const delivered = async () => {
    const answer = await page.request.get(`/simulator/deliveries?to=${encodeURIComponent(PHONE)}`);
    return ((await answer.json()) as { total: number }).total;
  };

  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Switch to Free' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Free?' });
  await expect(dialog).toContainText('This connection holds its messages: Main line.');
  await expect(dialog).toContainText('Nothing is deleted');
  await dialog.getByRole('button', { name: 'Switch to Free' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Your plan changes to Free on')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Keep Pro' })).toBeVisible();

  await pass('1 month');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Free' })).toContainText('Current plan', { timeout: 2_000 });
  }).toPass();
  // Waits until the worker has put the engine on hold.
  for (let number = 1; number <= MESSAGES; number += 1) {
    const data = { contactName: 'Ada', message: `Held ${number}`, contactList: [{ mobile: PHONE }] };
    const headers = { origin: server.url };
    await expect
      .poll(async () => (await page.request.get('/api/subscription', { headers })).json())
      .toMatchObject({ plan: 'free' });
    if (number === 1) await expectEngineHeld();
    expect((await page.request.post('/api/messages', { data, headers })).status()).toBe(201);
  }
  await page.goto('/import-messages');
  await page.getByRole('row').filter({ hasText: 'Held 1' }).click();
  await expect(page.getByText('Your plan allows fewer connections than you have.')).toBeVisible();
  expect(await delivered()).toBe(0);

  await page.getByRole('link', { name: 'See plans' }).click();
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('The plan is now Pro')).toBeVisible();
  await expect.poll(delivered, { timeout: 60_000 }).toBe(MESSAGES);
  test.info().annotations.push({ type: 'J11', description: `${(Date.now() - beganAt) / 1_000} s` });
});

async function expectEngineHeld(): Promise<void> {
  const { pool, close } = openDatabase(server.databaseUrl(), 1, () => undefined);
  await expect
    .poll(async () => (await pool.query('select from engines where plan_held_at is not null')).rowCount)
    .toBe(1);
  await close();
}
