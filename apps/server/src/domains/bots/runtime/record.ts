import { ERROR_TYPES, type NodeEventType, type ProcessType } from '@switchyard/contracts/bot-events';
import type { BotNode } from '@switchyard/contracts/bot-flow';
import { sql } from 'drizzle-orm';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import { botNodeEvents, botStatisticsNews, type Counts } from '../bots.schema.ts';
import type { Values } from './session-state.ts';

/** Something that happened in a bot session. `details` are facts and never words of the chat; `values` are variables. */
export type Happening =
  | { event: NodeEventType; node: BotNode; details?: Record<string, unknown>; values?: Values }
  | { process: ProcessType; details?: Record<string, unknown> };

export interface RecordedIn {
  id: string;
  workspaceId: string;
  botId: string;
  isTest: boolean;
}

/** Writes down what happened, and adds it to the figures; tests are in no figure. `begun`: a conversation began with it. */
export async function recordHappenings(
  tx: Db,
  session: RecordedIn,
  happenings: readonly Happening[],
  { begun = false }: { begun?: boolean } = {},
): Promise<void> {
  if (happenings.length === 0) return;
  const { id: sessionId, workspaceId, botId } = session;
  const rows = happenings.map((one) => ({
    id: newId(),
    workspaceId,
    botId,
    sessionId,
    nodeId: 'node' in one ? one.node.id : null,
    nodeType: 'node' in one ? one.node.kind : null,
    nodeName: 'node' in one ? one.node.name : null,
    eventType: 'event' in one ? one.event : null,
    processType: 'process' in one ? one.process : null,
    isError: ERROR_TYPES.includes('event' in one ? one.event : one.process),
    details: one.details ?? {},
    values: 'values' in one ? (one.values ?? null) : null,
  }));
  await tx.insert(botNodeEvents).values(rows);
  if (session.isTest) return;
  const types = rows.map(({ eventType, processType }) => (eventType ? `event:${eventType}` : `process:${processType}`));
  // The second half sees what was there before the first.
  const { rows: seen } = await tx.execute<{ type: string; fresh: boolean }>(sql`
    with added as (
      insert into bot_session_types (type, session_id) select distinct unnest(${sql.param(types)}::text[]), ${sessionId}::uuid
      on conflict do nothing returning type
    )
    select type, true as fresh from added
    union all select type, false from bot_session_types where session_id = ${sessionId}::uuid`);
  const counts: Counts = {};
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  for (const type of types) add(type);
  for (const { isError } of rows) if (isError) add('errors');
  for (const { type, fresh } of seen) if (fresh) add(`filter:${type}`);
  for (const pair of freshPairs(seen)) add(`filter:${pair}`);
  if (begun) add('sessions');
  for (const { eventType, nodeId } of rows) if (eventType === 'node_entered') add(`node:${nodeId}`);
  const last = rows.at(-1);
  await tx.insert(botStatisticsNews).values({ botId, counts, lastType: last?.eventType ?? last?.processType ?? null });
}

/** Events and processes that a session has now both seen for the first time: a filter may ask for both. */
function freshPairs(seen: readonly { type: string; fresh: boolean }[]): string[] {
  const processes = seen.filter(({ type }) => type.startsWith('process:'));
  return seen
    .filter(({ type }) => type.startsWith('event:'))
    .flatMap((event) =>
      processes.flatMap((process) => (event.fresh || process.fresh ? [`${event.type}+${process.type}`] : [])),
    );
}
