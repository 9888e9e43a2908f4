import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';
import { deletionCause, podDeletion } from './pod-deletions.ts';

/**
 * How an act on the cluster ended. `requested`: it was asked for, and nobody has told since how it ended, or there was
 * no answer. `would-have`: a rule in its dry run named it, and nothing was done. `done`: an act that either happens or
 * leaves no entry.
 */
export const AUDIT_OUTCOMES = ['requested', 'deleted', 'failed', 'would-have', 'done'] as const;

/** One thing that was done to the cluster: by whom or which rule, why, and what it hit. */
export const clusterAct = z.object({
  _id: entityId,
  at: instant,
  /** `pod.delete`, `pod.terminate`, `node.cordon`, `fleet.set`, … */
  action: z.string(),
  /** Name of the pod or node; empty where it was neither. */
  subject: z.string(),
  namespace: z.string(),
  nodeName: z.string(),
  podUid: z.string(),
  /** What the pod's status was when it was deleted. */
  podStatus: z.string(),
  /** Why a pod was deleted, or which rule did it; null for other acts. */
  cause: z.string().nullable(),
  /**
   * `api`: this server did it. `proxy`: the operator's browser, through the cluster proxy. `worker`: this server, by a
   * rule that the actor has switched on.
   */
  via: podDeletion.shape.via,
  outcome: z.enum(AUDIT_OUTCOMES),
  failure: z.string().nullable(),
  /** Null id: the product itself, by a rule. */
  actor: z.object({ _id: entityId.nullable(), name: z.string() }),
  /** Engine sessions that the pod served. */
  hit: z.array(
    z.object({
      engineId: z.string(),
      /** Whose it is; empty where the session or its owner is gone since. */
      user: z.string(),
      exists: z.boolean(),
    }),
  ),
  /** What else was written down. */
  details: z.record(z.string(), z.unknown()),
});
export type ClusterAct = z.infer<typeof clusterAct>;

const at = routesUnder('cluster');

export const auditOperations = {
  audit: query('cluster', 'admin')
    .route(at.get('/cluster/audit', 'What was done to the cluster, newest first'))
    .input(
      listQuery.extend({
        /** Part of the name of a pod, node or actor. */
        search: z.string().max(253).optional(),
        cause: deletionCause.optional(),
        outcome: z.enum(AUDIT_OUTCOMES).optional(),
        /** `some`: only what hit a session. */
        hit: z.literal('some').optional(),
        from: instant.optional(),
        until: instant.optional(),
      }),
    )
    .output(page(clusterAct)),
};
