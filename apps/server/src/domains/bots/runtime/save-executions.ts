import { storedText } from '@switchyard/contracts/text/registry';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { insertMessages, laneDue, messagesStale } from '../../messages/index.ts';
import { botSessionDue, botSessionsChanged } from '../bots.events.ts';
import { reportHandover } from '../handover.ts';
import type { Execution } from './execution.ts';
import type { ExecutionResult } from './execution-result.ts';
import { notifyProblem } from './notify-problem.ts';
import { recordAll, typesOf } from './record.ts';
import { resumesAt } from './take-over.ts';

/** A finished execution; `begun` if its conversation started with it. */
export interface FinishedExecution {
  execution: Execution;
  result: ExecutionResult;
  begun: boolean;
}

interface SavedExecution extends FinishedExecution {
  wakeAt: Date | null;
  isOver: boolean;
}

/** Saves executions, with as many statements for many sessions as for one. @returns the resulting events */
export async function saveExecutions(
  tx: Db,
  finished: readonly FinishedExecution[],
  now: Date,
): Promise<DomainEvent[]> {
  const all: SavedExecution[] = [];
  for (const item of finished) {
    const { execution, result } = item;
    if (result.process) {
      const details = result.process === 'session_failed' ? { message: result.reason } : {};
      execution.botEvents.push({ process: result.process, details });
    }
    const resumeAt = result.status === 'paused' ? await resumesAt(tx, execution.session, now) : null;
    const isOver = !['active', 'waiting', 'paused'].includes(result.status);
    all.push({ ...item, isOver, wakeAt: isOver ? null : (resumeAt ?? result.wakeAt) });
  }
  const messageIds = await storeMessages(tx, all);
  await storeSessions(tx, all, messageIds, now);
  const recorded = all.map(({ execution, begun }) => ({
    session: { ...execution.session, isTest: execution.isTest },
    botEvents: execution.botEvents,
    begun,
  }));
  await recordAll(tx, recorded);
  const events: DomainEvent[] = [];
  for (const saved of all) events.push(...(await eventsOf(tx, saved)));
  return events;
}

/** @returns message ids by line id */
async function storeMessages(tx: Db, all: readonly SavedExecution[]): Promise<Map<string, string | null>> {
  const newMessages = all.flatMap(({ execution }) =>
    execution.lines.flatMap(({ id, message }) => (message ? [{ id, row: message.row }] : [])),
  );
  const ids = await insertMessages(
    tx,
    newMessages.map(({ row }) => row),
  );
  return new Map(newMessages.map(({ id }, at) => [id, ids[at] ?? null]));
}

async function storeSessions(
  tx: Db,
  all: readonly SavedExecution[],
  messageIds: ReadonlyMap<string, string | null>,
  now: Date,
): Promise<void> {
  const sessions = all.map(({ execution, result, wakeAt, isOver }) => ({
    id: execution.session.id,
    status: result.status,
    node_id: result.nodeId,
    version_id: execution.versionId,
    state: execution.state,
    reason: storedText(result.reason),
    wake_at: wakeAt,
    ended_at: isOver ? now : null,
    saw: execution.isTest ? [] : typesOf(execution.botEvents),
  }));
  const lines = all.flatMap(({ execution }) =>
    execution.lines.map(({ id, by, nodeId, text, options, fileName, at }) => ({
      id,
      session_id: execution.session.id,
      by,
      node_id: nodeId,
      text,
      options,
      file_name: fileName,
      message_id: messageIds.get(id) ?? null,
      at,
    })),
  );
  const sayings = all.flatMap(({ execution }) =>
    execution.lines.flatMap(({ id, at, message }) =>
      message
        ? [
            {
              id: messageIds.get(id),
              session_id: execution.session.id,
              engine_id: execution.session.engineId,
              chat: execution.session.chat,
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
      select * from json_to_recordset(${JSON.stringify(lines)}::json) as entry (id uuid, session_id uuid, by text, node_id text, text text, options jsonb,
        file_name text, message_id uuid, at timestamptz)
    ), said as (
      insert into bot_sayings (id, session_id, engine_id, chat, fingerprint, at)
      select * from json_to_recordset(${JSON.stringify(sayings)}::json) as entry (id uuid, session_id uuid, engine_id uuid, chat text, fingerprint text, at timestamptz)
    )
    update bot_sessions session set status = saved.status, node_id = saved.node_id, version_id = saved.version_id, state = saved.state, inbox = '[]', step = step + 1,
      reason = saved.reason, wake_at = saved.wake_at, updated_at = ${now}, ended_at = saved.ended_at,
      seen = seen | coalesce((select bit_or(bot_type_bit(type)) from unnest(saved.saw) type), 0)
    from json_to_recordset(${JSON.stringify(sessions)}::json) as saved (id uuid, status text, node_id text, version_id uuid, state jsonb, reason text,
      wake_at timestamptz, ended_at timestamptz, saw text[])
    where session.id = saved.id`);
}

async function eventsOf(tx: Db, { execution, result, wakeAt }: SavedExecution): Promise<DomainEvent[]> {
  const { session, lines } = execution;
  const { id: sessionId, workspaceId, engineId, botId } = session;
  const due = lines.flatMap(({ message }) => (message ? [message.row.dueAt] : [])).at(-1);
  return [
    ...execution.events,
    ...(due ? [messagesStale(workspaceId), laneDue(workspaceId, { engineId, dueAt: due })] : []),
    ...(await notifyProblem(tx, session, result)),
    ...(await reportHandover(execution, result.reason)),
    botSessionsChanged(workspaceId, botId),
    ...(wakeAt ? [botSessionDue(workspaceId, { sessionId, at: wakeAt })] : []),
  ];
}
