import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';

/**
 * Why a pod was deleted. `manual`: an operator chose it. `auto-delete` and `memory-pressure`: a rule did.
 * `consolidation`, `pressure-forecast`: an operator followed what the optimizer advised.
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

/** One entry of the audit log of deletions. */
export const podDeletion = z.object({
  _id: entityId,
  podName: z.string(),
  namespace: z.string(),
  podUid: z.string(),
  nodeName: z.string(),
  /** What the pod's status was. */
  podStatus: z.string(),
  /** Engine sessions that the pod served. */
  sessions: z.array(z.string()),
  cause: deletionCause,
  /** `terminate`: to relieve its node, which then rests. */
  act: z.enum(['delete', 'terminate']),
  /**
   * `api`: this server deleted it. `proxy`: the operator's browser did, through the local cluster proxy. `worker`: this
   * server did by itself, by the rule that is the cause; the actor is who switched it on.
   */
  via: z.enum(['api', 'proxy', 'worker']),
  /** `would-have`: the rule was in its dry run, and nothing was deleted. */
  outcome: z.enum(['requested', 'deleted', 'failed', 'would-have']),
  failure: z.string().nullable(),
  actor: z.object({ _id: entityId, email: z.string() }),
  createdAt: instant,
});
export type PodDeletion = z.infer<typeof podDeletion>;

const podTarget = z.object({
  /** The pod's name (spec 001 section 7: "carrying the pod id (its name)"). */
  podName: z.string().min(1).max(253),
  /** Left out: the namespace of the engine pods. */
  namespace: z.string().min(1).max(253).optional(),
  /** The pod must still be this one; a namesake made since is left alone (409). */
  uid: z.string().max(64).optional(),
  cause: deletionCause.default('manual'),
  /**
   * Only while it is a deletion candidate: it has failed and serves no session (409 otherwise). Auto-delete never takes
   * another.
   */
  onlyCandidate: z.boolean().default(false),
  /**
   * Ids of the sessions that whoever confirmed was told of: a pod that serves another is left alone (409). Left out:
   * they were not known.
   */
  shownSessions: z.array(z.string().max(64)).max(10_000).optional(),
});

/**
 * A deletion that an operator made through the local cluster proxy while this server was away, as their browser tells
 * it.
 */
export const deletionReport = z.object({
  podName: z.string().min(1).max(253),
  namespace: z.string().min(1).max(253),
  podUid: z.string().min(1).max(64),
  nodeName: z.string().max(253).describe('Empty: not known.'),
  podStatus: z.string().max(100).describe('Empty: not known.'),
  sessions: z.array(z.string().max(64)).max(10_000),
  /** Rules do not act while the server is away. */
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
    .route(at.post('/cluster/pods/terminate', 'Terminate a pod to relieve its node; refused for pods that must stay'))
    .input(podTarget)
    .output(podDeletion),
  /**
   * Announces a deletion that the operator's browser is about to make through the local cluster proxy, so that no
   * deletion goes unrecorded.
   */
  announceDeletion: mutation('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.post('/cluster/deletions', 'Record a deletion by proxy before it is made'))
    .input(podTarget)
    .output(
      podDeletion.extend({
        resourceVersion: z
          .string()
          .nullable()
          .describe('Delete the pod in this state alone, as a precondition: another is no candidate. Null: in any.'),
      }),
    ),
  settleDeletion: mutation('cluster', 'admin')
    .route(at.patch('/cluster/deletions/{id}', 'Tell how a recorded deletion ended'))
    .input(z.object({ id: entityId, outcome: z.enum(['deleted', 'failed']), failure: z.string().max(500).optional() }))
    .output(podDeletion),
  reportDeletion: mutation('cluster', 'admin')
    .route(at.post('/cluster/deletions/reports', 'Record a deletion by proxy that was made while the server was away'))
    .input(deletionReport)
    .output(podDeletion),
  deletions: query('cluster', 'admin')
    .route(at.get('/cluster/deletions', 'Audit log of pod deletions, newest first'))
    .input(listQuery.extend({ podName: z.string().max(253).optional() }))
    .output(page(podDeletion)),
};
