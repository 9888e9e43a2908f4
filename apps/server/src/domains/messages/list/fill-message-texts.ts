import type pg from 'pg';
import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { gramsOf, type TextField } from './grams.ts';

/** Messages per transaction; takes some tens of milliseconds of the process. */
const BATCH_SIZE = 1_000;
const POLL_INTERVAL_MS = 1_000;
/** A person watches while an import stores its rows, so writing texts yields to it, but at most for this long. */
const MAX_YIELD_MS = 30_000;
/** Advisory lock id. Only one process may write at a time, or an older text could overwrite a newer one. */
const LOCK = 7_221_009;

interface Folded extends Record<TextField, string | null> {
  messageId: string;
  workspaceId: string;
}

/**
 * Writes the texts of due messages and deletes those of removed ones, all in one transaction: if the process is killed,
 * the next one does it again.
 * @returns the number of due messages; 0 also while another process has the lock
 */
export async function fillMessageTexts(pool: pg.Pool, limit = BATCH_SIZE): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows: locked } = await client.query<{ is: boolean }>(`select pg_try_advisory_xact_lock($1) as is`, [LOCK]);
    const due = locked[0]?.is ? await takeDue(client, limit) : [];
    if (due.length > 0) await writeTexts(client, [...new Set(due)]);
    await client.query('commit');
    client.release();
    return due.length;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    client.release(true);
    throw error;
  }
}

async function takeDue(client: pg.PoolClient, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ message_id: string }>(
    `delete from message_texts_due where ctid = any (array(select ctid from message_texts_due limit $1)) returning message_id`,
    [limit],
  );
  return rows.map((row) => row.message_id);
}

/** Reads messages after their due entries were committed; a later change makes a message due again. */
async function writeTexts(client: pg.PoolClient, ids: readonly string[]): Promise<void> {
  const { rows } = await client.query<Folded>(
    `select id as "messageId", workspace_id as "workspaceId", lower(contact_name collate "und-x-icu") as "contactName", lower(recipient collate "und-x-icu") as recipient,
       lower(body collate "und-x-icu") as body, lower(sent_with collate "und-x-icu") as "sentWith", lower(campaign_id collate "und-x-icu") as "campaignId"
     from messages where id = any ($1) and not deleted`,
    [ids],
  );
  const texts = rows.map((row) => ({
    message_id: row.messageId,
    contact_name: row.contactName,
    recipient: row.recipient,
    body: row.body,
    sent_with: row.sentWith,
    campaign_id: row.campaignId,
    grams: gramsOf(row.workspaceId, row),
  }));
  await client.query('delete from message_texts where message_id = any ($1)', [ids]);
  await client.query(
    `insert into message_texts (message_id, workspace_id, contact_name, recipient, body, sent_with, campaign_id, grams, due_time, is_recurring, verify_contact, created_at)
     select m.id, m.workspace_id, made.contact_name, made.recipient, made.body, made.sent_with, made.campaign_id, made.grams, substr(m.due_local, 12), m.is_recurring, m.verify_contact, m.created_at
     from json_populate_recordset(null::message_texts, $1) made join messages m on m.id = made.message_id`,
    [JSON.stringify(texts)],
  );
}

/**
 * Whether more messages are due than one transaction writes, and the newest was stored just now. Message ids contain
 * their creation time.
 */
export async function isImportRunning(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ count: number; newest: string | null }>(
    `select count(*)::int as count, max(message_id::text) as newest from (select message_id from message_texts_due order by message_id desc limit $1) as due`,
    [BATCH_SIZE + 1],
  );
  const { count, newest } = rows[0] ?? { count: 0, newest: null };
  return count > BATCH_SIZE && newest !== null && Date.now() - madeAtMs(newest) < POLL_INTERVAL_MS;
}

/** The first 48 bits of a UUID of version 7 are milliseconds since 1970 (RFC 9562). */
const madeAtMs = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/** Writes due texts until stopped. */
export function startFillingTexts({ database, log }: Pick<Platform, 'database' | 'log'>): Stoppable {
  let yieldedMs = 0;
  return runRepeatedly(async () => {
    try {
      const shouldYield = yieldedMs < MAX_YIELD_MS && (await isImportRunning(database.pool));
      yieldedMs = shouldYield ? yieldedMs + POLL_INTERVAL_MS : 0;
      if (shouldYield || (await fillMessageTexts(database.pool)) < BATCH_SIZE) return POLL_INTERVAL_MS;
      return 0;
    } catch (error) {
      log.warn({ err: error }, 'texts of messages could not be written; trying again');
      return POLL_INTERVAL_MS;
    }
  });
}
