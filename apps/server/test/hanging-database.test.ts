import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrateDatabase, openDatabase } from '../src/platform/database/database.ts';
import { isDatabaseUnavailable } from '../src/platform/database/is-database-unavailable.ts';
import { type StallingProxy, startStallingProxy } from './stalling-proxy.ts';
import { createTestDatabase } from './test-database.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** Short for a test; on a busy machine a normal statement may take as long, so whatever must succeed is retried. */
const TIMEOUT_MS = 2_000;
const PATIENCE_MS = 20_000;
let own: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: StallingProxy;
let server: TestServer;
beforeAll(async () => {
  own = await createTestDatabase();
  proxy = await startStallingProxy(own.database.url);
  server = await startTestServer({ config: { databaseUrl: proxy.url, databaseTimeoutMs: TIMEOUT_MS } });
});
afterAll(async () => {
  proxy.goOn();
  await server.stop();
  await proxy.stop();
  await own.drop();
});

const limited = (poolSize = 2) => openDatabase(proxy.url, poolSize, () => undefined, TIMEOUT_MS);
const refusalOf = (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => null,
    (error: unknown) => error,
  );

test('a statement that takes too long, and one that waits for a lock, are aborted and reported as an unavailable database', async () => {
  const database = limited();
  try {
    const slow = await refusalOf(database.pool.query('select pg_sleep(60)'));
    expect(slow).toMatchObject({ code: '57014' });
    expect(isDatabaseUnavailable(slow)).toBe(true);
    await database.pool.query('create table locked (id int)');
    await own.database.db.transaction(async (holder) => {
      await holder.execute('lock table locked');
      expect(await refusalOf(database.pool.query('select * from locked'))).toMatchObject({ code: '55P03' });
    });
    expect((await database.pool.query('select * from locked')).rowCount).toBe(0);
  } finally {
    await database.close();
  }
});

test('a transaction cut off by silence is not confirmed, and its connection is never reused', async () => {
  const database = limited(1);
  try {
    await database.pool.query('create table kept (id int)');
    const cutOff = await refusalOf(
      database.db.transaction(async (tx) => {
        await tx.execute('insert into kept values (1)');
        proxy.stall();
        await tx.execute('insert into kept values (2)');
      }),
    );
    expect(isDatabaseUnavailable(cutOff)).toBe(true);
    proxy.goOn();
    // On a connection still in that transaction, these would be confirmed and then lost with it.
    await vi.waitFor(() => database.pool.query('insert into kept values (3)'), PATIENCE_MS);
    expect((await own.database.pool.query('select id from kept')).rows).toEqual([{ id: 3 }]);
  } finally {
    proxy.goOn();
    await database.close();
  }
});

test('start-up gives up on a database that doesn’t respond, and reports it as unavailable', async () => {
  const database = limited();
  try {
    proxy.stall();
    const refused = await refusalOf(migrateDatabase(database));
    expect(refused).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(refused)).toBe(true);
  } finally {
    proxy.goOn();
    await database.close();
  }
});

test('a transaction that fails to begin returns its connection', async () => {
  const database = limited(1);
  try {
    await database.pool.query('select 1');
    proxy.stall();
    const cutOff = await refusalOf(database.db.transaction((tx) => tx.execute('select 1')));
    expect(isDatabaseUnavailable(cutOff)).toBe(true);
    proxy.goOn();
    await vi.waitFor(() => database.pool.query('select 1'), PATIENCE_MS);
  } finally {
    proxy.goOn();
    await database.close();
  }
});

test('a hanging database is reported to every caller soon, and recovers without a restart', async () => {
  const { token } = await vi.waitFor(() => server.signUp(), PATIENCE_MS);
  const me = () => server.call<{ code?: string }>('GET', '/api/me', undefined, { token });
  const create = (mobile: string) =>
    server.call<{ _id: string }>('POST', '/api/contacts', { name: 'Bo', mobile }, { token });
  await vi.waitFor(async () => expect((await me()).status).toBe(200), PATIENCE_MS);
  proxy.stall();
  try {
    const calls = [me(), me(), create('+447700900001'), server.call('GET', '/health')];
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(answers[0]?.body).toMatchObject({ code: 'UNAVAILABLE' });
    expect(answers[3]?.body).toMatchObject({
      status: 'failing',
      failing: expect.arrayContaining(['database']),
      parts: { database: 'away' },
    });
  } finally {
    proxy.goOn();
  }
  await vi.waitFor(async () => expect((await me()).status).toBe(200), PATIENCE_MS);
  await vi.waitFor(async () => expect((await server.call('GET', '/health')).status).toBe(200), PATIENCE_MS);
  const confirmed = await vi.waitFor(async () => {
    const answer = await create('+447700900002');
    expect(answer.status).toBeLessThan(300);
    return answer;
  }, PATIENCE_MS);
  const { rows } = await own.database.pool.query('select id from contacts where id = $1', [confirmed.body._id]);
  expect(rows).toHaveLength(1);
});

test('after connections are cut under load, everything confirmed is stored, and the database recovers without a restart', async () => {
  const { token } = await vi.waitFor(() => server.signUp(), PATIENCE_MS);
  const outcomes: { status: number; name: string }[] = [];
  let isOver = false;
  const load = Array.from({ length: 4 }, async (_, lane) => {
    for (let at = 0; !isOver; at += 1) {
      const name = `lane ${lane} ${at}`;
      const mobile = `+4477${lane}${String(at).padStart(7, '0')}`;
      const { status } = await server.call('POST', '/api/contacts', { name, mobile }, { token });
      outcomes.push({ status, name });
    }
  });
  const good = () => outcomes.filter(({ status }) => status < 300);
  await vi.waitFor(() => expect(good().length).toBeGreaterThan(4), PATIENCE_MS);
  await own.database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const until = good().length + 8;
  await vi.waitFor(() => expect(good().length).toBeGreaterThan(until), PATIENCE_MS);
  isOver = true;
  await Promise.all(load);
  expect(outcomes.filter(({ status }) => status >= 300 && status !== 503)).toEqual([]);
  const { rows } = await own.database.pool.query<{ name: string }>('select name from contacts');
  const stored = new Set(rows.map(({ name }) => name));
  expect(good().filter(({ name }) => !stored.has(name))).toEqual([]);
});
