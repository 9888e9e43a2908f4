import type { BotFlow, BotNode } from '@switchyard/contracts/bots/flow';
import { text } from '@switchyard/contracts/text/text';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { HookDeps } from '../../../platform/hooks.ts';
import { engines } from '../../engines/engines.schema.ts';
import { workspaces } from '../../workspaces/workspaces.schema.ts';
import { botSessions } from '../bots.schema.ts';
import type { CallDeps } from './call-deps.ts';
import { Execution, type SessionRow } from './execution.ts';
import { type ExecutionResult, finished, waiting } from './execution-result.ts';
import { findWakeReason } from './find-wake-reason.ts';
import { flowOf } from './load-flow.ts';
import { makeCall } from './make-call.ts';
import { performCall } from './perform-call.ts';
import { runNodes, type StartPoint } from './run-nodes.ts';
import { type FinishedExecution, saveExecutions } from './save-executions.ts';
import { SessionLoader } from './session-loader.ts';
import type { PendingCall } from './session-queue.ts';
import type { Call, CallAnswer } from './session-state.ts';

type Deps = CallDeps;

/** Works on one bot session, including its external call. */
export async function runSession(deps: Deps, sessionId: string, ask: typeof performCall = performCall): Promise<void> {
  const { calls } = await beginWork(deps, [sessionId], ask);
  for (const { make } of calls) await make();
}

/**
 * Works on due bot sessions: processes received messages or an ended wait, and runs nodes until each session waits
 * again or ends. This and the messages sent are one transaction: if the process dies, nothing has happened and the
 * sessions are still due.
 * @returns their external calls, which may take any time, and the sessions left for the next batch
 */
export async function beginWork(
  deps: Deps,
  sessionIds: readonly string[],
  ask: typeof performCall = performCall,
): Promise<{ calls: PendingCall[]; left: string[] }> {
  const { database, events, hooks } = deps;
  const worked = await database.db.transaction((db) => workOn({ db, hooks }, sessionIds, new Date()));
  events.dispatch(worked.events);
  const calls = worked.calls.map(({ step, ...call }) => ({
    sessionId: call.sessionId,
    async make() {
      const answer = await makeCall(deps, call, ask);
      const after = await database.db.transaction((db) =>
        workOn({ db, hooks }, [call.sessionId], new Date(), { step, answer }),
      );
      events.dispatch(after.events);
    },
  }));
  return { calls, left: worked.left };
}

/** A call to make after the commit, and the step that waits for it. */
interface CallRequest {
  sessionId: string;
  step: number;
  workspaceId: string;
  key: string;
  request: Call;
}

/** The outcome of a batch. */
interface BatchResult {
  events: DomainEvent[];
  calls: CallRequest[];
  /** Sessions not started because the others took long. */
  left: string[];
}

/** Extra time after a call's time-out before its answer is given up. */
const CALL_GRACE_MS = 10_000;
/**
 * After this long, a transaction starts no further session: those in it keep their locks until it commits, and their
 * replies are delayed.
 */
const MAX_TRANSACTION_MS = 50;

/**
 * The same within the caller's transaction. Skips sessions that are not due or that another process has locked.
 * @param called the answer to a step's call; ignored if the session has moved on from that step
 */
export async function workOn(
  { db: tx, hooks }: Pick<HookDeps, 'db' | 'hooks'>,
  sessionIds: readonly string[],
  now: Date,
  called?: { step: number; answer: CallAnswer },
): Promise<BatchResult> {
  const taken = (await lockSessions(tx, sessionIds)).filter(({ session }) => isDue(session, now, called?.step));
  const loader = new SessionLoader(
    tx,
    taken.map(({ session }) => session),
  );
  const executions: FinishedExecution[] = [];
  const left: string[] = [];
  const began = performance.now();
  for (const { session, driver, place } of taken) {
    if (executions.length > 0 && performance.now() - began > MAX_TRANSACTION_MS) {
      left.push(session.id);
      continue;
    }
    const found = await flowOf(tx, session);
    const { botId: flowBotId, flow } = found ?? { botId: session.botId, flow: EMPTY };
    const execution = new Execution({ tx, hooks, now, session, flow, flowBotId, driver, place, loader });
    const begun = session.step === 0;
    if (begun) execution.botEvents.push({ process: 'session_started' });
    const result = await executeUnlessEnded(execution, found !== null, () =>
      continueSession(execution, called?.answer),
    );
    executions.push({ execution, result, begun });
  }
  if (executions.length === 0) return { events: [], calls: [], left };
  const events = await saveExecutions(tx, executions, now);
  return { events, calls: executions.flatMap(callsOf), left };
}

