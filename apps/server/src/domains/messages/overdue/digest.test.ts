import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { notifyDigest } from './digest.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

const DAY_MINUTES = 24 * 60;

/** A zone, in PostgreSQL's notation, where it is half past the given hour, so that no hour ends during the test. */
function zoneWhereItIs(hour: number): string {
  const now = new Date();
  const ahead = hour * 60 + 30 - now.getUTCHours() * 60 - now.getUTCMinutes();
  const offset = ((ahead + 1.5 * DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2;
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `<here>${offset < 0 ? '+' : '-'}${hours}:${minutes}`;
}
const notificationsOf = async (workspaceId: string) =>
  (
    await database.pool.query(
      `select data->>'count' as count, data->>'reason' as reason, settled_at is null as open from notifications where workspace_id = $1 order by id`,
      [workspaceId],
    )
  ).rows;

test('in the morning of its zone, a workspace is notified once of messages waiting for an hour, and why; others are not', async () => {
  const [morning, evening, idle] = [
    await createLaneFixture(database, zoneWhereItIs(8)),
    await createLaneFixture(database, zoneWhereItIs(20)),
    await createLaneFixture(database, zoneWhereItIs(8)),
  ];
  for (const lane of [morning, evening]) await lane.addMany(3, { due: `now() - interval '2 hours'` });
  await idle.add({ due: `now() - interval '5 minutes'` });
  const overdue = await morning.add({ due: `now() - interval '3 hours'` });
  await database.pool.query(`update messages set hold_rule = 'overdue', claimable_at = '9999-01-01' where id = $1`, [
    overdue,
  ]);
  await morning.setLane({ out_since: `now() - interval '30 minutes'` });
  await notifyDigest(database.db);
  await notifyDigest(database.db);
  const reason = '1 overdue: say whether they still go out. 3 of an engine that is off.';
  expect(await notificationsOf(morning.workspaceId)).toEqual([{ count: '4', reason, open: true }]);
  expect(await notificationsOf(evening.workspaceId)).toEqual([]);
  expect(await notificationsOf(idle.workspaceId)).toEqual([]);
});

test('settles the digest of the day before on the next morning', async () => {
  const lane = await createLaneFixture(database, zoneWhereItIs(8));
  await lane.addMany(2, { due: `now() - interval '2 hours'` });
  await notifyDigest(database.db);
  await database.pool.query(`update notifications set subject = 'digest:2020-01-01' where workspace_id = $1`, [
    lane.workspaceId,
  ]);
  await notifyDigest(database.db);
  expect((await notificationsOf(lane.workspaceId)).map(({ open }) => open)).toEqual([false, true]);
});
