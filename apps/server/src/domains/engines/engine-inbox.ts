import type { InboxEntry, inboxRequest } from '@switchyard/contracts/engine/protocol';
import { MAX_INBOX } from '@switchyard/contracts/engine/protocol';
import type pg from 'pg';
import type { z } from 'zod';
import { FENCE, fenceError } from './engine-lease.ts';
import type { EngineIdentity } from './engine-token.ts';

/** An entry received by webhook; `key` identifies it, so that a repeat is not stored again. */
export interface NewInboxEntry {
  key: string;
  kind: InboxEntry['kind'];
  payload: Record<string, unknown>;
}

/** WhatsApp retries for seven days; processed entries are remembered longer. */
const RETENTION_DAYS = 8;
/** Old rows deleted per statement. */
const PURGED_AT_ONCE = 1_000;

/** Stores new entries; durable once it resolves. @returns how many were new */
export async function storeEntries(pool: pg.Pool, engineId: string, entries: NewInboxEntry[]): Promise<number> {
  if (entries.length === 0) return 0;
  const { rowCount } = await pool.query({
    name: 'inbox_store',
    text: `insert into engine_inbox (engine_id, key, kind, payload)
      select $1, * from unnest($2::text[], $3::text[], $4::jsonb[]) on conflict (engine_id, key) do nothing`,
    values: [
      engineId,
      entries.map((entry) => entry.key),
      entries.map((entry) => entry.kind),
      entries.map((entry) => JSON.stringify(entry.payload)),
    ],
  });
  return rowCount ?? 0;
}

/**
 * Marks what the engine has processed, then returns what is waiting, oldest first. Entries are returned again until
 * marked.
 * @throws 409 `LEASE_LOST`, 401
 */
export async function readInbox(
  pool: pg.Pool,
  identity: EngineIdentity,
  { generation, taken }: z.infer<typeof inboxRequest>,
): Promise<{ entries: InboxEntry[]; more: boolean }> {
  const fence = [identity.engineId, generation, identity.tokenVersion];
  if (taken.length > 0) {
    await pool.query({
      name: 'inbox_take',
      text: `with lane as materialized (select lane.engine_id from engine_lanes lane where ${FENCE}), old as (
          delete from engine_inbox where id in (
            select id from engine_inbox where engine_id = $1 and taken_at < now() - interval '${RETENTION_DAYS} days' limit ${PURGED_AT_ONCE})
        )
        update engine_inbox inbox set taken_at = now() from lane
        where inbox.engine_id = lane.engine_id and inbox.id = any($4::bigint[]) and inbox.taken_at is null`,
      values: [...fence, taken],
    });
  }
  const { rows } = await pool.query<{ id: string | null; kind: InboxEntry['kind']; payload: InboxEntry['payload'] }>({
    name: 'inbox_read',
    text: `select inbox.id, inbox.kind, inbox.payload from engine_lanes lane
      left join lateral (
        select * from engine_inbox where engine_id = lane.engine_id and taken_at is null order by id limit ${MAX_INBOX}
      ) inbox on true
      where ${FENCE} order by inbox.id`,
    values: fence,
  });
  if (rows.length === 0) throw await fenceError(pool, identity);
  const entries = rows.flatMap(({ id, kind, payload }) => (id === null ? [] : [{ _id: Number(id), kind, payload }]));
  return { entries, more: entries.length === MAX_INBOX };
}
