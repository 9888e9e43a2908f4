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
import { makeCall } from './make-call.ts';
import { performCall } from './perform-call.ts';
import { Piece, type SessionRow } from './piece.ts';
import { recordHappenings } from './record.ts';
import type { Call, CallAnswer } from './session-state.ts';
import { resumesAt } from './take-over.ts';
import { tellPeople } from './tell-people.ts';

/**
 * Works on a bot session that is due: takes up what was heard or the end of a wait, and goes from node to node until it waits again or is over. All of it,
 * with the messages it says, is one transaction: a process that dies in it has done nothing, and the session is still due.
 */
export async function runSession(...given: Parameters<typeof beginWork>): Promise<void> {
  await (await beginWork(...given))?.();
}

/**
 * The same up to a call to another server, which may take as long as it likes.
 * @returns makes the call, and goes on with its answer; null: there is none
 */
export async function beginWork(
  parts: Pick<Platform, 'database' | 'config' | 'events' | 'secret'>,
  sessionId: string,
  ask: typeof performCall = performCall,
): Promise<(() => Promise<void>) | null> {
  const { database, events } = parts;
  const worked = await database.db.transaction((tx) => workOn(tx, sessionId, new Date()));
  events.dispatch(worked.events);
  if (!worked.call) return null;
  const { step, ...call } = worked.call;
  return async () => {
    const answer = await makeCall(parts, { ...call, sessionId }, ask);
    const after = await database.db.transaction((tx) => workOn(tx, sessionId, new Date(), { step, answer }));
    events.dispatch(after.events);
  };
}

/** What a piece of work came to; `call`: what is to be asked of another server once it is committed, and the step that waits for it. */
interface Worked {
  events: DomainEvent[];
  call: { step: number; workspaceId: string; key: string; request: Call } | null;
}

const NOTHING: Worked = { events: [], call: null };
/** An answer that is not there so long after it may take is not waited for. */
const CALL_GRACE_MS = 10_000;

/**
 * The same in a transaction of the caller's. Nothing happens when it is not due, or somebody else works on it.
 * @param called what came of the call that a step has made; of an earlier step it is passed over
 */
export async function workOn(
  tx: Db,
  sessionId: string,
  now: Date,
  called?: { step: number; answer: CallAnswer },
): Promise<Worked> {
  const [found] = await tx
    .select({ session: botSessions, driver: engines.driver })
    .from(botSessions)
    .leftJoin(engines, eq(engines.id, botSessions.engineId))
    .where(eq(botSessions.id, sessionId))
    .for('update', { of: botSessions, skipLocked: true });
  if (!found) return NOTHING;
  const { session, driver } = found;
  if (!isDue(session, now, called?.step)) return NOTHING;
  const flow = session.testFlow ?? (session.versionId ? await loadFlow(tx, session.versionId) : null);
  const piece = new Piece({ tx, now, session, flow: flow ?? EMPTY, driver });
  const begun = session.step === 0;
  if (begun) piece.happenings.push({ process: 'session_started' });
  if (flow === null) {
    const gone = over(session.nodeId ?? '', 'failed', 'The version of its flow is gone.');
    return { events: await finish(piece, gone, begun), call: null };
  }
  const ending = await goOn(piece, called?.answer);
  const events = await finish(piece, ending, begun);
  const { wait } = piece.state;
  const isCalling = wait?.kind === 'call' && wait.tries > 0 && ending.status === 'active';
  if (!isCalling) return { events, call: null };
  const { workspaceId, step } = session;
  return { events, call: { step: step + 1, workspaceId, key: wait.key, request: wait.request } };
}

const EMPTY: BotFlow = { format: 1, nodes: [], edges: [] };

function isDue({ status, step, wakeAt, state }: SessionRow, now: Date, calledStep: number | undefined): boolean {
  if (calledStep === undefined) return wakeAt !== null && wakeAt <= now;
  return calledStep === step && state.wait?.kind === 'call' && (status === 'active' || status === 'waiting');
}

async function goOn(piece: Piece, answer: CallAnswer | undefined): Promise<Ending> {
  const { session } = piece;
  const node = piece.node(session.nodeId);
  if (!node) return over(session.nodeId ?? '', 'failed', 'The step at which it stood is gone.');
  if (session.status === 'paused') return resumed(piece, node);
  const cause = answer ? { kind: 'called' as const, answer } : await causeOf(piece);
  if (cause === 'call') return calling(piece, node);
  if (cause === 'enter') return goThrough(piece, { enter: node });
  if (cause === 'nothing') return piece.state.wait ? waiting(node.id, piece.state.wait) : over(node.id, 'completed');
  return goThrough(piece, { wake: node, cause });
}

/** The call is made once this is committed; should nobody come back with an answer, it is made once more. */
function calling(piece: Piece, node: BotNode): Ending {
  const { wait } = piece.state;
  if (wait?.kind !== 'call') return over(node.id, 'failed', 'It has nothing to ask.');
  const until = new Date(piece.now.getTime() + wait.request.timeoutSeconds * 1_000 + CALL_GRACE_MS);
  piece.state.wait = { ...wait, tries: wait.tries + 1, until: until.toISOString() };
  return { ...waiting(node.id, piece.state.wait), status: 'active' };
}

/** A pause is over: what it waited for goes on, and what a person had is left behind. */
async function resumed(piece: Piece, node: BotNode): Promise<Ending> {
  piece.happenings.push({ process: 'session_resumed' });
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
    ...(await tellPeople(tx, session, ending)),
    botSessionsChanged(session.workspaceId, session.botId),
    ...(wakeAt ? [botSessionDue(session.workspaceId, { sessionId: session.id, at: wakeAt })] : []),
  ];
}
