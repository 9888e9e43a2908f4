import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';

/** Counts messages from bots and automations that were sent to a chat since a moment or are pending. */
export async function countAutomated(
  db: Db,
  { engineId, chat, since }: { engineId: string; chat: string; since: Date },
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select (
      select count(*) from messages where engine_id = ${engineId} and recipient = ${chat} and origin = 'bot'
        and status = 'sent' and sent_at > ${since} and not deleted
    )::int + (
      select count(*) from messages where engine_id = ${engineId} and recipient = ${chat} and origin = 'bot'
        and status = 'pending'
    )::int as count`);
  return rows[0]?.count ?? 0;
}
