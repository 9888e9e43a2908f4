import { isNodeBound, type PlanNode, type PlanPod } from '@switchyard/cluster-rules/consolidation-plan';
import { headroomOf, isEligible, isSafe, sourceOf } from '@switchyard/cluster-rules/node-headroom';
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
  findEngineStandings,
  findLiveRuns,
  findTouchedSessions,
  lockRun,
  type PlanRunRecord,
  writeRun,
} from './plan.queries.ts';
import { arrivalOf } from './replacement.ts';

/** A replacement that takes longer holds the run, so that a person looks. */
const LONGEST_MOVE_MS = 3 * 60_000;

interface CarryOutDeps {
  db: Db;
  console: PlanConsole;
}

/**
 * One look at every run, each taken a step further where it can be. Whatever stands in the way is told as its problem,
 * and holds it.
 */
export async function runPlans(deps: CarryOutDeps, nowMs: number): Promise<void> {
  for (const run of await findLiveRuns(deps.db)) {
    try {
      await goOn(deps, run, nowMs);
    } catch (error) {
      // Written down each time: what is asked again waits from then on.
      await writeRun(deps.db, run.id, { problem: (error as Error).message.slice(0, 500), going: 'no' });
    }
  }
}

async function goOn(deps: CarryOutDeps, run: PlanRunRecord, nowMs: number): Promise<void> {
  const { db, console } = deps;
  const node = console.picture.node(run.nodeName);
  if (node?.uid !== run.nodeUid) {
    // A list that was never read, or is old, tells nothing of the node.
    if (console.picture.feed.nodes.state !== 'live') return;
    await writeRun(db, run.id, { state: 'finished', going: 'no', problem: 'The node is not there any more.' });
    return;
  }
  if (run.state === 'undoing') return undo(deps, run);
  if (run.cordonedByRun === null || isUnsure(run)) return cordon(deps, run, isCordoned(node));
  const moving = run.moves.find((move) => move.state === 'moving');
  if (moving) return awaitArrival(deps, run, moving, nowMs);
  if (run.going === 'no') return;
  if (!isCordoned(node))
    throw new Error(`${run.nodeName} was uncordoned by somebody: what is moved away could come back.`);
  const next = run.moves.find((move) => move.state === 'planned');
  if (!next) await writeRun(db, run.id, { going: 'no' });
  else await moveNext(deps, run, next, nowMs);
}

const UNSURE = 'It is not known whether the node was cordoned.';
const isUnsure = ({ cordonedByRun, problem }: PlanRunRecord) => cordonedByRun === true && problem === UNSURE;

/**
 * What is about to be done is written down first: of a cordon whose answer is lost, or whose server ends before it
 * comes, it is known whose it is, and it is undone with the run. After a failure it is asked for again, by a later
 * look.
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
    if (isOurs) await audited(tx, run, 'node.cordon');
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
    if (run.cordonedByRun) await audited(tx, run, 'node.uncordon');
  });
}

/** What Kubernetes refused is asked again after so long. */
const RETRY_MS = 15_000;
const isTooSoon = ({ problem, updatedAt }: PlanRunRecord) =>
  problem !== null && updatedAt.getTime() > Date.now() - RETRY_MS;

const audited = (tx: Db, run: PlanRunRecord, action: 'node.cordon' | 'node.uncordon') =>
  recordClusterAction(tx, actorOf(run), { action, subject: run.nodeName, details: { run: run.id } });

async function awaitArrival(deps: CarryOutDeps, run: PlanRunRecord, move: RunMove, nowMs: number): Promise<void> {
  const { db, console } = deps;
  const standings = await findEngineStandings(
    db,
    move.sessions.map((session) => session.engineId),
  );
  const arrival = arrivalOf(move, console.picture.pods(), standings, takenBy(run));
  const askedAtMs = move.askedAtMs ?? nowMs;
  if (!arrival) {
    const problem = `${move.podName} has not come back since ${new Date(askedAtMs).toISOString()}.`;
    if (nowMs - askedAtMs > LONGEST_MOVE_MS && run.problem !== problem) throw new Error(problem);
    // The process that was to delete it may have ended before it did, or Kubernetes never heard of it: all is looked at
    // once more, sessions too.
    const pod = console.picture.podNamed(move.namespace, move.podName);
    if (pod?.uid === move.podUid && pod.deletedAtMs === undefined && nowMs - askedAtMs > RETRY_MS)
      await changeMove(db, run.id, move.podUid, { state: 'planned', askedAtMs: null });
    return;
  }
  const isBackHere = arrival.landedOn === run.nodeName;
  await changeMove(db, run.id, move.podUid, { state: 'moved', ...arrival, tookMs: nowMs - askedAtMs }, (now) => ({
    going: isBackHere ? 'no' : goingAfterOne(now.going),
    problem: isBackHere ? `${move.podName} came back to ${run.nodeName}.` : null,
  }));
}

