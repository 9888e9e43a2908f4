import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { startTestServer } from '../../../test/test-server.ts';
import type { Database } from '../../platform/database/database.ts';
import { users } from '../accounts/accounts.schema.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../accounts/index.ts';
import { contacts } from '../contacts/contacts.schema.ts';
import { engineLanes, engines } from '../engines/engines.schema.ts';
import { messages } from '../messages/messages.schema.ts';
import { seedDemo } from './seed-demo.ts';

/** The weekend on which British clocks go back. */
const NOW = new Date('2026-10-24T21:30:00Z');

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  await seedDemo(database.db, NOW);
});
afterAll(() => drop());

test('concurrent starts create the demo once', async () => {
  const empty = await createTestDatabase();
  const { db } = empty.database;
  const made = await Promise.all([1, 2, 3].map(() => seedDemo(db, NOW)));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await seedDemo(db, NOW)).toBe(false);
  expect((await db.select().from(users)).map((user) => user.email).sort()).toEqual(
    DEMO_ACCOUNTS.map((account) => account.email).sort(),
  );
  expect(await db.$count(contacts)).toBe(13);
  expect(await db.select().from(engines)).toMatchObject([
    { name: 'Main line', driver: 'simulator', desired: 'running', phoneNumber: '+447700900001' },
  ]);
  expect(await db.$count(engineLanes)).toBe(1);
  await empty.drop();
});

test('messages have every status, and their wall-clock time, zone and instant agree', async () => {
  const rows = await database.db.select().from(messages);
  expect(rows.length).toBeGreaterThanOrEqual(40);
  expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['sent', 'failed', 'cancelled', 'pending']));
  expect(new Set(rows.map((row) => row.ack))).toEqual(new Set([0, 1, 2, 3]));
  for (const row of rows) {
    const instant = Temporal.PlainDateTime.from(row.dueLocal).toZonedDateTime(row.zone).epochMilliseconds;
    expect(instant).toBe(row.dueAt.getTime());
    expect(row.sendFailureReason === null).toBe(row.status !== 'failed');
    // A failure from the engine, as a code with a text in every language.
    if (row.sendFailureReason) expect(row.sendFailureReason).toHaveProperty('code');
  }
});

test('no message is due now, and at most one a day is upcoming', async () => {
  const pending = (await database.db.select().from(messages)).filter((row) => row.status === 'pending');
  const days = pending.map((row) => row.dueLocal.slice(0, 10));
  expect(pending.length).toBeLessThanOrEqual(5);
  expect(new Set(days).size).toBe(days.length);
  for (const row of pending) expect(row.claimableAt.getTime()).toBeGreaterThan(NOW.getTime());
  const others = (await database.db.select().from(messages)).filter((row) => row.readAt ?? row.sentAt);
  for (const row of others) expect((row.readAt ?? row.sentAt ?? NOW).getTime()).toBeLessThan(NOW.getTime());
});

test('leaves a platform with any users untouched', async () => {
  const other = await createTestDatabase();
  await other.database.db.insert(users).values({ name: 'Somebody', email: 'somebody@example.test' });
  expect(await seedDemo(other.database.db, NOW)).toBe(false);
  expect(await other.database.db.$count(users)).toBe(1);
  await other.drop();
});

test('every demo account signs in with the password shown on the login page', async () => {
  const server = await startTestServer({ config: { demo: true } });
  await seedDemo(server.database.db, new Date());
  const { body } = await server.call<{ demoAccounts: { email: string; password: string }[] }>('GET', '/api/settings');
  expect(body.demoAccounts).toHaveLength(3);
  for (const { email, password } of body.demoAccounts) {
    expect(password).toBe(DEMO_PASSWORD);
    const signedIn = await server.call('POST', '/api/auth/sign-in/email', { email, password });
    const token = signedIn.headers.get('set-auth-token') ?? '';
    const me = await server.call('GET', '/api/me', undefined, { token });
    expect(me).toMatchObject({
      status: 200,
      body: {
        role: email.startsWith('admin') ? 'admin' : 'user',
        allowedEngineCount: email.startsWith('user') ? 1 : 0,
        workspace: { zone: 'Europe/London', country: 'GB' },
      },
    });
  }
  await server.stop();
});
