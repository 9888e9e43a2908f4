import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';

/**
 * Why a pod was deleted. `manual`: chosen by an operator. `auto-delete` and `memory-pressure`: by a rule.
 * `consolidation` and `pressure-forecast`: an operator followed the optimizer's advice.
 */
export const DELETION_CAUSES = [
  'manual',
  'auto-delete',
  'memory-pressure',
  'consolidation',
  'pressure-forecast',
] as const;

export const deletionCause = z.enum(DELETION_CAUSES);
export type DeletionCause = z.infer<typeof deletionCause>;

/** An entry of the audit log of pod deletions. */
export const podDeletion = z.object({
  _id: entityId,
  podName: z.string(),
  namespace: z.string(),
  podUid: z.string(),
  nodeName: z.string(),
  /** Status of the pod at the time. */
  podStatus: z.string(),
  /** Engine sessions served by the pod. */
  sessions: z.array(z.string()),
  cause: deletionCause,
  /** `terminate`: to relieve its node, which then has a cool-down. */
  act: z.enum(['delete', 'terminate']),
  /**
   * `api`: deleted by this server. `proxy`: by the operator's browser through the local cluster proxy. `worker`: by
   * this server under the rule named as the cause; the actor is whoever enabled it.
   */
  via: z.enum(['api', 'proxy', 'worker']),
  /** `would-have`: the rule was in a dry run, and nothing was deleted. */
  outcome: z.enum(['requested', 'deleted', 'failed', 'would-have']),
  failure: z.string().nullable(),
  actor: z.object({ _id: entityId, email: z.string() }),
  createdAt: instant,
});
export type PodDeletion = z.infer<typeof podDeletion>;

const podTarget = z.object({
  /** The pod's name (spec 001 section 7: "carrying the pod id (its name)"). */
  podName: z.string().min(1).max(253),
  /** Defaults to the namespace of the engine pods. */
  namespace: z.string().min(1).max(253).optional(),
  /** Uid the pod must have; a newer pod of the same name is not deleted (409). */
  uid: z.string().max(64).optional(),
  cause: deletionCause.default('manual'),
  /**
   * Deletes only a candidate: a pod that has failed and serves no session (409 otherwise). Auto-delete always sets it.
   */
  onlyCandidate: z.boolean().default(false),
  /**
   * Ids of the sessions shown in the confirmation: a pod that serves any other is not deleted (409). Omit if unknown.
   */
  shownSessions: z.array(z.string().max(64)).max(10_000).optional(),
});

/**
 * A deletion made by the operator's browser through the local cluster proxy while this server was unavailable, as
 * reported later.
 */
export const deletionReport = z.object({
  podName: z.string().min(1).max(253),
  namespace: z.string().min(1).max(253),
  podUid: z.string().min(1).max(64),
  nodeName: z.string().max(253).describe('Empty if unknown.'),
  podStatus: z.string().max(100).describe('Empty if unknown.'),
  sessions: z.array(z.string().max(64)).max(10_000),
  /** Rules do not run while the server is unavailable. */
  cause: deletionCause.exclude(['auto-delete', 'memory-pressure']),
  outcome: z.enum(['deleted', 'requested']).describe('`requested`: the proxy did not answer in time.'),
  at: instant,
});
export type DeletionReport = z.infer<typeof deletionReport>;

const at = routesUnder('cluster');

export const podDeletionOperations = {
  deletePod: mutation('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.post('/cluster/pods/delete', 'Delete a pod gracefully (30 s)'))
    .input(podTarget)
    .output(podDeletion),
  terminatePod: mutation('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.post('/cluster/pods/terminate', 'Terminate a pod to relieve its node; refused for pinned pods'))
    .input(podTarget)
    .output(podDeletion),
  /**
   * Announces a deletion that the operator's browser is about to make through the local cluster proxy, so that every
   * deletion is recorded.
   */
  announceDeletion: mutation('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.post('/cluster/deletions', 'Record a deletion through the proxy before it is made'))
    .input(podTarget)
    .output(
      podDeletion.extend({
        resourceVersion: z
          .string()
          .nullable()
          .describe('Precondition of the deletion: in another state the pod is no candidate. Null: no precondition.'),
      }),
    ),
  settleDeletion: mutation('cluster', 'admin')
    .route(at.patch('/cluster/deletions/{id}', 'Report the result of a recorded deletion'))
    .input(z.object({ id: entityId, outcome: z.enum(['deleted', 'failed']), failure: z.string().max(500).optional() }))
    .output(podDeletion),
  reportDeletion: mutation('cluster', 'admin')
    .route(
      at.post(
        '/cluster/deletions/reports',
        'Record a deletion made through the proxy while the server was unavailable',
      ),
    )
    .input(deletionReport)
    .output(podDeletion),
  deletions: query('cluster', 'admin')
    .route(at.get('/cluster/deletions', 'Audit log of pod deletions, newest first'))
    .input(listQuery.extend({ podName: z.string().max(253).optional() }))
    .output(page(podDeletion)),
};
