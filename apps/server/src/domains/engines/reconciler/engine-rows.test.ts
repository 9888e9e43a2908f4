import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { takeLease } from '../engine-lease.ts';
import { recordEvents } from '../record-events.ts';
import { markInitializing, readDesiredEngine } from './engine-rows.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

const POD = 'engine-1-0';
const INSTANCES = { old: '019a0000-0000-7000-8000-000000000001', fresh: '019a0000-0000-7000-8000-000000000002' };

async function createEngine() {
  const { identity, engineId } = await createLaneFixture(database);
  const engine = await readDesiredEngine(database.db, engineId);
  if (!engine) throw new Error('there is no such engine');
  return {
    lease: async (holder: string, instanceId: string) =>
      (await takeLease(database.pool, identity, { holder, instanceId })).generation,
    says: (generation: number, status: 'connected' | 'disconnected') =>
      recordEvents(database.db, identity, { generation, status, events: [] }),
    isMade: () => markInitializing(database.db, engine, POD),
    status: async () => (await readDesiredEngine(database.db, engineId))?.status,
  };
}

test('a process that reports before its pod is recorded keeps its status', async () => {
  const engine = await createEngine();
  const generation = await engine.lease(POD, INSTANCES.fresh);
  await engine.says(generation, 'connected');
  await engine.isMade();
  expect(await engine.status()).toBe('connected');
});

test('a process that only has its lease by then is heard once it reports', async () => {
  const engine = await createEngine();
  const generation = await engine.lease(POD, INSTANCES.fresh);
  await engine.isMade();
  expect(await engine.status()).toBe('initializing');
  await engine.says(generation, 'connected');
  expect(await engine.status()).toBe('connected');
});

test('the previous pod’s last reports do not apply to the new one', async () => {
  const engine = await createEngine();
  const old = await engine.lease('engine-1-older', INSTANCES.old);
  await engine.says(old, 'connected');
  await engine.isMade();
  expect(await engine.status()).toBe('initializing');
  await engine.says(old, 'disconnected');
  expect(await engine.status()).toBe('initializing');
});
