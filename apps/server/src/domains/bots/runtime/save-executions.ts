import { storedText } from '@switchyard/contracts/text/registry';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { insertMessages, laneDue, messagesStale } from '../../messages/index.ts';
import { botSessionDue, botSessionsChanged } from '../bots.events.ts';
import { tellHandedOver } from '../handed-over.ts';
import type { Execution } from './execution.ts';
import type { ExecutionResult } from './execution-result.ts';
import { notifyProblem } from './notify-problem.ts';
import { recordAll, typesOf } from './record.ts';
import { resumesAt } from './take-over.ts';

/** A finished execution; `begun` if its conversation started with it. */
export interface Finished {
  piece: Execution;
  ending: ExecutionResult;
  begun: boolean;
}

interface Written extends Finished {
  wakeAt: Date | null;
  isOver: boolean;
}

/** Saves executions, with as many statements for many sessions as for one. @returns the resulting events */
export async function saveExecutions(tx: Db, finished: readonly Finished[], now: Date): Promise<DomainEvent[]> {
  const all: Written[] = [];
  for (const item of finished) {
    const { piece, ending } = item;
    if (ending.process) {
      const details = ending.process === 'session_failed' ? { message: ending.reason } : {};
      piece.happenings.push({ process: ending.process, details });
    }
    const resumeAt = ending.status === 'paused' ? await resumesAt(tx, piece.session, now) : null;
    const isOver = !['active', 'waiting', 'paused'].includes(ending.status);
    all.push({ ...item, isOver, wakeAt: isOver ? null : (resumeAt ?? ending.wakeAt) });
  }
  const messageIds = await storeMessages(tx, all);
  await storeSessions(tx, all, messageIds, now);
  const recorded = all.map(({ piece, begun }) => ({
    session: { ...piece.session, isTest: piece.isTest },
    happenings: piece.happenings,
    begun,
  }));
  await recordAll(tx, recorded);
  const events: DomainEvent[] = [];
  for (const execution of all) events.push(...(await eventsOf(tx, execution)));
  return events;
}

/** @returns message ids by line id */
async function storeMessages(tx: Db, all: readonly Written[]): Promise<Map<string, string | null>> {
  const said = all.flatMap(({ piece }) =>
    piece.lines.flatMap(({ id, message }) => (message ? [{ id, row: message.row }] : [])),
  );
  const ids = await insertMessages(
    tx,
    said.map(({ row }) => row),
  );
  return new Map(said.map(({ id }, at) => [id, ids[at] ?? null]));
}

async function storeSessions(
  tx: Db,
  all: readonly Written[],
  messageIds: ReadonlyMap<string, string | null>,
  now: Date,
): Promise<void> {
  const sessions = all.map(({ piece, ending, wakeAt, isOver }) => ({
    id: piece.session.id,
    status: ending.status,
    node_id: ending.nodeId,
    version_id: piece.versionId,
    state: piece.state,
    reason: storedText(ending.reason),
    wake_at: wakeAt,
    ended_at: isOver ? now : null,
    saw: piece.isTest ? [] : typesOf(piece.happenings),
  }));
  const lines = all.flatMap(({ piece }) =>
    piece.lines.map(({ id, by, nodeId, text, options, fileName, at }) => ({
      id,
      session_id: piece.session.id,
      by,
      node_id: nodeId,
      text,
      options,
      file_name: fileName,
      message_id: messageIds.get(id) ?? null,
      at,
    })),
  );
  const sayings = all.flatMap(({ piece }) =>
    piece.lines.flatMap(({ id, at, message }) =>
      message
        ? [
            {
              id: messageIds.get(id),
              session_id: piece.session.id,
              engine_id: piece.session.engineId,
              chat: piece.session.chat,
              fingerprint: message.fingerprint,
              at,
            },
          ]
        : [],
    ),
  );
  await tx.execute(sql`
    with lined as (
      insert into bot_lines (id, session_id, by, node_id, text, options, file_name, message_id, at)
      select * from json_to_recordset(${JSON.stringify(lines)}::json) as one (id uuid, session_id uuid, by text, node_id text, text text, options jsonb,
        file_name text, message_id uuid, at timestamptz)
    ), said as (
      insert into bot_sayings (id, session_id, engine_id, chat, fingerprint, at)
      select * from json_to_recordset(${JSON.stringify(sayings)}::json) as one (id uuid, session_id uuid, engine_id uuid, chat text, fingerprint text, at timestamptz)
    )
    update bot_sessions session set status = told.status, node_id = told.node_id, version_id = told.version_id, state = told.state, inbox = '[]', step = step + 1,
      reason = told.reason, wake_at = told.wake_at, updated_at = ${now}, ended_at = told.ended_at,
      seen = seen | coalesce((select bit_or(bot_type_bit(type)) from unnest(told.saw) type), 0)
    from json_to_recordset(${JSON.stringify(sessions)}::json) as told (id uuid, status text, node_id text, version_id uuid, state jsonb, reason text,
      wake_at timestamptz, ended_at timestamptz, saw text[])
    where session.id = told.id`);
}

async function eventsOf(tx: Db, { piece, ending, wakeAt }: Written): Promise<DomainEvent[]> {
  const { session, lines } = piece;
  const { id: sessionId, workspaceId, engineId, botId } = session;
  const due = lines.flatMap(({ message }) => (message ? [message.row.dueAt] : [])).at(-1);
  return [
    ...piece.events,
    ...(due ? [messagesStale(workspaceId), laneDue(workspaceId, { engineId, dueAt: due })] : []),
    ...(await notifyProblem(tx, session, ending)),
    ...(await tellHandedOver(piece, ending.reason)),
    botSessionsChanged(workspaceId, botId),
    ...(wakeAt ? [botSessionDue(workspaceId, { sessionId, at: wakeAt })] : []),
  ];
}
