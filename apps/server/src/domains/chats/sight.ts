import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { chatIsSeen, type Reader, type Sight, sightOf } from '../messages/index.ts';

/** The same condition over `chat_facts`. */
export const isGroupVisible = (sight: Sight): SQL =>
  sql.raw(chatIsSeen(sight, 'chat_facts.engine_id', 'chat_facts.chat'));

/** Which of these chats of an engine the reader may see. */
export async function visibleChats(
  db: Db,
  reader: Reader,
  engineId: string,
  chats: readonly string[],
): Promise<string[]> {
  const sight = await sightOf(db, reader);
  if (sight === null) return [...chats];
  const { rows } = await db.execute<{ chat: string }>(sql`
    select asked.chat from json_array_elements_text(${JSON.stringify(chats)}::json) as asked (chat)
    where exists (select from conversations c where c.engine_id = ${engineId} and c.chat = asked.chat and ${sql.raw(sight)})`);
  return rows.map(({ chat }) => chat);
}

/** @throws Refusal `NOT_FOUND` if they may not see this chat */
export async function requireVisible(db: Db, reader: Reader, engineId: string, chat: string): Promise<void> {
  if ((await visibleChats(db, reader, engineId, [chat.replaceAll('\0', '')])).length === 0)
    throw new Refusal('NOT_FOUND');
}

/**
 * A file used in chats is visible to those who may see at least one of them.
 * @returns whether it is used only in chats that they may not see
 */
export async function isFileHidden(db: Db, reader: Reader, fileId: string): Promise<boolean> {
  const sight = await sightOf(db, reader);
  if (sight === null) return false;
  const { rows } = await db.execute<{ is_hidden: boolean }>(sql`
    select not bool_or(${sql.raw(chatIsSeen(sight, 'stood.engine_id', 'stood.chat'))}) as is_hidden from (
      select engine_id, chat from received_messages where file_id = ${fileId}
      union all select engine_id, chat from chat_facts where picture_file_id = ${fileId}
      union all select engine_id, recipient from messages
        where file_id = ${fileId} and origin = 'web' and engine_id is not null and created_by is distinct from ${reader.userId}
    ) stood`);
  return rows[0]?.is_hidden ?? false;
}
