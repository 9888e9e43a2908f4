import type { ActMessage } from '@switchyard/contracts/engine/protocol';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { fromMe } from './chat-columns.ts';

interface Row extends Record<string, unknown> {
  wa_message_id: string;
  wire_id: string | null;
  from_me: boolean;
  writer: string | null;
  at: Date | string;
}

const toMessage = (row: Row): ActMessage => ({
  waMessageId: row.wa_message_id,
  wireId: row.wire_id,
  fromMe: row.from_me,
  writer: row.from_me ? null : row.writer,
  atMs: new Date(row.at).getTime(),
});

/** A chat message as an engine must address it; null if the server has none with this id. */
export async function findActMessage(
  db: Db,
  { engineId, chat, waMessageId }: { engineId: string; chat: string; waMessageId: string },
): Promise<{ message: ActMessage; isText: boolean; isDeleted: boolean } | null> {
  const id = waMessageId.replaceAll('\0', '');
  const { rows } = await db.execute<Row & { is_text: boolean; is_deleted: boolean }>(sql`
    select said.*, mark.deleted_at is not null as is_deleted from (
      select m.wa_message_id, m.wire_id, true as from_me, null as writer, m.sent_at as at, m.attachment is null as is_text
      from messages m where m.engine_id = ${engineId} and m.wa_message_id = ${id} and m.recipient = ${chat} and m.status = 'sent' and m.sent_at is not null
      union all
      select r.wa_message_id, null, ${sql.raw(fromMe('r'))}, r.writer, r.written_at, r.kind = 'text'
      from received_messages r join engines engine on engine.id = r.engine_id
      where r.engine_id = ${engineId} and r.chat = ${chat} and r.wa_message_id = ${id} and r.kind not in ('reaction', 'vote')
    ) said
    left join message_marks mark on mark.engine_id = ${engineId} and mark.chat = ${chat} and mark.wa_message_id = said.wa_message_id
    limit 1`);
  const [row] = rows;
  return row ? { message: toMessage(row), isText: row.is_text, isDeleted: row.is_deleted } : null;
}

/** The latest messages of a chat, latest first; `isReceived`: only incoming ones. */
export async function latestMessages(
  db: Db,
  { engineId, chat, limit, isReceived }: { engineId: string; chat: string; limit: number; isReceived: boolean },
): Promise<ActMessage[]> {
  const { rows } = await db.execute<Row>(sql`
    select * from (
      (select r.wa_message_id, null as wire_id, ${sql.raw(fromMe('r'))} as from_me, r.writer, r.written_at as at
       from received_messages r join engines engine on engine.id = r.engine_id
       where r.engine_id = ${engineId} and r.chat = ${chat} and r.kind not in ('reaction', 'vote')
         and (not ${isReceived}::boolean or not ${sql.raw(fromMe('r'))})
       order by r.written_at desc, r.id desc limit ${limit})
      union all
      (select m.wa_message_id, m.wire_id, true, null, m.sent_at from messages m
       where not ${isReceived}::boolean and m.engine_id = ${engineId} and m.recipient = ${chat} and m.status = 'sent' and m.sent_at is not null
         and not m.deleted
       order by m.sent_at desc, m.id desc limit ${limit})
    ) said order by at desc limit ${limit}`);
  return rows.map(toMessage);
}

/** The oldest stored message of a chat, or null. */
export async function oldestMessage(
  db: Db,
  { engineId, chat }: { engineId: string; chat: string },
): Promise<ActMessage | null> {
  const { rows } = await db.execute<Row>(sql`
    select * from (
      (select r.wa_message_id, null as wire_id, ${sql.raw(fromMe('r'))} as from_me, r.writer, r.written_at as at
       from received_messages r join engines engine on engine.id = r.engine_id
       where r.engine_id = ${engineId} and r.chat = ${chat} and r.kind not in ('reaction', 'vote')
       order by r.written_at, r.id limit 1)
      union all
      (select m.wa_message_id, m.wire_id, true, null, m.sent_at from messages m
       where m.engine_id = ${engineId} and m.recipient = ${chat} and m.status = 'sent' and m.sent_at is not null
       order by m.sent_at, m.id limit 1)
    ) said order by at limit 1`);
  return rows[0] ? toMessage(rows[0]) : null;
}
