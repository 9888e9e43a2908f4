import { STEP_RETENTION_DAYS } from '@switchyard/contracts/bots/bot-events';
import type pg from 'pg';
import { v7 } from 'uuid';

/** Rows per statement: few enough not to block others. */
const AT_ONCE = 10_000;
const DAY_MS = 86_400_000;
/** Limits look at the last ten minutes and at identical messages in a row. */
const RECENT_MESSAGES_RETENTION_MS = 2 * DAY_MS;
/** A secret's flow is saved well within this time, and nobody opens a test after its day. */
const UNUSED_RETENTION_MS = DAY_MS;

const namesSecret = (flow: string) =>
  `${flow} @? ('$.nodes[*].secrets[*].secretId ? (@ == "' || s.id || '")')::jsonpath`;

/**
 * Purges old bot data: conversation steps and lines after {@link KEEP_STEPS_DAYS} days, tests, secrets that no flow
 * names, and the rows that limits read. Statistics were counted as events arrived, and are retained.
 */
export async function purgeBotTraces(pool: pg.Pool, now: Date): Promise<void> {
  // A message that has waited longer for its engine is still withdrawn when a person takes over the chat.
  await purgeInBatches(
    pool,
    `delete from bot_sayings where id in (
       select id from bot_sayings s where at < $1
         and not exists (select from messages m where m.id = s.id and m.status = 'pending') limit $2)`,
    [new Date(now.getTime() - RECENT_MESSAGES_RETENTION_MS)],
  );
  // Ids are ordered by creation time: the oldest rows are the first of the primary key.
  const oldest = v7({ msecs: now.getTime() - STEP_RETENTION_DAYS * DAY_MS, random: new Uint8Array(16), seq: 0 });
  for (const table of ['bot_node_events', 'bot_lines']) {
    await purgeInBatches(
      pool,
      `delete from ${table} where id in (select id from ${table} where id < $1 order by id limit $2)`,
      [oldest],
    );
  }
  const unused = new Date(now.getTime() - UNUSED_RETENTION_MS);
  await purgeInBatches(
    pool,
    'delete from bot_sessions where id in (select id from bot_sessions where test_flow is not null and created_at < $1 limit $2)',
    [unused],
  );
  await purgeInBatches(
    pool,
    `delete from bot_secrets where id in (
       select s.id from bot_secrets s where s.created_at < $1
         and not exists (select from bots b where b.workspace_id = s.workspace_id and b.deleted_at is null and ${namesSecret('b.draft')})
         and not exists (
           select from bot_versions v join bots b on b.id = v.bot_id
           where b.workspace_id = s.workspace_id and b.deleted_at is null and ${namesSecret('v.flow')}
         )
       limit $2)`,
    [unused],
  );
}

async function purgeInBatches(pool: pg.Pool, statement: string, values: unknown[]): Promise<void> {
  for (let removed = AT_ONCE; removed === AT_ONCE; ) {
    removed = (await pool.query(statement, [...values, AT_ONCE])).rowCount ?? 0;
  }
}
