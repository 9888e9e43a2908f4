import type { BotFlow, BotNode } from '@switchyard/contracts/bot-flow';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { engines } from '../../engines/engines.schema.ts';
import { botSessionDue, botSessionsChanged } from '../bots.events.ts';
import { botSessions } from '../bots.schema.ts';
import { causeOf } from './cause.ts';
import { type Ending, over, waiting } from './ending.ts';
import { type Beginning, goThrough } from './go-through.ts';
import { loadFlow } from './load-flow.ts';
import { Piece, type SessionRow } from './piece.ts';
import { recordHappenings } from './record.ts';
import { resumesAt } from './take-over.ts';

/**
 * Works on a bot session that is due: takes up what was heard or the end of a wait, and goes from node to node until it waits again or is over. All of it,
 * with the messages it says, is one transaction: a process that dies in it has done nothing, and the session is still due.
 */
export async function runSession(platform: Pick<Platform, 'database' | 'events'>, sessionId: string): Promise<void> {
  const events = await platform.database.db.transaction((tx) => workOn(tx, sessionId, new Date()));
  platform.events.dispatch(events);
}

/** The same in a transaction of the caller's. @returns what happened; nothing when it is not due, or somebody else works on it */
export async function workOn(tx: Db, sessionId: string, now: Date): Promise<DomainEvent[]> {
  const [session] = await tx
    .select()
    .from(botSessions)
    .where(eq(botSessions.id, sessionId))
    .for('update', { skipLocked: true });
  if (!session?.wakeAt || session.wakeAt > now) return [];
  const flow = session.testFlow ?? (session.versionId ? await loadFlow(tx, session.versionId) : null);
  const piece = new Piece({ tx, now, session, flow: flow ?? EMPTY, driver: await driverOf(tx, session) });
  const begun = session.step === 0;
  if (begun) piece.happenings.push({ process: 'session_started' });
  const ending =
    flow === null ? over(session.nodeId ?? '', 'failed', 'The version of its flow is gone.') : await goOn(piece);
  return finish(piece, ending, begun);
}

const EMPTY: BotFlow = { format: 1, nodes: [], edges: [] };

async function driverOf(tx: Db, { engineId }: SessionRow): Promise<string | null> {
  if (engineId === null) return null;
  const [engine] = await tx.select({ driver: engines.driver }).from(engines).where(eq(engines.id, engineId));
  return engine?.driver ?? null;
}

async function goOn(piece: Piece): Promise<Ending> {
  const { session } = piece;
  const node = piece.node(session.nodeId);
  if (!node) return over(session.nodeId ?? '', 'failed', 'The step at which it stood is gone.');
  if (session.status === 'paused') return resumed(piece, node);
  const cause = await causeOf(piece);
  if (cause === 'enter') return goThrough(piece, { enter: node });
  if (cause === 'nothing') return piece.state.wait ? waiting(node.id, piece.state.wait) : over(node.id, 'completed');
  return goThrough(piece, { wake: node, cause });
}

/** A pause is over: what it waited for goes on, and what a person had is left behind. */
async function resumed(piece: Piece, node: BotNode): Promise<Ending> {
  piece.happenings.push({ process: 'session_resumed', details: { by: 'time' } });
  return goThrough(piece, afterPause(piece, node));
}

/** Where a paused session goes on: behind the node that handed it over; where it waited, it waits on; else at its node anew. */
export function afterPause(piece: Piece, node: BotNode): Beginning {
  const { wait } = piece.state;
  piece.state.wait = wait?.kind === 'person' ? null : wait;
  if (wait?.kind === 'person') return { leave: node, outlet: 'next' };
  return wait ? { stay: node, wait } : { enter: node };
}

/** Writes what a piece of work came to. */
export async function finish(piece: Piece, ending: Ending, begun: boolean): Promise<DomainEvent[]> {
  const { tx, session, now } = piece;
  if (ending.process) {
    const details = ending.process === 'session_failed' ? { message: ending.reason } : {};
    piece.happenings.push({ process: ending.process, details });
  }
  const resumeAt = ending.status === 'paused' ? await resumesAt(tx, session, now) : null;
  const isOver = !['active', 'waiting', 'paused'].includes(ending.status);
  const wakeAt = isOver ? null : (resumeAt ?? ending.wakeAt);
  await tx
    .update(botSessions)
    .set({
      status: ending.status,
      nodeId: ending.nodeId,
      versionId: piece.versionId,
      state: piece.state,
      inbox: [],
      step: session.step + 1,
      reason: ending.reason,
      wakeAt,
      updatedAt: now,
      endedAt: isOver ? now : null,
    })
    .where(eq(botSessions.id, session.id));
  await recordHappenings(tx, { ...session, isTest: piece.isTest }, piece.happenings, { begun });
  return [
    ...piece.events,
    botSessionsChanged(session.workspaceId, session.botId),
    ...(wakeAt ? [botSessionDue(session.workspaceId, { sessionId: session.id, at: wakeAt })] : []),
  ];
}
