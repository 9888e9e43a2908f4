import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberOf } from '../../../test/act.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { countConversations } from './inbox.queries.ts';
import { conversationTallies } from './inbox.schema.ts';
import { foldTallies } from './jobs/fold-tallies.ts';

let database: Database;
let drop: () => Promise<void>;
let lane: LaneFixture;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  lane = await createLaneFixture(database);
});
afterAll(() => drop?.());

const STATUSES = `(array['open', 'pending', 'snoozed', 'resolved'])`;

/** Counted from the rows themselves. */
async function countRows() {
  const { rows } = await database.db.execute<{ status: 'open'; all: number; mine: number; unassigned: number }>(sql`
    select status, count(*)::int as all, count(*) filter (where assignee_id = ${lane.userId})::int as mine,
      count(*) filter (where assignee_id is null)::int as unassigned
    from conversations where workspace_id = ${lane.workspaceId} and merged_into is null group by status`);
  const none = { open: 0, pending: 0, snoozed: 0, resolved: 0 };
  const counts = { mine: { ...none }, unassigned: { ...none }, all: { ...none } };
  for (const row of rows)
    for (const view of ['mine', 'unassigned', 'all'] as const) counts[view][row.status] = row[view];
  return counts;
}

test('counts match the rows after any changes, folding, merging and deletion', async () => {
  const { pool, db } = database;
  const agree = async () => expect(await countConversations(db, memberOf(lane))).toMatchObject(await countRows());
  await pool.query(
    `insert into conversations (id, workspace_id, engine_id, chat, last_id, last_at, last_kind, preview, is_last_ours, status, assignee_id)
     select uuidv7(), $1, $2, '+4477009' || lpad(n::text, 5, '0'), uuidv7(), now(), 'text', '', false, ${STATUSES}[1 + n % 4],
       case when n % 3 = 0 then $3::uuid end from generate_series(1, 200) n`,
    [lane.workspaceId, lane.engineId, lane.userId],
  );
  await agree();
  for (let round = 0; round < 12; round += 1) {
    await pool.query(
      `update conversations set status = ${STATUSES}[1 + (hashtext(chat || $1) & 3)], version = version + 1,
         assignee_id = case when hashtext($1 || chat) & 1 = 0 then $2::uuid end
       where hashtext(chat || $1 || 'of') & 3 = 0`,
      [String(round), lane.userId],
    );
    if (round % 4 === 1) await foldTallies(db, 0);
    await agree();
  }
  await pool.query(
    `update conversations set merged_into = (select id from conversations order by chat limit 1)
     where chat in (select chat from conversations order by chat offset 1 limit 30)`,
  );
  await agree();
  await Promise.all([foldTallies(db, 0), foldTallies(db, 0), foldTallies(db, 0)]);
  await agree();
  // Changes that affect no count add no row.
  const before = await db.$count(conversationTallies);
  await pool.query(`update conversations set last_at = now()`);
  expect(await db.$count(conversationTallies)).toBe(before);
  await pool.query('delete from conversations');
  await agree();
  await foldTallies(db, 0);
  expect(await db.$count(conversationTallies)).toBe(0);
});
