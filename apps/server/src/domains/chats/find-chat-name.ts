import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';

/** A chat's name: its contact's, its group's, or the one its owner uses; null if unknown. */
export async function findChatName(
  db: Db,
  { workspaceId, engineId, chat }: { workspaceId: string; engineId: string | null; chat: string },
): Promise<string | null> {
  const { rows } = await db.execute<{ name: string | null }>(sql`
    select coalesce(
      (select c.name from contacts c where c.workspace_id = ${workspaceId} and c.mobile = ${chat}),
      (select coalesce(f.subject, f.push_name) from chat_facts f where f.engine_id = ${engineId} and f.chat = ${chat})
    ) as name`);
  return rows[0]?.name ?? null;
}