async function lockSessions(tx: Db, sessionIds: readonly string[]) {
  const found = await tx
    .select({ session: botSessions, driver: engines.driver, zone: workspaces.zone, country: workspaces.country })
    .from(botSessions)
    .innerJoin(workspaces, eq(workspaces.id, botSessions.workspaceId))
    .leftJoin(engines, eq(engines.id, botSessions.engineId))
    .where(inArray(botSessions.id, [...sessionIds]))
    .orderBy(asc(botSessions.wakeAt), asc(botSessions.id))
    .for('update', { of: botSessions, skipLocked: true });
  return found.map(({ session, driver, zone, country }) => ({ session, driver, place: { zone, country } }));
}

/** Fails a session whose flow was deleted, and ends one whose contact has opted out. */
async function executeUnlessEnded(
  { session, loader, botEvents }: Execution,
  hasFlow: boolean,
  work: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const nodeId = session.nodeId ?? '';
  if (!hasFlow) return finished(nodeId, 'failed', text('sessionVersionGone'));
  if (session.testFlow !== null || !(await loader.isSuppressed(session))) return work();
  botEvents.push({ process: 'contact_opted_out' });
  return finished(nodeId, 'ended', text('sessionUnwanted'));
}

const EMPTY: BotFlow = { format: 1, nodes: [], edges: [] };

function isDue({ status, step, wakeAt, state }: SessionRow, now: Date, calledStep: number | undefined): boolean {
  if (calledStep === undefined) return wakeAt !== null && wakeAt <= now;
  return calledStep === step && state.wait?.kind === 'call' && (status === 'active' || status === 'waiting');
}

function callsOf({ execution: { session, state }, result }: FinishedExecution): CallRequest[] {
  const { wait } = state;
  if (wait?.kind !== 'call' || wait.tries === 0 || result.status !== 'active') return [];
  const { id: sessionId, workspaceId, step } = session;
  return [{ sessionId, workspaceId, step: step + 1, key: wait.key, request: wait.request }];
}

async function continueSession(execution: Execution, answer: CallAnswer | undefined): Promise<ExecutionResult> {
  const { session } = execution;
  const node = execution.node(session.nodeId);
  if (!node) return finished(session.nodeId ?? '', 'failed', text('sessionStepGone'));
  if (session.status === 'paused') return resume(execution, node);
  const cause = answer ? { kind: 'called' as const, answer } : findWakeReason(execution);
  if (cause === 'call') return startCall(execution, node);
  if (cause === 'enter') return runNodes(execution, { enter: node });
  if (cause === 'nothing')
    return execution.state.wait ? waiting(node.id, execution.state.wait) : finished(node.id, 'completed');
  return runNodes(execution, { wake: node, cause });
}

/** The call is made after the commit; if the process dies before the answer is saved, it is repeated once. */
function startCall(execution: Execution, node: BotNode): ExecutionResult {
  const { wait } = execution.state;
  if (wait?.kind !== 'call') return finished(node.id, 'failed', text('sessionNoQuestion'));
  const until = new Date(execution.now.getTime() + wait.request.timeoutSeconds * 1_000 + CALL_GRACE_MS);
  execution.state.wait = { ...wait, tries: wait.tries + 1, until: until.toISOString() };
  return { ...waiting(node.id, execution.state.wait), status: 'active' };
}

/** Resumes a paused session: a wait continues, and after a hand-over the flow goes on. */
async function resume(execution: Execution, node: BotNode): Promise<ExecutionResult> {
  execution.botEvents.push({ process: 'session_resumed' });
  return runNodes(execution, afterPause(execution, node));
}

/**
 * Where a paused session continues: after the node that handed it over, in its wait, or at its node from the start.
 */
function afterPause(execution: Execution, node: BotNode): StartPoint {
  const { wait } = execution.state;
  execution.state.wait = wait?.kind === 'person' ? null : wait;
  if (wait?.kind === 'person') return { leave: node, outlet: 'next' };
  return wait ? { stay: node, wait } : { enter: node };
}
