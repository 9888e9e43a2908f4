import type { receivedRequest } from '@switchyard/contracts/engine/protocol';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { bindValues } from '../../platform/database/bind-values.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { type EngineIdentity, fenceError } from '../engines/index.ts';
import {
  chatMessagesStored,
  FENCED_LANES,
  type LaneRequest,
  laneColumns,
  type NewChatMessage,
  type StoredChatMessages,
} from '../messages/index.ts';
import { chatsStale } from './chats.events.ts';
import { type ReceivedRow, toReceivedRow } from './received-row.ts';
import { recordReceived } from './record-received.ts';
import { FACTS, toFacts } from './store-facts.ts';
import { MARKS, toMarks } from './store-marks.ts';

/**
 * Stores new messages and their writers' display names, for one lane or many, in one statement. Refuses engines with an
 * old lease like all calls, although storing would do no harm: the current lease holder reports the same. Messages sent
 * by the engine itself are already in `messages`. A batch of many lanes waits only briefly for locked rows; if that
 * fails, each lane is stored alone. Parameters: $1 engine ids, $2 generations, $3 token versions, $4 the messages as
 * JSON, each with the index of its lane.
 */
const MESSAGES = `
  with lane as materialized (
    select requested.place::int as lane_place, lane.engine_id, engine.workspace_id, engine.phone_number,
      set_config('lock_timeout', case when cardinality((select $1::uuid[])) > 1 then '250ms' else current_setting('lock_timeout') end, true)
    from ${FENCED_LANES}
  ), reported as materialized (
    select one.*, coalesce(one.from_me, one.writer is not distinct from lane.phone_number) as is_mine, lane.engine_id
    from json_to_recordset($4::json) as one (place int, id uuid, chat text, writer text, from_me boolean, wa_message_id text, kind text, body text, media jsonb,
      media_source text, quoted_id text, quoted_text text, is_forwarded boolean, options jsonb, choices jsonb, push_name text, written_at timestamptz)
    join lane on lane.lane_place = one.place
  ), stored as (
    insert into received_messages (id, engine_id, chat, writer, from_me, wa_message_id, kind, body, media, media_source, quoted_id, quoted_text, is_forwarded,
      options, choices, written_at)
    select id, engine_id, chat, writer, is_mine, wa_message_id, kind, body, media, media_source, quoted_id, quoted_text, is_forwarded, options, choices, written_at
    from reported
    where not exists (select from messages m where m.wa_message_id = reported.wa_message_id and m.engine_id = reported.engine_id)
    on conflict (engine_id, chat, wa_message_id, writer) do nothing
    returning engine_id, id, from_me
  ), named as (
    insert into chat_facts as facts (engine_id, chat, push_name)
    select distinct on (engine_id, writer) engine_id, writer, push_name from reported where push_name is not null and not is_mine order by engine_id, writer, written_at desc
    on conflict (engine_id, chat) do update set push_name = excluded.push_name, updated_at = now() where facts.push_name is distinct from excluded.push_name
    returning engine_id
  )
  select lane.lane_place, lane.workspace_id, (select count(*)::int from named where named.engine_id = lane.engine_id) as more,
    (select coalesce(json_agg(json_build_object('id', id, 'fromMe', from_me)), '[]') from stored where stored.engine_id = lane.engine_id) as stored
  from lane`;

type ReceivedBatch = z.infer<typeof receivedRequest>;
type Deps = Pick<Platform, 'database' | 'hooks' | 'log'>;

interface StoreResult extends Record<string, unknown> {
  workspace_id: string;
  /** New or changed rows besides `stored`. */
  more: number;
}

interface StoredMessages extends StoreResult {
  lane_place: number;
  stored: { id: string; fromMe: boolean }[];
}

/** A lane with its reported messages. */
export interface LaneMessages extends LaneRequest {
  rows: ReceivedRow[];
}

/**
 * Stores a lane's messages and calls the hooks.
 * @returns the events to publish
 * @throws 409 `LEASE_LOST`, 401
 */
export type StoreMessages = (lane: LaneMessages) => Promise<DomainEvent[]>;

/**
 * Stores incoming messages and changes to messages and chats; durable once it resolves. Idempotent, in any order. Hooks
 * for new messages run in the same transaction.
 * @returns the events to publish
 * @throws 409 `LEASE_LOST`, 401; then nothing was stored
 */
