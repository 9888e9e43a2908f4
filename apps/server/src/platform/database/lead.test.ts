import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Stoppable } from '../domain.ts';
import { createLog } from '../logging/log.ts';
import type { Database } from './database.ts';
import { runAsLeader } from './lead.ts';

const WAIT = { timeout: 15_000, interval: 20 };

let database: Database;
let drop: () => Promise<void>;
let leader: Stoppable;
beforeEach(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterEach(async () => {
  await leader.stop();
  await drop();
});

const isConnected = async () =>
  (
    await database.pool.query(
      `select from pg_stat_activity where application_name = 'switchyard leading-test' and datname = current_database()`,
    )
  ).rowCount === 1;

// A second error event without a listener would end the process; here it would fail the test run.
test('leads again after its connection is killed while its work is slow to stop', async () => {
  let leads = 0;
  let letStop = () => undefined as unknown;
  leader = runAsLeader({
    databaseUrl: database.url,
    lock: 77,
    name: 'leading-test',
    log: createLog('silent'),
    async lead() {
      leads += 1;
      const first = leads === 1;
      return {
        stop: () => (first ? new Promise<void>((resolve) => (letStop = resolve as () => unknown)) : Promise.resolve()),
      };
    },
  });
  await vi.waitFor(() => expect(leads).toBe(1), WAIT);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'switchyard leading-test' and datname = current_database()`,
  );
  // The connection ends with all its events while the work is still stopping.
  await vi.waitFor(async () => expect(await isConnected()).toBe(false), WAIT);
  await new Promise((resolve) => setImmediate(resolve));
  expect(leads).toBe(1);
  await vi.waitFor(() => {
    letStop();
    expect(leads).toBe(2);
  }, WAIT);
});
