import { isDeepStrictEqual } from 'node:util';
import { isNodeBound, type PlanNode, type PlanPod } from '@switchyard/cluster-rules/consolidation-plan';
import { headroomOf, isEligible, isSafe, sourceOf } from '@switchyard/cluster-rules/node-headroom';
import { inEnglish, type Text, TextError, text, textOf } from '@switchyard/contracts/text/text';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { KubernetesError } from '../../../platform/kubernetes/kubernetes-error.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { GRACE_PERIOD_SECONDS } from '../delete-pod.ts';
import { readPodNow } from '../find-pod.ts';
import { isCordoned } from '../forecast/read-forecast.ts';
import type { RunMove } from '../plan.schema.ts';
import { recordDeletion, settleRecord } from '../pod-deletions.ts';
import { recordClusterAction } from '../record-cluster-action.ts';
import { type ClusterFacts, collectNodes, type PlanConsole } from './collect-nodes.ts';
import {
  findAffectedSessions,
  findEngineStatuses,
  findLiveRuns,
  lockRun,
  type PlanRunRecord,
  writeRun,
} from './plan.queries.ts';
import { arrivalOf } from './replacement.ts';
import { STAY_TEXTS } from './stay-texts.ts';

/** A replacement that takes longer holds the run for a person to decide. */
const MAX_MOVE_MS = 3 * 60_000;
const MAX_PROBLEM_LENGTH = 500;

interface CarryOutDeps {
  db: Db;
  console: PlanConsole;
}

/**
 * Takes every run one step further if possible. Whatever prevents the step is stored as the run's problem and holds it.
 */
export async function runPlans(deps: CarryOutDeps, nowMs: number): Promise<void> {
  for (const run of await findLiveRuns(deps.db)) {
    try {
      await advanceRun(deps, run, nowMs);
    } catch (error) {
      // Written every time, because the delay of a retry starts from it.
      await writeRun(deps.db, run.id, { problem: problemOf(error), going: 'no' });
    }
  }
}

/** An error as a run's problem; messages of others, such as Kubernetes, are truncated. */
function problemOf(error: unknown): Text {
  const problem = textOf(error);
  return typeof problem === 'string' ? problem.slice(0, MAX_PROBLEM_LENGTH) : problem;
}

async function advanceRun(deps: CarryOutDeps, run: PlanRunRecord, nowMs: number): Promise<void> {
  const { db, console } = deps;
  const node = console.clusterState.node(run.nodeName);
  if (node?.uid !== run.nodeUid) {
    // A list that was never read, or is stale, says nothing about the node.
    if (console.clusterState.feed.nodes.state !== 'live') return;
    await writeRun(db, run.id, { state: 'finished', going: 'no', problem: text('runNodeGone') });
    return;
  }
  if (run.state === 'undoing') return undo(deps, run);
  if (run.cordonedByRun === null || isUnsure(run)) return cordon(deps, run, isCordoned(node));
  const moving = run.moves.find((move) => move.state === 'moving');
  if (moving) return awaitArrival(deps, run, moving, nowMs);
  if (run.going === 'no') return;
  if (!isCordoned(node)) throw new TextError(text('runUncordoned', { node: run.nodeName }));
  const next = run.moves.find((move) => move.state === 'planned');
  if (!next) await writeRun(db, run.id, { going: 'no' });
  else await moveNext(deps, run, next, nowMs);
}

const UNSURE = text('runCordonUnknown');
/** Earlier versions stored the English sentence. */
const isUnsure = ({ cordonedByRun, problem }: PlanRunRecord) =>
  cordonedByRun === true && problem !== null && inEnglish(problem) === inEnglish(UNSURE);

/**
 * Records the cordon before it is made, so that a cordon whose response is lost, or whose server dies, is known to be
 * the run's own and is undone with it. After a failure it is retried by a later pass.
 */
async function cordon({ db, console }: CarryOutDeps, run: PlanRunRecord, isCordonedAlready: boolean): Promise<void> {
  if (isTooSoon(run)) return;
  const isOurs = !isCordonedAlready || isUnsure(run);
  if (!isCordonedAlready) {
    await writeRun(db, run.id, { cordonedByRun: true, problem: UNSURE });
    try {
      await console.client.cordon(run.nodeName);
    } catch (error) {
      if (!isRefused(error)) return;
      await writeRun(db, run.id, { cordonedByRun: null });
      throw error;
    }
  }
  await db.transaction(async (tx) => {
    await writeRun(tx, run.id, { cordonedByRun: isOurs, problem: null });
    if (isOurs) await auditRun(tx, run, 'node.cordon');
  });
}

