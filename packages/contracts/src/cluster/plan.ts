import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';
import { nodeType } from './rows.ts';

/** An engine session served by a pod and so affected by its move. */
const touchedSession = z.object({ engineId: entityId, name: z.string(), user: z.string() });
export type TouchedSession = z.infer<typeof touchedSession>;

const plannedMove = z.object({
  podUid: z.string(),
  podName: z.string(),
  namespace: z.string(),
  memoryBytes: z.number(),
  /** Expected target node; the scheduler decides. */
  expectedOn: z.string(),
  sessions: z.array(touchedSession),
});

const planStep = z.object({
  nodeName: z.string(),
  type: nodeType,
  moves: z.array(plannedMove),
  savedBytes: z.number(),
  savedMillicores: z.number(),
  /** Null if the node's cost is unknown (annotation `switchyard/cost-per-hour`). */
  savedCostPerHour: z.number().nullable(),
});
export type PlanStep = z.infer<typeof planStep>;

/** Why a pod prevents its node from being emptied. */
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
export type PodStayReason = z.infer<typeof podStays>;

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

/** Why a node is not emptied, and the pod that prevents it. */
const keptNode = z.object({
  nodeName: z.string(),
  why: keptReason,
  podName: z.string().nullable(),
  /** Why the pod must stay, if a pod is the reason. */
  podStays: podStays.nullable(),
});

const consolidationPlan = z.object({
  /** Why there is no plan: required data is missing. Null if there is a plan. */
  unknown: z.string().nullable(),
  steps: z.array(planStep),
  kept: z.array(keptNode),
  keptTotal: z.number().int(),
});
export type ConsolidationPlan = z.infer<typeof consolidationPlan>;

const planRunMove = plannedMove.extend({
  /** `gone`: it ended before its turn. `stays`: it may no longer be moved. */
  state: z.enum(['planned', 'moving', 'moved', 'gone', 'stays']),
  expectedOn: z.string().nullable(),
  /** Node on which its replacement runs. */
  landedOn: z.string().nullable(),
  /** From the deletion until the replacement was connected (or ready, if it serves no session). */
  tookMs: z.number().nullable(),
});
export type PlanRunMove = z.infer<typeof planRunMove>;

/**
 * A node being emptied or relieved: cordoned first, then pod by pod. The server carries it out even when no screen is
 * open.
 */
export const planRun = z.object({
  _id: entityId,
  nodeName: z.string(),
  purpose: z.enum(['empty', 'relieve']),
  /** `finished`: closed and left cordoned. `undone`: closed and uncordoned. */
  state: z.enum(['open', 'undoing', 'undone', 'finished']),
  /** What it is doing: waiting, moving one pod, or moving all pods one after another. */
  going: z.enum(['no', 'one', 'all']),
  /** Null: not cordoned yet. False: someone else had cordoned it before, and undoing keeps it cordoned. */
  cordonedByRun: z.boolean().nullable(),
  isCordoned: z.boolean(),
  /** Why it is stuck. */
  problem: z.string().nullable(),
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
      at.get(
        '/cluster/plan',
        'Nodes that could be emptied, with the sessions each move affects, and why the others are kept',
      ),
    )
    .output(consolidationPlan),
  planRuns: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.get('/cluster/plan-runs', 'Current and past plan runs, newest first'))
    .input(listQuery.extend({ isOpen: z.enum(['true', 'false']).optional() }))
    .output(page(planRun)),
  startPlanRun: mutation('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.post('/cluster/plan-runs', 'Start a plan run by cordoning the node; no pod is moved yet'))
    .input(z.object({ nodeName: z.string().min(1).max(253), purpose: z.enum(['empty', 'relieve']) }))
    .output(planRun),
  advancePlanRun: mutation('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.post('/cluster/plan-runs/{id}/advance', 'Move the next pod, or all remaining ones, one at a time'))
    .input(
      run.extend({
        going: z.enum(['one', 'all']),
        /** The next pod as seen by the caller; no other pod is moved instead. */
        podUid: z.string().max(64),
      }),
    )
    .output(planRun),
  stopPlanRun: mutation('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.post('/cluster/plan-runs/{id}/stop', 'Stop moving pods; a move in progress completes'))
    .input(run)
    .output(planRun),
  endPlanRun: mutation('cluster', 'admin')
    .errors(clusterErrors)
    .route(
      at.post('/cluster/plan-runs/{id}/end', 'End a plan run: uncordon the node, or leave it cordoned for removal'),
    )
    .input(run.extend({ uncordon: z.boolean() }))
    .output(planRun),
};