const goingAfterOne = (going: PlanRunRecord['going']) => (going === 'one' ? 'no' : going);

/** What has come in place of others already. */
const takenBy = (run: PlanRunRecord) => new Set(run.moves.flatMap((move) => move.replacementUid ?? []));

/** Looks at everything once more, writes down what it is about to do, and does it. */
async function moveNext(deps: CarryOutDeps, run: PlanRunRecord, move: RunMove, nowMs: number): Promise<void> {
  const { db, console } = deps;
  const [actor] = await db.select({ role: users.role }).from(users).where(eq(users.id, run.actorId));
  if (actor?.role !== 'admin') throw new Error(`${run.actorEmail} is no administrator any more.`);
  const facts = await collectNodes(db, console, nowMs);
  if (!facts.isKnown) throw new Error(facts.why);
  const now = await readPodNow(db, console.client, { ...move, uid: move.podUid }).catch(ifGone);
  const node = facts.value.nodes.find((node) => node.name === run.nodeName);
  const pod = node?.pods.find((pod) => pod.uid === move.podUid);
  const isThere = now !== null && now.row.deletedAtMs === undefined && now.row.nodeName === run.nodeName;
  // Who asked for this one asked for no other in its place.
  if (!isThere || !node || !pod)
    return changeMove(db, run.id, move.podUid, { state: 'gone' }, ({ going }) => ({ going: goingAfterOne(going) }));
  if (pod.stays) {
    await changeMove(db, run.id, move.podUid, { state: isNodeBound(pod) ? 'gone' : 'stays' });
    throw new Error(`${pod.name} must stay: ${pod.stays}.`);
  }
  const expectedOn = bestPlace(facts.value, node, pod);
  if (expectedOn === null) throw new Error(`No node can take ${pod.name} without reaching 90% of its memory soon.`);
  const sessions = (await findTouchedSessions(db, [move.podName])).get(move.podName) ?? [];
  const shown = new Set(move.sessions.map((session) => session.engineId));
  if (sessions.some((session) => !shown.has(session.engineId))) {
    await changeMove(db, run.id, move.podUid, { sessions });
    throw new Error(`${move.podName} serves other sessions than were shown. Look at them before it is moved.`);
  }
  const announced = await db.transaction(async (tx) => {
    // Told to stop since it was looked at: then nothing is done.
    if ((await lockRun(tx, run.id))?.going === 'no') return null;
    const given = { cause: 'consolidation', act: 'delete', via: 'api', onlyCandidate: false } as const;
    const deletion = await recordDeletion(tx, actorOf(run), now, given);
    await changeMove(tx, run.id, move.podUid, { state: 'moving', askedAtMs: nowMs, expectedOn, sessions });
    return deletion;
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
    const why = (error as Error).message.slice(0, 500);
    // Without an answer nobody knows whether it was done: whether it goes is seen.
    if (!isRefused(error)) return void (await settleRecord(db, actorOf(run), announced.id, 'requested', why));
    await settleRecord(db, actorOf(run), announced.id, 'failed', why);
    await changeMove(db, run.id, move.podUid, { state: 'planned', askedAtMs: null });
    throw error;
  }
  await settleRecord(db, actorOf(run), announced.id, 'deleted', null);
}

/** Null for a pod that is not there any more; another that has taken its name is not it. */
function ifGone(error: unknown): null {
  if (error instanceof Refusal && (error.code === 'POD_GONE' || error.code === 'POD_REPLACED')) return null;
  throw error;
}

/** The fullest node that takes the pod and stays well; null: none does. */
function bestPlace({ nodes }: ClusterFacts, node: PlanNode, pod: PlanPod): string | null {
  const source = sourceOf(node);
  let best: { name: string; left: number } | null = null;
  for (const one of nodes) {
    if (one === node || one.type !== node.type) continue;
    const room = headroomOf(one);
    if (!isSafe(pod, room, source) || !isEligible(pod, room)) continue;
    if (!best || room.usedBytesLeft < best.left) best = { name: one.name, left: room.usedBytesLeft };
  }
  return best?.name ?? null;
}

/** Others may have told the run to stop meanwhile: what they wrote stays. */
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

/** Whoever told it to go on: what it does is that person's doing. */
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
