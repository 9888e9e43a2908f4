import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { IdleClaims } from './idle-claims.ts';
import { LaneClaims } from './lane-claims.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase(6));
});
afterAll(() => drop());

const leased = async () => {
  const lane = await createLaneFixture(database);
  return { lane, generation: await lane.lease() };
};
const lanes = () => database.pool.query('select * from engine_lanes order by engine_id').then(({ rows }) => rows);

test('claims of idle lanes are batched in one statement that changes nothing, and each is told when to come again', async () => {
  const [empty, later, stopped, paced] = await Promise.all([leased(), leased(), leased(), leased()]);
  await later.lane.add({ due: `now() + interval '5 seconds'` });
  await stopped.lane.add();
  await database.pool.query(`update engines set desired = 'absent' where id = $1`, [stopped.lane.engineId]);
  await paced.lane.setLane({ known_per_minute: '1', quiet_from: `'00:00'`, quiet_to: `'23:59'` });
  const before = await lanes();
  const asks = new IdleClaims(database.pool, new LaneClaims(database.pool));
  const query = vi.spyOn(database.pool, 'query');
  const answers = await Promise.all(
    [empty, later, stopped, paced].map(({ lane, generation }) => asks.claim(lane.identity, { generation, limit: 10 })),
  );
  const queryCount = query.mock.calls.length;
  query.mockRestore();
  expect(queryCount).toBe(1);
  expect(answers.flatMap((answer) => answer.messages)).toEqual([]);
  const [nothing, soon, ...others] = answers.map((answer) => answer.nextInMs);
  expect([nothing, ...others]).toEqual([null, null, null]);
  expect(soon).toBeGreaterThan(3_000);
  expect(soon).toBeLessThanOrEqual(5_000);
  expect(await lanes()).toEqual(before);
});

test('due messages are claimed once, including those in the line of first contacts', async () => {
  const { lane, generation } = await leased();
  const id = await lane.add();
  const asks = new IdleClaims(database.pool, new LaneClaims(database.pool));
  const ask = () => asks.claim(lane.identity, { generation, limit: 10 });
  const answers = await Promise.all([ask(), ask()]);
  expect(answers.flatMap((answer) => answer.messages.map(({ _id }) => _id))).toEqual([id]);
  const aside = await lane.add();
  await database.pool.query(`update messages set hold_rule = 'first_contact' where id = $1`, [aside]);
  await lane.setLane({ first_contacts_aside: 'true', new_per_minute: '60', new_tokens: '5' });
  expect((await ask()).messages.map(({ _id }) => _id)).toEqual([aside]);
});

test('a process without the lease is refused, and the others are served', async () => {
  const [good, stale, revoked, released] = await Promise.all([leased(), leased(), leased(), leased()]);
  await database.pool.query('update engines set token_version = 2 where id = $1', [revoked.lane.engineId]);
  await released.lane.setLane({ expires_at: 'null' });
  const asks = new IdleClaims(database.pool, new LaneClaims(database.pool));
  const ask = ({ lane, generation }: { lane: LaneFixture; generation: number }) =>
    asks.claim(lane.identity, { generation, limit: 10 });
  const answers = await Promise.allSettled([
    ask(good),
    ask({ ...stale, generation: stale.generation - 1 }),
    ask(revoked),
    ask(released),
  ]);
  expect(answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : null))).toEqual([
    null,
    'LEASE_LOST',
    'UNAUTHORIZED',
    'LEASE_LOST',
  ]);
});
