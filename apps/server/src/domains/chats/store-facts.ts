import type { ChatUpdate } from '@switchyard/contracts/engine/protocol';
import { FENCE } from '../engines/index.ts';
import { muteEnd } from './mute-end.ts';
import { storable } from './received-row.ts';

/**
 * Stores what an engine knows of its chats; omitted facts keep their last value. Parameters as in `store-received.ts`.
 */
export const FACTS = {
  name: 'received_facts',
  text: `
  with lane as materialized (
    select lane.engine_id, engine.workspace_id from engine_lanes lane join engines engine on engine.id = lane.engine_id where ${FENCE}
  ), kept as (
    insert into chat_facts as facts (engine_id, chat, subject, size, may_write, is_left, unread, is_archived, is_pinned, muted_until)
    select lane.engine_id, reported.* from lane,
      json_to_recordset($4::json) as reported (chat text, subject text, size integer, "mayWrite" boolean, "isLeft" boolean, unread integer,
        "isArchived" boolean, "isPinned" boolean, "mutedUntil" timestamptz)
    on conflict (engine_id, chat) do update set
      subject = coalesce(excluded.subject, facts.subject), size = coalesce(excluded.size, facts.size),
      may_write = coalesce(excluded.may_write, facts.may_write), is_left = coalesce(excluded.is_left, facts.is_left),
      unread = coalesce(excluded.unread, facts.unread), is_archived = coalesce(excluded.is_archived, facts.is_archived),
      is_pinned = coalesce(excluded.is_pinned, facts.is_pinned), muted_until = coalesce(excluded.muted_until, facts.muted_until), updated_at = now()
    where (coalesce(excluded.subject, facts.subject), coalesce(excluded.size, facts.size), coalesce(excluded.may_write, facts.may_write),
      coalesce(excluded.is_left, facts.is_left), coalesce(excluded.unread, facts.unread), coalesce(excluded.is_archived, facts.is_archived),
      coalesce(excluded.is_pinned, facts.is_pinned), coalesce(excluded.muted_until, facts.muted_until))
      is distinct from (facts.subject, facts.size, facts.may_write, facts.is_left, facts.unread, facts.is_archived, facts.is_pinned, facts.muted_until)
    returning 1
  )
  select lane.workspace_id, (select count(*)::int from kept) as more from lane`,
};

const MAX_FACTS = 2 ** 31 - 1;

type Facts = Omit<ChatUpdate, 'mutedUntilMs'> & { mutedUntil?: string };

/** Merges all updates of a chat into one row; later ones win. */
export function toFacts(updates: readonly ChatUpdate[]): Facts[] {
  const facts = new Map<string, Facts>();
  for (const update of updates) {
    const chat = storable(update.chat);
    const { mutedUntilMs, ...others } = update;
    const { subject, size, unread } = others;
    facts.set(chat, {
      ...facts.get(chat),
      ...others,
      ...(mutedUntilMs === undefined ? {} : { mutedUntil: muteEnd(mutedUntilMs).toISOString() }),
      chat,
      ...(subject === undefined ? {} : { subject: storable(subject) }),
      ...(size === undefined ? {} : { size: Math.min(size, MAX_FACTS) }),
      ...(unread === undefined ? {} : { unread: Math.min(unread, MAX_FACTS) }),
    });
  }
  return [...facts.values()];
}
