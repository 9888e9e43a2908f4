import { ERROR_TYPES, type NodeEventType, type ProcessType } from '@switchyard/contracts/bots/bot-events';
import type { BotNode } from '@switchyard/contracts/bots/flow';
import { sql } from 'drizzle-orm';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Counts } from '../bots.schema.ts';
import type { Values } from './session-state.ts';

/** An event of a bot session. `details` are facts and never chat text; `values` are variables. */
export type BotEvent =
  | { event: Exclude<NodeEventType, 'node_entered'>; node: BotNode; details?: Record<string, unknown>; values?: Values }
  /** `flowBotId`: the bot whose funnel counts it. */
  | { event: 'node_entered'; node: BotNode; flowBotId: string }
  | { process: ProcessType; details?: Record<string, unknown> };

export interface RecordedSession {
  id: string;
  workspaceId: string;
  botId: string;
  isTest: boolean;
}

/** Events of one session; `begun` if its conversation started with them. */
interface SessionEvents {
  session: RecordedSession;
  botEvents: readonly BotEvent[];
  begun?: boolean;
}

/** Additions to a bot's figures; `lastType` is null if another bot's conversation only passed through its flow. */
interface StatisticsChange {
  botId: string;
  counts: Counts;
  lastType: string | null;
}

/** Records the events of one session. */
export const recordBotEvents = (tx: Db, session: RecordedSession, botEvents: readonly BotEvent[]): Promise<void> =>
  recordAll(tx, [{ session, botEvents }]);

/**
 * Records the events of sessions, each listed once, and adds them to the figures; tests are excluded from figures.
 * @param at null means now
 */
export async function recordAll(tx: Db, recorded: readonly SessionEvents[], at: Date | null = null): Promise<void> {
  const all = recorded
    .filter(({ botEvents }) => botEvents.length > 0)
    .map((entry) => ({ ...entry, rows: entry.botEvents.map((botEvent) => rowOf(entry.session, botEvent)) }));
  if (all.length === 0) return;
  const counted = all.filter(({ session }) => !session.isTest);
  const seen = await addTypes(tx, counted);
  const changes = new Map<string, StatisticsChange>();
  const changeOf = (botId: string): StatisticsChange => {
    const change = changes.get(botId) ?? { botId, counts: {}, lastType: null };
    changes.set(botId, change);
    return change;
  };
  for (const { session, botEvents, rows, begun = false } of counted) {
    const own = changeOf(session.botId);
    addCounts(own.counts, botEvents, { seen: seen.get(session.id) ?? [], begun });
    const last = rows.at(-1);
    own.lastType = last?.event_type ?? last?.process_type ?? null;
    for (const botEvent of botEvents) {
      if ('event' in botEvent && botEvent.event === 'node_entered')
        add(changeOf(botEvent.flowBotId).counts, `node:${botEvent.node.id}`);
    }
  }
  const added = [...changes.values()].map(({ botId, counts, lastType }) => ({
    id: newId(),
    bot_id: botId,
    counts,
    last_type: lastType,
  }));
  await tx.execute(sql`
    with happened as (
      insert into bot_node_events (id, workspace_id, bot_id, session_id, node_id, node_type, node_name, event_type, process_type, is_error, details, "values", at)
      select entry.*, coalesce(${at}::timestamptz, now()) from json_to_recordset(${JSON.stringify(all.flatMap(({ rows }) => rows))}::json) as entry (id uuid, workspace_id uuid, bot_id uuid, session_id uuid,
        node_id text, node_type text, node_name text, event_type text, process_type text, is_error boolean, details jsonb, "values" jsonb)
    )
    insert into bot_statistics_news (id, bot_id, counts, last_type, at)
    select entry.*, coalesce(${at}::timestamptz, now()) from json_to_recordset(${JSON.stringify(added)}::json) as entry (id uuid, bot_id uuid, counts jsonb, last_type text)`);
}

/** A row of `bot_node_events`. */
const rowOf = ({ id, workspaceId, botId }: RecordedSession, botEvent: BotEvent) => ({
  id: newId(),
  workspace_id: workspaceId,
  bot_id: botId,
  session_id: id,
  node_id: 'node' in botEvent ? botEvent.node.id : null,
  node_type: 'node' in botEvent ? botEvent.node.kind : null,
  node_name: 'node' in botEvent ? botEvent.node.name : null,
  event_type: 'event' in botEvent ? botEvent.event : null,
  process_type: 'process' in botEvent ? botEvent.process : null,
  is_error: isError(botEvent),
  details: 'details' in botEvent ? (botEvent.details ?? {}) : {},
  values: 'values' in botEvent ? (botEvent.values ?? null) : null,
});

/** An event type that a session has seen; `fresh` if for the first time now. */
interface RecordedEvent extends Record<string, unknown> {
  session_id: string;
  type: string;
  fresh: boolean;
}

/** The type's name in `bot_session_types` and in the figures. */
const typeOf = (botEvent: BotEvent): string =>
  'event' in botEvent ? `event:${botEvent.event}` : `process:${botEvent.process}`;

const isError = (botEvent: BotEvent): boolean =>
  ERROR_TYPES.includes('event' in botEvent ? botEvent.event : botEvent.process);

/** The distinct types of these events. */
export const typesOf = (botEvents: readonly BotEvent[]): string[] => [...new Set(botEvents.map(typeOf))];

/** Saves the types that sessions have seen. @returns by session, all types seen so far */
async function addTypes(tx: Db, counted: readonly SessionEvents[]): Promise<Map<string, RecordedEvent[]>> {
  if (counted.length === 0) return new Map();
  const seenTypes = counted.flatMap(({ session, botEvents }) =>
    typesOf(botEvents).map((type) => ({ session_id: session.id, type })),
  );
  const ids = counted.map(({ session }) => session.id);
  // The second half reads the table as it was before the insert.
  const { rows } = await tx.execute<RecordedEvent>(sql`
    with added as (
      insert into bot_session_types (type, session_id)
      select type, session_id from json_to_recordset(${JSON.stringify(seenTypes)}::json) as seen_types (type text, session_id uuid)
      on conflict do nothing returning session_id, type
    )
    select session_id, type, true as fresh from added
    union all select session_id, type, false from bot_session_types where session_id = any(${sql.param(ids)}::uuid[])`);
  return Map.groupBy(rows, ({ session_id }) => session_id);
}

const add = (counts: Counts, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

function addCounts(
  counts: Counts,
  botEvents: readonly BotEvent[],
  { seen, begun }: { seen: readonly RecordedEvent[]; begun: boolean },
): void {
  for (const botEvent of botEvents) {
    add(counts, typeOf(botEvent));
    if (isError(botEvent)) add(counts, 'errors');
  }
  for (const { type, fresh } of seen) if (fresh) add(counts, `filter:${type}`);
  for (const pair of freshPairs(seen)) add(counts, `filter:${pair}`);
  if (begun) add(counts, 'sessions');
}

/** Pairs of an event and a process that the session has now both seen for the first time; a filter may ask for both. */
function freshPairs(seen: readonly RecordedEvent[]): string[] {
  const processes = seen.filter(({ type }) => type.startsWith('process:'));
  return seen
    .filter(({ type }) => type.startsWith('event:'))
    .flatMap((event) =>
      processes.flatMap((process) => (event.fresh || process.fresh ? [`${event.type}+${process.type}`] : [])),
    );
}
