import { STEP_RETENTION_DAYS } from '@switchyard/contracts/bots/bot-events';
import type pg from 'pg';
import { v7 } from 'uuid';

/** Rows of one statement: few enough that nobody waits for it. */
const AT_ONCE = 10_000;
const DAY_MS = 86_400_000;
/** Limits look at what was said within ten minutes, and at the same words in a row. */
const KEEP_SAYINGS_MS = 2 * DAY_MS;
/** Who has just given a secret has its flow saved by then; a test is looked at on its day. */
const KEEP_UNUSED_MS = DAY_MS;

const names = (flow: string) => `${flow} @? ('$.nodes[*].secrets[*].secretId ? (@ == "' || s.id || '")')::jsonpath`;

/**
 * Removes what is no longer of use: steps and lines of conversations after {@link STEP_RETENTION_DAYS} days, tests, secrets
 * that no flow names, and what the limits look at. Figures were counted as things happened, and stay.
 */
export async function purgeBotTraces(pool: pg.Pool, now: Date): Promise<void> {
  // What waits for its engine for longer is dropped all the same when a person takes its chat over.
  await inParts(
    pool,
    `delete from bot_sayings where id in (
       select id from bot_sayings s where at < $1
         and not exists (select from messages m where m.id = s.id and m.status = 'pending') limit $2)`,
    [new Date(now.getTime() - KEEP_SAYINGS_MS)],
  );
  // Ids tell when they were made: the oldest are the first of the primary key.
  const oldest = v7({ msecs: now.getTime() - STEP_RETENTION_DAYS * DAY_MS, random: new Uint8Array(16), seq: 0 });
  for (const table of ['bot_node_events', 'bot_lines']) {
    await inParts(
      pool,
      `delete from ${table} where id in (select id from ${table} where id < $1 order by id limit $2)`,
      [oldest],
    );
  }
  const unused = new Date(now.getTime() - KEEP_UNUSED_MS);
  await inParts(
    pool,
    'delete from bot_sessions where id in (select id from bot_sessions where test_flow is not null and created_at < $1 limit $2)',
    [unused],
  );
  await inParts(
    pool,
    `delete from bot_secrets where id in (
       select s.id from bot_secrets s where s.created_at < $1
         and not exists (select from bots b where b.workspace_id = s.workspace_id and b.deleted_at is null and ${names('b.draft')})
         and not exists (
           select from bot_versions v join bots b on b.id = v.bot_id
           where b.workspace_id = s.workspace_id and b.deleted_at is null and ${names('v.flow')}
         )
       limit $2)`,
    [unused],
  );
}

async function inParts(pool: pg.Pool, statement: string, values: unknown[]): Promise<void> {
  for (let removed = AT_ONCE; removed === AT_ONCE; ) {
    removed = (await pool.query(statement, [...values, AT_ONCE])).rowCount ?? 0;
  }
}
