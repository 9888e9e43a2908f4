import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { textSchema } from '../text/schema.ts';
import { clusterErrors } from './errors.ts';
import { nodeType } from './rows.ts';

/** An engine session that a pod serves: whom its move touches. */
const touchedSession = z.object({ engineId: entityId, name: z.string(), user: z.string() });
export type TouchedSession = z.infer<typeof touchedSession>;

const plannedMove = z.object({
  podUid: z.string(),
  podName: z.string(),
  namespace: z.string(),
  memoryBytes: z.number(),
  /** Where it is expected; the scheduler decides. */
  expectedOn: z.string(),
  sessions: z.array(touchedSession),
});

const planStep = z.object({
  nodeName: z.string(),
  type: nodeType,
  moves: z.array(plannedMove),
  savedBytes: z.number(),
  savedMillicores: z.number(),
  /** Null: nobody has said what the node costs (annotation `switchyard/cost-per-hour`). */
  savedCostPerHour: z.number().nullable(),
});
export type PlanStep = z.infer<typeof planStep>;

/** Why a pod keeps its node from being emptied. */
const podStays = z.enum([
  'critical',
  'unowned',
  'local-volume',
  'claimed-volume',
  'not-safe-to-evict',
  'placed-by-others',
  'budget',
  'other-namespace',
  'not-running',
  'unmeasured',
]);
export type PodStays = z.infer<typeof podStays>;

const keptReason = z.enum([
  'not-open',
  'control-plane',
  'last-of-its-type',
  'growth-unknown',
  'pod-stays',
  'no-room',
  'receives',
]);
export type KeptReason = z.infer<typeof keptReason>;

/** Why a node is not emptied, and the pod that keeps it. */
const keptNode = z.object({
  nodeName: z.string(),
  why: keptReason,
  podName: z.string().nullable(),
  /** Why the pod must stay, where it must. */
  podStays: podStays.nullable(),
});

const consolidationPlan = z.object({
  /** Why there is no plan: something that it needs to know is not known. Null: there is one. */
  unknown: z.string().nullable(),
  steps: z.array(planStep),
  kept: z.array(keptNode),
  keptTotal: z.number().int(),
});
export type ConsolidationPlan = z.infer<typeof consolidationPlan>;

const planRunMove = plannedMove.extend({
  /** `gone`: it ended by itself before its turn. `stays`: it must stay now. */
  state: z.enum(['planned', 'moving', 'moved', 'gone', 'stays']),
  expectedOn: z.string().nullable(),
  /** Where its replacement runs. */
  landedOn: z.string().nullable(),
  /** From the deletion until the replacement was connected (or ready, when it serves no session). */
  tookMs: z.number().nullable(),
});
export type PlanRunMove = z.infer<typeof planRunMove>;

/**
 * A node that is being emptied or relieved: cordoned first, then pod by pod. The server carries it out; it goes on
 * whoever looks.
 */
export const planRun = z.object({
  _id: entityId,
  nodeName: z.string(),
  purpose: z.enum(['empty', 'relieve']),
  /** `finished`: closed, and left cordoned. `undone`: closed, and pods are welcome again. */
  state: z.enum(['open', 'undoing', 'undone', 'finished']),
  /** What it does now: nothing until it is told, one pod, or all of them one after another. */
  going: z.enum(['no', 'one', 'all']),
  /** Null: not asked yet. False: it was cordoned by somebody else before, and stays so when this is undone. */
  cordonedByRun: z.boolean().nullable(),
  isCordoned: z.boolean(),
  /** Why it does not go on. A plain string from Kubernetes, or stored by an earlier version. */
  problem: textSchema.nullable(),
  moves: z.array(planRunMove),
  startedBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
});
export type PlanRun = z.infer<typeof planRun>;

const run = z.object({ id: entityId });

const at = routesUnder('cluster');

export const planOperations = {
  plan: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(
      at.get('/cluster/plan', 'Nodes that could be emptied, with whom each move touches, and why the others are kept'),
    )
    .output(consolidationPlan),
  planRuns: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.get('/cluster/plan-runs', 'Nodes that are being emptied or relieved, or were; newest first'))
    .input(listQuery.extend({ isOpen: z.enum(['true', 'false']).optional() }))
    .output(page(planRun)),
  startPlanRun: mutation('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.post('/cluster/plan-runs', 'Cordon a node, to move its pods one at a time; no pod is moved yet'))
    .input(z.object({ nodeName: z.string().min(1).max(253), purpose: z.enum(['empty', 'relieve']) }))
    .output(planRun),
  advancePlanRun: mutation('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.post('/cluster/plan-runs/{id}/advance', 'Move the next pod, or all that are left, one at a time'))
    .input(
      run.extend({
        going: z.enum(['one', 'all']),
        /** The pod that the caller saw as the next one; another is not moved in its place. */
        podUid: z.string().max(64),
      }),
    )
    .output(planRun),
  stopPlanRun: mutation('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.post('/cluster/plan-runs/{id}/stop', 'Move no further pod; one that is on its way arrives'))
    .input(run)
    .output(planRun),
  endPlanRun: mutation('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.post('/cluster/plan-runs/{id}/end', 'Close it: uncordon the node, or leave it cordoned to be taken away'))
    .input(run.extend({ uncordon: z.boolean() }))
    .output(planRun),
};
