import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { readConfig } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { purgeOld } from './jobs/purge-old.ts';

let database: Database;
let drop: () => Promise<void>;
let lane: LaneFixture;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  lane = await createLaneFixture(database);
});
afterAll(() => drop());

const run = async (statement: string, ...values: unknown[]) => (await database.pool.query(statement, values)).rows;
const count = async (table: string) => (await run(`select count(*)::int as rows from ${table}`))[0].rows;
const DAY_MS = 86_400_000;
const { keepDays } = readConfig({});
const purge = (now = new Date(), keep = keepDays) => purgeOld(database.pool, { keepDays: keep }, now);

/** Adds one current row to each table. */
async function fill(): Promise<void> {
  const { workspaceId, engineId } = lane;
  await run(`insert into outbox_mails (id, "to", subject, text) values (uuidv7(), 'a@b.test', 's', 't')`);
  await run(
    `insert into session_events (id, engine_id, workspace_id, from_date_time, event, state, session_type, triggerd_by)
     values (uuidv7(), $1, $2, now(), 'e', 's', 't', 'x')`,
    engineId,
    workspaceId,
  );
  await run(
    `insert into audit_entries (id, workspace_id, actor_name, action, details) values (uuidv7(), $1, 'Ann', 'message.cancel', '{}')`,
    workspaceId,
  );
  await run(`insert into uninstall_reasons (id, reason, words) values (uuidv7(), 'other', '')`);
  const [person] = await run('select user_id as id from workspace_members limit 1');
  await run(
    `insert into workspace_invitations (id, organization_id, email, expires_at, inviter_id) values (uuidv7(), $1, 'a@b.test', now(), $2)`,
    workspaceId,
    person?.id ?? (await run('select id from users limit 1'))[0].id,
  );
  await lane.addMany(2);
  await run(`update messages set deleted = true, status = 'cancelled' where id = (select id from messages limit 1)`);
}

const TABLES = ['outbox_mails', 'session_events', 'audit_entries', 'uninstall_reasons', 'workspace_invitations'];

test('old rows are deleted; recent ones and those kept for ever stay', async () => {
  await fill();
  expect(await purge()).toEqual({});
  const forEver = { outbox: 0, events: 0, botSessions: 0, deleted: 0, audit: 0, reasons: 0 };
  const inTenYears = new Date(Date.now() + 3_650 * DAY_MS);
  expect(await purge(inTenYears, forEver)).toEqual({});
  for (const table of TABLES) expect(await count(table), table).toBe(1);

  const inAMonth = new Date(Date.now() + 31 * DAY_MS);
  expect(await purge(inAMonth)).toEqual({ outbox_mails: 1, messages: 1, workspace_invitations: 1 });
  expect(await run('select deleted from messages')).toEqual([{ deleted: false }]);
  expect(await purge(inTenYears)).toEqual({ session_events: 1, audit_entries: 1, uninstall_reasons: 1 });
  expect(await count('messages')).toBe(1);
});

test('deletes more than one statement’s rows, but no bot conversation that has not ended', async () => {
  await run(
    `insert into audit_entries (id, actor_name, action, details) select uuidv7(), 'Ann', 'message.cancel', '{}' from generate_series(1, 2500)`,
  );
  const [bot] = await run(
    `insert into bots (id, workspace_id, name, draft, node_kinds) values (uuidv7(), $1, 'Bot', '{}', '{}') returning id`,
    lane.workspaceId,
  );
  for (const [chat, status, ended] of [
    ['+447700900001', 'completed', 'now()'],
    ['+447700900002', 'waiting', 'null'],
  ]) {
    await run(
      `insert into bot_sessions (id, workspace_id, bot_id, engine_id, chat, contact_name, status, state, ended_at)
       values (uuidv7(), $1, $2, $3, $4, 'Ann', $5, '{}', ${ended})`,
      ...[lane.workspaceId, bot?.id, lane.engineId, chat, status],
    );
  }
  const later = new Date(Date.now() + 3_650 * DAY_MS);
  expect(await purge(later)).toEqual({ audit_entries: 2_500, bot_sessions: 1 });
  expect(await run('select status from bot_sessions')).toEqual([{ status: 'waiting' }]);
});