/** Whether an error means that nothing was done. */
const isRefused = (error: unknown): boolean =>
  error instanceof KubernetesError && error.code >= 400 && error.code < 500 && error.code !== 408;

async function undo({ db, console }: CarryOutDeps, run: PlanRunRecord): Promise<void> {
  if (isTooSoon(run)) return;
  if (run.cordonedByRun) await console.client.uncordon(run.nodeName);
  await db.transaction(async (tx) => {
    await writeRun(tx, run.id, { state: 'undone', problem: null });
    if (run.cordonedByRun) await auditRun(tx, run, 'node.uncordon');
  });
}

/** Delay before a retry after a refusal by Kubernetes. */
const RETRY_MS = 15_000;
const isTooSoon = ({ problem, updatedAt }: PlanRunRecord) =>
  problem !== null && updatedAt.getTime() > Date.now() - RETRY_MS;

const auditRun = (tx: Db, run: PlanRunRecord, action: 'node.cordon' | 'node.uncordon') =>
  recordClusterAction(tx, actorOf(run), { action, subject: run.nodeName, details: { run: run.id } });

async function awaitArrival(deps: CarryOutDeps, run: PlanRunRecord, move: RunMove, nowMs: number): Promise<void> {
  const { db, console } = deps;
  const statuses = await findEngineStatuses(
    db,
    move.sessions.map((session) => session.engineId),
  );
  const arrival = arrivalOf(move, console.clusterState.pods(), statuses, replacementUids(run));
  const askedAtMs = move.askedAtMs ?? nowMs;
  if (!arrival) {
    const problem = text('runNotBack', { pod: move.podName, since: new Date(askedAtMs).toISOString() });
    if (nowMs - askedAtMs > MAX_MOVE_MS && !isDeepStrictEqual(run.problem, problem)) throw new TextError(problem);
    // The process that was going to delete the pod may have died first, or Kubernetes never received the call: plan the
    // move again, which rechecks everything including its sessions.
    const pod = console.clusterState.podNamed(move.namespace, move.podName);
    if (pod?.uid === move.podUid && pod.deletedAtMs === undefined && nowMs - askedAtMs > RETRY_MS)
      await changeMove(db, run.id, move.podUid, { state: 'planned', askedAtMs: null });
    return;
  }
  const isBackHere = arrival.landedOn === run.nodeName;
  await changeMove(db, run.id, move.podUid, { state: 'moved', ...arrival, tookMs: nowMs - askedAtMs }, (now) => ({
    going: isBackHere ? 'no' : goingAfterOne(now.going),
    problem: isBackHere ? text('runCameBack', { pod: move.podName, node: run.nodeName }) : null,
  }));
}

const goingAfterOne = (going: PlanRunRecord['going']) => (going === 'one' ? 'no' : going);

/** Uids of the replacements of this run's other moves. */
const replacementUids = (run: PlanRunRecord) => new Set(run.moves.flatMap((move) => move.replacementUid ?? []));

