import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { expiredLeases, watchLeaseExpiry } from './lease-expiry.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

test('an expired lease is found once, when continuing from the previous answer', async () => {
  const lane = await createLaneFixture(database);
  await lane.lease();
  const first = await expiredLeases(database.pool, null);
  expect(first.lapsed).toEqual([]);
  await lane.setLane({ expires_at: 'now()' });
  const second = await expiredLeases(database.pool, first.at);
  expect(second.lapsed).toEqual([{ engineId: lane.engineId, workspaceId: lane.workspaceId }]);
  expect((await expiredLeases(database.pool, second.at)).lapsed).toEqual([]);
});

test('browsers are notified without asking', async () => {
  const lane = await createLaneFixture(database);
  await lane.lease();
  const dispatched: unknown[] = [];
  const platform = {
    database,
    log: { debug: () => undefined },
    events: { dispatch: (events: unknown[]) => dispatched.push(...events) },
  } as unknown as Platform;
  const watch = watchLeaseExpiry(platform);
  await lane.setLane({ expires_at: `now() + interval '1 second'` });
  await vi.waitFor(() => expect(dispatched).toMatchObject([{ workspaceId: lane.workspaceId }]), { timeout: 10_000 });
  await watch.stop();
});
