import { type Chat, MAX_PREVIEW, MAX_UNANSWERED } from '@switchyard/contracts/chats';
import type pg from 'pg';
import { FROM_ME } from './chat-columns.ts';

/**
 * Each chat's latest message in either direction. The two indexes are walked backwards from chat to chat (the first entry met of a chat is its latest), so the
 * cost grows with the chats and not with the messages (decision 118).
 * Parameters: $1 engine id, $2 most rows, $3 rows to pass over.
 */
const LIST = `
  with recursive came as (
    (select chat, written_at as at, id from received_messages where engine_id = $1 order by chat desc, written_at desc, id desc limit 1)
    union all
    select next.* from came cross join lateral (
      select chat, written_at, id from received_messages where engine_id = $1 and chat < came.chat order by chat desc, written_at desc, id desc limit 1
    ) next
  ), went as (
    (select recipient as chat, sent_at as at, id from messages
     where engine_id = $1 and status = 'sent' and sent_at is not null and not deleted order by recipient desc, sent_at desc, id desc limit 1)
    union all
    select next.* from went cross join lateral (
      select recipient, sent_at, id from messages
      where engine_id = $1 and status = 'sent' and sent_at is not null and not deleted and recipient < went.chat
      order by recipient desc, sent_at desc, id desc limit 1
    ) next
  ), shown as (
    select chat, came.at as came_at, came.id as came_id, went.at as went_at, went.id as went_id, count(*) over ()::int as total
    from came full join went using (chat)
    order by greatest(came.at, went.at) desc, chat limit $2 offset $3
  )
  select shown.chat, shown.came_at, shown.went_at, shown.total, greatest(shown.came_at, shown.went_at) as at, contacts.name,
    coalesce(r.kind, m.attachment->>'kind', 'text') as kind, left(coalesce(r.body, m.body), ${MAX_PREVIEW}) as text,
    case when r.id is null then true else ${FROM_ME} end as from_me,
    (select count(*)::int from (
      select from received_messages later
      where later.engine_id = $1 and later.chat = shown.chat and later.written_at > coalesce(shown.went_at, '-infinity')
        and later.writer is distinct from engine.phone_number
      limit ${MAX_UNANSWERED}
    ) counted) as unanswered
  from shown
  join engines engine on engine.id = $1
  left join received_messages r on r.id = shown.came_id and (shown.went_at is null or shown.came_at >= shown.went_at)
  left join messages m on m.id = shown.went_id and r.id is null
  left join contacts on contacts.workspace_id = engine.workspace_id and contacts.mobile = shown.chat
  order by at desc, shown.chat`;

interface ChatRow {
  chat: string;
  name: string | null;
  at: Date;
  came_at: Date | null;
  went_at: Date | null;
  kind: Chat['latest']['kind'];
  text: string;
  from_me: boolean;
  unanswered: number;
  total: number;
}

/** One page of an engine's chats, the one with the latest message first. */
export async function listChats(
  pool: pg.Pool,
  { engineId, limit, skip }: { engineId: string; limit: number; skip: number },
): Promise<{ data: Chat[]; total: number }> {
  const { rows } = await pool.query<ChatRow>(LIST, [engineId, limit, skip]);
  return {
    data: rows.map((row) => ({
      chat: row.chat,
      name: row.name,
      latest: { fromMe: row.from_me, kind: row.kind, text: row.text, at: row.at.toISOString() },
      lastReceivedAt: row.came_at?.toISOString() ?? null,
      lastSentAt: row.went_at?.toISOString() ?? null,
      unanswered: row.unanswered,
    })),
    total: rows[0]?.total ?? 0,
  };
}
