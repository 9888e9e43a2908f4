import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { LeaseRenewals } from './lease-renewals.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase(6));
});
afterAll(() => drop());

const REVOKED = { code: 'UNAUTHORIZED' };
const LOST = { code: 'LEASE_LOST' };

/** Lanes whose leases are about to expire. */
async function takeLeases(count: number): Promise<{ lane: LaneFixture; generation: number }[]> {
  const all = await Promise.all(
    Array.from({ length: count }, async () => {
      const lane = await createLaneFixture(database);
      return { lane, generation: await lane.lease() };
    }),
  );
  for (const { lane } of all) await lane.setLane({ expires_at: `now() + interval '1 second'` });
  return all;
}

async function secondsLeft(lane: LaneFixture): Promise<number> {
  const { rows } = await database.pool.query(
    'select extract(epoch from expires_at - now())::float8 as left from engine_lanes where engine_id = $1',
    [lane.engineId],
  );
  return rows[0]?.left;
}

test('concurrent renewals share one statement; each gets its own answer', async () => {
  const [good, stale, revoked, released, twice] = (await takeLeases(5)) as [
    LeasedLane,
    LeasedLane,
    LeasedLane,
    LeasedLane,
    LeasedLane,
  ];
  await database.pool.query('update engines set token_version = 2 where id = $1', [revoked.lane.engineId]);
  await released.lane.setLane({ expires_at: 'null', holder: 'null' });
  const renewals = new LeaseRenewals(database.pool);
  const query = vi.spyOn(database.pool, 'query');
  const answers = await Promise.allSettled([
    renewals.renew(good.lane.identity, good.generation),
    renewals.renew(stale.lane.identity, stale.generation - 1),
    renewals.renew(revoked.lane.identity, revoked.generation),
    renewals.renew(released.lane.identity, released.generation),
    renewals.renew(twice.lane.identity, twice.generation),
    renewals.renew(twice.lane.identity, twice.generation),
    renewals.renew({ ...twice.lane.identity, tokenVersion: 9 }, twice.generation),
  ]);
  const many = query.mock.calls.filter(([asked]) => (asked as { name?: string }).name === 'lease_renew_many');
  query.mockRestore();
  expect(many).toHaveLength(1);
  const refusals = answers.map((answer) => (answer.status === 'rejected' ? { code: answer.reason.code } : null));
  expect(refusals).toEqual([null, LOST, REVOKED, LOST, null, null, REVOKED]);
  for (const { lane } of [good, twice]) expect(await secondsLeft(lane)).toBeGreaterThan(10);
  for (const { lane } of [stale, revoked]) expect(await secondsLeft(lane)).toBeLessThan(2);
});

test('a lane being worked delays only its own renewal', async () => {
  const [busy, free] = (await takeLeases(2)) as [LeasedLane, LeasedLane];
  const renewals = new LeaseRenewals(database.pool);
  const worker = await database.pool.connect();
  await worker.query('begin');
  await worker.query('select from engine_lanes where engine_id = $1 for update', [busy.lane.engineId]);
  let busyIsRenewed = false;
  const waits = renewals.renew(busy.lane.identity, busy.generation).then(() => {
    busyIsRenewed = true;
  });
  await renewals.renew(free.lane.identity, free.generation);
  expect(busyIsRenewed).toBe(false);
  await worker.query('commit');
  worker.release();
  await waits;
  expect(await secondsLeft(busy.lane)).toBeGreaterThan(10);
});

test('if the database is unavailable, every renewal of the batch fails', async () => {
  const [one, other] = (await takeLeases(2)) as [LeasedLane, LeasedLane];
  const renewals = new LeaseRenewals(database.pool);
  const query = vi.spyOn(database.pool, 'query').mockImplementation(() => Promise.reject(new Error('away')));
  const answers = await Promise.allSettled(
    [one, other].map((own) => renewals.renew(own.lane.identity, own.generation)),
  );
  query.mockRestore();
  expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected']);
  await renewals.renew(one.lane.identity, one.generation);
});

type LeasedLane = Awaited<ReturnType<typeof takeLeases>>[number];
