import type { BotFlow } from '@switchyard/contracts/bots/flow';
import type { BotAnswers } from '@switchyard/contracts/bots/operations';
import type {
  BotLine,
  BotSession,
  BotSessionDetail,
  BotSessionSummary,
  NodeEvent,
} from '@switchyard/contracts/bots/sessions';
import type { Actor } from '../../../platform/actor.ts';
import { redactText, redactTexts } from '../../../platform/hidden-text.ts';
import { endRefusal, moveRefusal, pauseRefusal, restartRefusal, resumeRefusal } from '../bots.policy.ts';
import type { botLines, botNodeEvents } from '../bots.schema.ts';
import type { SessionRow } from '../runtime/execution.ts';
import type { ListedSession } from './session.queries.ts';

/** Maps a bot session to the specification's field names. */
export const presentSession = (session: SessionRow): BotSession => ({
  _id: session.id,
  botId: session.botId,
  status: session.status,
  createdAt: session.createdAt.toISOString(),
  updatedAt: session.updatedAt.toISOString(),
});

/** @param isOwn the caller works in its workspace, and may see who the contact is */
export const presentSummary = (
  { session, versionNumber }: ListedSession,
  isOwn: boolean,
  actor: Actor,
): BotSessionSummary => ({
  ...presentSession(session),
  chat: isOwn ? session.chat : null,
  contactName: isOwn ? session.contactName : null,
  // The builder's note for the person who takes over.
  reason: redactText(actor, session.reason),
  versionNumber: versionNumber ?? 0,
});

interface SessionContext {
  botName: string;
  botOwner: string | null;
  flow: BotFlow | null;
  lines: BotLine[];
  isOwn: boolean;
  /** Whether the caller may read the conversation's text. */
  isReadable: boolean;
}

export function presentSessionDetail(
  listed: ListedSession,
  { botName, botOwner, flow, lines, isOwn, isReadable }: SessionContext,
  actor: Actor,
): BotSessionDetail {
  const { session } = listed;
  const node = (flow ?? session.testFlow)?.nodes.find(({ id }) => id === session.nodeId);
  return {
    ...presentSummary(listed, isOwn, actor),
    botName,
    botOwner: isOwn ? null : botOwner,
    workspaceId: session.workspaceId,
    engineId: session.engineId,
    nodeId: session.nodeId,
    nodeName: node ? node.name || node.kind : null,
    wakesAt: session.wakeAt?.toISOString() ?? null,
    isTest: session.testFlow !== null,
    variables: isReadable ? session.state.vars : null,
    lines: isReadable ? lines : null,
    abilities: {
      pause: isOwn && pauseRefusal(actor, session) === null,
      resume: isOwn && resumeRefusal(actor, session) === null,
      end: isOwn && endRefusal(actor, session) === null,
      restart: isOwn && restartRefusal(actor) === null,
      move: isOwn && moveRefusal(actor, session) === null,
    },
  };
}

/**
 * The variables that conversations stored: first those that the flow asks for, in its order, then those of earlier
 * versions.
 */
export function presentAnswers(rows: readonly ListedSession[], draft: BotFlow): Pick<BotAnswers, 'data' | 'variables'> {
  const questionVariables = draft.nodes.flatMap((node) => {
    if (node.kind === 'aiExtract') return node.fields.map(({ variable }) => variable);
    return 'saveAs' in node && node.saveAs !== '' ? [node.saveAs] : node.kind === 'set' ? [node.variable] : [];
  });
  const storedVariables = rows.flatMap(({ session }) => Object.keys(session.state.vars).toSorted());
  return {
    variables: [...new Set([...questionVariables, ...storedVariables])],
    data: rows.map(({ session }) => ({
      sessionId: session.id,
      contactName: session.contactName,
      chat: session.chat,
      status: session.status,
      createdAt: session.createdAt.toISOString(),
      values: session.state.vars,
    })),
  };
}

export const presentLine = (line: typeof botLines.$inferSelect, messageStatus: string | null): BotLine => ({
  _id: line.id,
  by: line.by,
  nodeId: line.nodeId,
  text: line.text,
  options: line.options,
  fileName: line.fileName,
  messageStatus,
  at: line.at.toISOString(),
});

/** @param isOwn the caller works in its workspace, and may see the answers */
export const presentEvent = (row: typeof botNodeEvents.$inferSelect, isOwn: boolean, actor: Actor): NodeEvent => ({
  _id: row.id,
  botId: row.botId,
  sessionId: row.sessionId,
  at: row.at.toISOString(),
  nodeId: row.nodeId,
  nodeType: row.nodeType,
  nodeName: row.nodeName,
  eventType: row.eventType,
  processType: row.processType,
  isError: row.isError,
  details: redactTexts(actor, row.details),
  values: isOwn ? row.values : null,
});
