import type { receivedRequest } from '@switchyard/contracts/engine-protocol';
import type { z } from 'zod';
import { bindValues } from '../../platform/database/bind-values.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { type EngineIdentity, FENCE, whyRefused } from '../engines/index.ts';
import { chatWritten, type WrittenMessage } from '../messages/index.ts';
import { chatsStale } from './chats.events.ts';
import { type ReceivedRow, toReceivedRow } from './received-row.ts';
import { FACTS, toFacts } from './store-facts.ts';
import { MARKS, toMarks } from './store-marks.ts';

/**
 * Keeps the messages that are new, and the names that their writers gave themselves, in one statement. An earlier process's word is refused like all its
 * others, though it would do no harm: what it tells is true, and is told again by whoever has the lane now. What an engine hears of its own sending is in
 * `messages` already.
 * Parameters of this and of the other two: $1 engine id, $2 generation, $3 token version, $4 what is told, as JSON.
 */
const MESSAGES = {
  name: 'received_store',
  text: `
  with lane as materialized (
    select lane.engine_id, engine.workspace_id, engine.phone_number
    from engine_lanes lane join engines engine on engine.id = lane.engine_id where ${FENCE}
  ), told as materialized (
    select one.*, coalesce(one.from_me, one.writer is not distinct from lane.phone_number) as is_mine, lane.engine_id
    from lane, json_to_recordset($4::json) as one (id uuid, chat text, writer text, from_me boolean, wa_message_id text, kind text, body text, media jsonb,
      media_source text, quoted_id text, quoted_text text, is_forwarded boolean, options jsonb, choices jsonb, push_name text, written_at timestamptz)
  ), stored as (
    insert into received_messages (id, engine_id, chat, writer, from_me, wa_message_id, kind, body, media, media_source, quoted_id, quoted_text, is_forwarded,
      options, choices, written_at)
    select id, engine_id, chat, writer, is_mine, wa_message_id, kind, body, media, media_source, quoted_id, quoted_text, is_forwarded, options, choices, written_at
    from told
    where not exists (select from messages m where m.wa_message_id = told.wa_message_id and m.engine_id = told.engine_id)
    on conflict (engine_id, chat, wa_message_id, writer) do nothing
    returning id, from_me
  ), named as (
    insert into chat_facts as facts (engine_id, chat, push_name)
    select distinct on (writer) engine_id, writer, push_name from told where push_name is not null and not is_mine order by writer, written_at desc
    on conflict (engine_id, chat) do update set push_name = excluded.push_name, updated_at = now() where facts.push_name is distinct from excluded.push_name
    returning 1
  )
  select lane.workspace_id, (select count(*)::int from named) as more,
    (select coalesce(json_agg(json_build_object('id', id, 'fromMe', from_me)), '[]') from stored) as stored
  from lane`,
};

type Told = z.infer<typeof receivedRequest>;
type Parts = Pick<Platform, 'database' | 'hooks' | 'log'>;

interface Answer extends Record<string, unknown> {
  workspace_id: string;
  /** Rows that are new or changed, beside `stored`. */
  more: number;
  stored: { id: string; fromMe: boolean }[];
}

/**
 * Stores what came in: messages, what became of messages, and of chats. When it resolves, a crash loses none of it. Safe to repeat, in any order. Where a
 * domain wants to hear of new messages, it does so in the transaction that stores them.
 * @returns what happened
 * @throws 409 `LEASE_LOST`, 401; nothing was stored then.
 */
export async function storeReceived(parts: Parts, identity: EngineIdentity, told: Told): Promise<DomainEvent[]> {
  const { database, hooks } = parts;
  const ask = (rows: unknown[]) => [identity.engineId, told.generation, identity.tokenVersion, JSON.stringify(rows)];
  const happened: DomainEvent[] = [];
  const store = async (statement: { name: string; text: string }, rows: unknown[]) => {
    const answer = (await database.pool.query<Answer>({ ...statement, values: ask(rows) })).rows[0];
    if (!answer) throw await whyRefused(database.pool, identity);
    if (answer.more > 0 || answer.stored?.length > 0) happened.push(chatsStale(answer.workspace_id, identity.engineId));
  };
  const messages = onceEach(told.messages.map(toReceivedRow));
  const { changes, chats } = told;
  if (messages.length > 0 && chatWritten.isWanted(hooks)) {
    happened.push(...(await storeAndTell(parts, identity, messages, bindValues(MESSAGES.text, ask(messages)))));
  } else if (messages.length > 0 || changes.length + chats.length === 0) {
    await store(MESSAGES, messages);
  }
  for (const marks of toMarks(changes)) await store(MARKS, marks);
  if (chats.length > 0) await store(FACTS, toFacts(chats));
  return happened;
}

async function storeAndTell(
  { database, ...parts }: Parts,
  identity: EngineIdentity,
  rows: ReceivedRow[],
  statement: ReturnType<typeof bindValues>,
): Promise<DomainEvent[]> {
  const happened = await database.db.transaction(async (tx) => {
    const [answer] = (await tx.execute<Answer>(statement)).rows;
    if (!answer) return null;
    const { workspace_id: workspaceId, stored, more } = answer;
    const isMine = new Map(stored.map(({ id, fromMe }) => [id, fromMe]));
    const isNew = rows.filter(({ id }) => isMine.has(id));
    const { engineId } = identity;
    const events = more > 0 || stored.length > 0 ? [chatsStale(workspaceId, engineId)] : [];
    for (const [chat, inChat] of Map.groupBy(isNew, (row) => row.chat)) {
      const messages = inChat.map((row) => written(row, isMine.get(row.id) ?? false));
      events.push(...(await chatWritten.call(parts, tx, { workspaceId, engineId, chat, messages })));
    }
    return events;
  });
  if (!happened) throw await whyRefused(database.pool, identity);
  return happened;
}

const written = (row: ReceivedRow, isMine: boolean): WrittenMessage => ({
  id: row.id,
  by: isMine ? 'phone' : 'them',
  from: row.writer,
  waMessageId: row.wa_message_id,
  kind: row.kind,
  text: row.body,
  choices: row.choices,
  quotedId: row.quoted_id,
  at: new Date(row.written_at),
});

/** The first telling counts: ids follow the order of arrival, which is all that orders messages of one second. */
function onceEach(rows: ReceivedRow[]): ReceivedRow[] {
  const known = new Map<string, ReceivedRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.chat, row.writer, row.wa_message_id]);
    if (!known.has(key)) known.set(key, row);
  }
  return [...known.values()];
}
