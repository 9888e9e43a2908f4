import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { recordSessionEvents } from './record-session-events.ts';

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;

test('times are the database’s; times reported by an engine are kept, within reason', async () => {
  const engine = { id: randomUUID(), workspaceId: randomUUID(), engineType: 'session-pod', podName: 'pod-1' };
  const toldMs = [-3 * HOUR_MS, -30 * 24 * HOUR_MS, 24 * HOUR_MS, Number.MAX_VALUE];
  await recordSessionEvents(testDatabase.database.db, engine, [
    { event: 'ours', state: 'initializing', trigger: 'user' },
    ...toldMs.map((apartMs, at) => ({
      event: `told ${at}`,
      state: 'connected',
      trigger: 'engine',
      details: { at },
      atMs: Date.now() + apartMs,
    })),
  ]);
  const { rows } = await testDatabase.database.pool.query<{
    event: string;
    ago: number;
    pod_id: string;
    details: object;
  }>(
    `select event, pod_id, details, extract(epoch from clock_timestamp() - from_date_time)::float8 as ago
     from session_events where engine_id = $1 order by id`,
    [engine.id],
  );
  expect(rows.map(({ event, pod_id, details }) => [event, pod_id, details])).toEqual([
    ['ours', 'pod-1', {}],
    ...toldMs.map((_, at) => [`told ${at}`, 'pod-1', { at }]),
  ]);
  const agoSeconds = rows.map(({ ago }) => ago);
  for (const [at, expected] of [0, 3 * 3_600, 7 * DAY_SECONDS, 0, 0].entries()) {
    expect(Math.abs((agoSeconds[at] ?? Number.NaN) - expected)).toBeLessThan(30);
    expect(agoSeconds[at]).toBeGreaterThanOrEqual(0);
  }
});

test('an empty report stores nothing', async () => {
  const engine = { id: randomUUID(), workspaceId: randomUUID(), engineType: 'session-pod', podName: null };
  await recordSessionEvents(testDatabase.database.db, engine, []);
  const { rows } = await testDatabase.database.pool.query('select from session_events where engine_id = $1', [
    engine.id,
  ]);
  expect(rows).toEqual([]);
});
