import type { Locator } from '@playwright/test';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { expect, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

const CUSTOMER = '+447700955222';
const MESSAGES = 3;
/** Until the code that the new phone scans. */
const MAX_CLICKS = 3;

let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server?.remove());

/** Shifts time: the engine has been off for two hours, and messages due in that time are late. */
async function shiftTwoHours(engineId: string): Promise<void> {
  const { pool, close } = openDatabase(server.databaseUrl(), 1, () => undefined);
  const past = `now() - interval '2 hours'`;
  await pool.query(`update engine_lanes set out_since = ${past} where engine_id = $1`, [engineId]);
  await pool.query(
    `update messages set due_at = now() - interval '90 minutes', claimable_at = now() - interval '90 minutes'
     where engine_id = $1 and status = 'pending' and recipient = $2`,
    [engineId, CUSTOMER],
  );
  await pool.query(
    `insert into engine_outages (engine_id, since) values ($1, ${past}) on conflict (engine_id) do update set since = ${past}`,
    [engineId],
  );
  await close();
}

test('J4: a lost phone: the owner is notified, links again, and decides what happens to the waiting messages', async ({
  visit,
}) => {
  const page = await visit(server.url, 'user');
  const beganAt = Date.now();
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  const read = async (path: string) => (await page.request.get(path)).json();
  const headers = { origin: server.url };
  const engine = async () => (await read('/api/engines')).data[0];
  await expect.poll(async () => (await engine()).status, { timeout: 60_000 }).toBe('connected');
  const { _id: engineId, name, phoneNumber } = await engine();
  const simulated = (act: string, data: object) =>
    page.request.post(`/simulator/accounts/${encodeURIComponent(phoneNumber)}/${act}`, { data, headers });
  for (let number = 1; number <= MESSAGES; number += 1) {
    const dueDate = new Date(Date.now() + 86_400_000).toISOString();
    const data = { contactName: 'Ada', message: `Waits ${number}`, contactList: [{ mobile: CUSTOMER }], dueDate };
    expect((await page.request.post('/api/messages', { data, headers })).status()).toBe(201);
  }

  expect((await simulated('log-out', {})).ok()).toBe(true);
  await expect.poll(async () => (await engine()).status).toBe('qrcode');
  await shiftTwoHours(engineId);
  const notified = async () => {
    const { data } = await read('/api/notifications');
    return data.map(({ kind, data: { id } }: { kind: string; data: { id?: string } }) => `${kind} ${id}`);
  };
  await expect.poll(notified, { timeout: 60_000 }).toContain(`engine-off ${engineId}`);

  await page.goto('/calendar');
  await click(page.getByRole('button', { name: /^Notifications, \d+ unread$/ }));
  await click(page.getByRole('link', { name: `${name} lost its connection` }));
  await expect(page.getByRole('img', { name: 'QR code to link WhatsApp' })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  const clicksToPaired = clicks;

  // The new phone, which now has the number, scans the code on the screen.
  await expect(async () => expect((await simulated('scan', { qr: (await engine()).qrcode })).ok()).toBe(true)).toPass();
  await expect.poll(async () => (await engine()).status, { timeout: 60_000 }).toBe('connected');

  // Nothing was sent automatically: the owner is asked.
  const arrived = async () => (await read(`/simulator/deliveries?to=${encodeURIComponent(CUSTOMER)}`)).total;
  await expect
    .poll(async () => (await read('/api/messages/overdue')).data, { timeout: 60_000 })
    .toMatchObject([{ count: MESSAGES }]);
  await page.goto('/import-messages');
  const decision = page.getByRole('region', { name: 'Late messages need your decision' });
  await expect(decision).toContainText(`${MESSAGES} messages from ${name} are more than an hour late`);
  await expect(decision.getByRole('button')).toHaveText([
    `Send all ${MESSAGES} at normal speed`,
    `Reschedule all ${MESSAGES}`,
    `Cancel all ${MESSAGES}`,
  ]);
  expect(await arrived()).toBe(0);
  await click(decision.getByRole('button', { name: `Send all ${MESSAGES} at normal speed` }));
  await expect.poll(arrived, { timeout: 60_000 }).toBe(MESSAGES);
  await expect(decision).toHaveCount(0);
  const description = `${clicksToPaired} clicks to the code, ${clicks} in all, ${(Date.now() - beganAt) / 1_000} s`;
  test.info().annotations.push({ type: 'J4', description });
});