/** Rechecks everything, records the next move, and makes it. */
async function moveNext(deps: CarryOutDeps, run: PlanRunRecord, move: RunMove, nowMs: number): Promise<void> {
  const { db, console } = deps;
  const [actor] = await db.select({ role: users.role }).from(users).where(eq(users.id, run.actorId));
  if (actor?.role !== 'admin') throw new TextError(text('runNoAdmin', { email: run.actorEmail }));
  const facts = await collectNodes(db, console, nowMs);
  if (!facts.isKnown) throw new Error(facts.why);
  const now = await readPodNow(db, console.client, { ...move, uid: move.podUid }).catch(ifGone);
  const node = facts.value.nodes.find((candidate) => candidate.name === run.nodeName);
  const pod = node?.pods.find((candidate) => candidate.uid === move.podUid);
  const isThere = now !== null && now.row.deletedAtMs === undefined && now.row.nodeName === run.nodeName;
  // A request to move one pod does not extend to the next one.
  if (!isThere || !node || !pod)
    return changeMove(db, run.id, move.podUid, { state: 'gone' }, ({ going }) => ({ going: goingAfterOne(going) }));
  if (pod.stays) {
    await changeMove(db, run.id, move.podUid, { state: isNodeBound(pod) ? 'gone' : 'stays' });
    throw new TextError(text('runPodStays', { pod: pod.name, reason: STAY_TEXTS[pod.stays] }));
  }
  const expectedOn = bestNodeFor(facts.value, node, pod);
  if (expectedOn === null) throw new TextError(text('runNoRoom', { pod: pod.name }));
  const sessions = (await findAffectedSessions(db, [move.podName])).get(move.podName) ?? [];
  const shown = new Set(move.sessions.map((session) => session.engineId));
  if (sessions.some((session) => !shown.has(session.engineId))) {
    await changeMove(db, run.id, move.podUid, { sessions });
    throw new TextError(text('runOtherSessions', { pod: move.podName }));
  }
  const announced = await db.transaction(async (tx) => {
    // Stopped in the meantime: do nothing.
    if ((await lockRun(tx, run.id))?.going === 'no') return null;
    const deletion = { cause: 'consolidation', act: 'delete', via: 'api', onlyCandidate: false } as const;
    const record = await recordDeletion(tx, actorOf(run), now, deletion);
    await changeMove(tx, run.id, move.podUid, { state: 'moving', askedAtMs: nowMs, expectedOn, sessions });
    return record;
  });
  if (!announced) return;
  try {
    const { client } = console;
    await client.delete(client.path('pods', move.namespace, move.podName), {
      gracePeriodSeconds: GRACE_PERIOD_SECONDS,
      propagationPolicy: 'Foreground',
      uid: move.podUid,
    });
  } catch (error) {
    const failure = (error as Error).message.slice(0, 500);
    // Without a response the outcome is unknown; the watch will show whether the pod goes.
    if (!isRefused(error)) return void (await settleRecord(db, actorOf(run), announced.id, 'requested', failure));
    await settleRecord(db, actorOf(run), announced.id, 'failed', failure);
    await changeMove(db, run.id, move.podUid, { state: 'planned', askedAtMs: null });
    throw error;
  }
  await settleRecord(db, actorOf(run), announced.id, 'deleted', null);
}

/** Returns null for a pod that no longer exists, or whose name another pod has taken. */
function ifGone(error: unknown): null {
  if (error instanceof Refusal && (error.code === 'POD_GONE' || error.code === 'POD_REPLACED')) return null;
  throw error;
}

/** The fullest node that can take the pod and stay healthy; null if there is none. */
function bestNodeFor({ nodes }: ClusterFacts, node: PlanNode, pod: PlanPod): string | null {
  const source = sourceOf(node);
  let best: { name: string; left: number } | null = null;
  for (const candidate of nodes) {
    if (candidate === node || candidate.type !== node.type) continue;
    const headroom = headroomOf(candidate);
    if (!isSafe(pod, headroom, source) || !isEligible(pod, headroom)) continue;
    if (!best || headroom.usedBytesLeft < best.left) best = { name: candidate.name, left: headroom.usedBytesLeft };
  }
  return best?.name ?? null;
}

/** Changes one move under a lock, so that a concurrent stop of the run is preserved. */
async function changeMove(
  db: Db,
  runId: string,
  podUid: string,
  change: Partial<RunMove>,
  alongside: (run: PlanRunRecord) => Parameters<typeof writeRun>[2] = () => ({}),
): Promise<void> {
  await db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (!run) throw new Error('a run of the plan has vanished');
    const moves = run.moves.map((move) => (move.podUid === podUid ? { ...move, ...change } : move));
    await writeRun(tx, runId, { moves, ...alongside(run) });
  });
}

/** The person who told the run to go on, to whom its actions are attributed. */
function actorOf(run: PlanRunRecord): Actor {
  return {
    userId: run.actorId,
    email: run.actorEmail,
    fullName: run.actorName,
    role: 'admin',
    workspaceId: run.actorWorkspaceId,
    workspaceRole: 'member',
    onBehalfOf: null,
  };
}