export async function storeReceived(
  deps: Deps,
  identity: EngineIdentity,
  batch: ReceivedBatch,
  storeMessages = storeLane(deps),
): Promise<DomainEvent[]> {
  const { pool } = deps.database;
  const { generation, changes, chats } = batch;
  const resultEvents: DomainEvent[] = [];
  const store = async (statement: { name: string; text: string }, rows: unknown[]) => {
    const values = [identity.engineId, generation, identity.tokenVersion, JSON.stringify(rows)];
    const answer = (await pool.query<StoreResult>({ ...statement, values })).rows[0];
    if (!answer) throw await fenceError(pool, identity);
    if (answer.more > 0) resultEvents.push(chatsStale(answer.workspace_id, identity.engineId));
  };
  const rows = dedupe(batch.messages.map(toReceivedRow));
  if (rows.length > 0 || changes.length + chats.length === 0) {
    resultEvents.push(...(await storeMessages({ identity, generation, rows })));
  }
  for (const marks of toMarks(changes)) await store(MARKS, marks);
  if (chats.length > 0) await store(FACTS, toFacts(chats));
  return resultEvents;
}

/** Stores one lane. A failing hook rolls back only its own writes. */
export const storeLane =
  (deps: Deps): StoreMessages =>
  async (lane) => {
    const { database, hooks, log } = deps;
    const resultEvents = await database.db.transaction(async (tx) => {
      const [stored] = await executeStore(tx, [lane]);
      if (!stored) return null;
      const events = [...stored.events];
      for (const chat of stored.chats) events.push(...(await chatMessagesStored.call({ hooks, log }, tx, chat)));
      return events;
    });
    if (!resultEvents) throw await fenceError(database.pool, lane.identity);
    return resultEvents;
  };

/**
 * Stores many lanes in one transaction; any failure rolls everything back.
 * @returns null for a lane that is refused
 */
export async function storeBatch(
  { database, hooks }: Deps,
  lanes: readonly LaneMessages[],
): Promise<(DomainEvent[] | null)[]> {
  return database.db.transaction(async (tx) => {
    const stored = await executeStore(tx, lanes);
    const events = await chatMessagesStored.callBatch(
      hooks,
      tx,
      stored.flatMap((outcome) => outcome?.chats ?? []),
    );
    const first = stored.findIndex((outcome) => outcome !== null);
    return stored.map((outcome, at) => outcome && [...outcome.events, ...(at === first ? events : [])]);
  });
}

/** @returns the new messages of each lane by chat; null for a lane that is refused */
async function executeStore(
  tx: Db,
  lanes: readonly LaneMessages[],
): Promise<({ events: DomainEvent[]; chats: StoredChatMessages[] } | null)[]> {
  const batch = lanes.flatMap(({ rows }, at) => rows.map((row) => ({ ...row, place: at + 1 })));
  const columns = laneColumns(lanes).map((column) => sql.param(column));
  const { rows: answers } = await tx.execute<StoredMessages>(bindValues(MESSAGES, [...columns, JSON.stringify(batch)]));
  const byPlace = new Map(answers.map((answer) => [answer.lane_place, answer]));
  const outcomes = lanes.map(({ identity: { engineId }, rows }, at) => {
    const answer = byPlace.get(at + 1);
    if (!answer) return null;
    const { workspace_id: workspaceId, stored, more } = answer;
    const isMine = new Map(stored.map(({ id, fromMe }) => [id, fromMe]));
    const news = rows.filter(({ id, is_history: isHistory }) => isMine.has(id) && !isHistory);
    const chats = [...Map.groupBy(news, (row) => row.chat)].map(([chat, inChat]) => ({
      workspaceId,
      engineId,
      chat,
      messages: inChat.map((row) => toNewMessage(row, isMine.get(row.id) ?? false)),
    }));
    return { events: more > 0 || stored.length > 0 ? [chatsStale(workspaceId, engineId)] : [], chats };
  });
  await recordReceived(
    tx,
    outcomes.flatMap((outcome) => outcome?.chats ?? []),
  );
  return outcomes;
}

const toNewMessage = (row: ReceivedRow, isMine: boolean): NewChatMessage => ({
  id: row.id,
  by: isMine ? 'phone' : 'them',
  from: row.writer,
  waMessageId: row.wa_message_id,
  kind: row.kind,
  text: row.body,
  media: row.media,
  choices: row.choices,
  quotedId: row.quoted_id,
  at: new Date(row.written_at),
});

/**
 * Keeps the first of repeated messages. Ids follow the order of arrival, which is all that orders messages of the same
 * second.
 */
function dedupe(rows: ReceivedRow[]): ReceivedRow[] {
  const known = new Map<string, ReceivedRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.chat, row.writer, row.wa_message_id]);
    if (!known.has(key)) known.set(key, row);
  }
  return [...known.values()];
}
