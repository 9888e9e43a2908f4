import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';

/**
 * Ids of a chat's messages that were pinned through us and, as far as we know, still are, latest pin first. Engines do
 * not report pins made on a phone.
 */
export async function listPinned(
  db: Db,
  { engineId, chat, limit, skip }: { engineId: string; chat: string; limit: number; skip: number },
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await db.execute<{ wa_message_id: string; total: number }>(sql`
    with last as (
      select distinct on (wa_message_id) wa_message_id, act, created_at from chat_acts
      where engine_id = ${engineId} and chat = ${chat} and kind = 'pin-message' and state in ('pending', 'claimed', 'done')
      order by wa_message_id, id desc
    )
    select wa_message_id, (count(*) over ())::int as total from last
    where (act ->> 'isPinned')::boolean and created_at + make_interval(secs => (act ->> 'seconds')::int) > now()
    order by created_at desc, wa_message_id limit ${limit} offset ${skip}`);
  return { ids: rows.map(({ wa_message_id }) => wa_message_id), total: rows[0]?.total ?? 0 };
}
