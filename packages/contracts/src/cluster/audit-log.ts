import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';
import { deletionCause, podDeletion } from './pod-deletions.ts';

/**
 * Result of an action on the cluster. `requested`: no result was reported. `would-have`: a rule in a dry run selected
 * it, and nothing was done. `done`: for actions that either succeed or leave no entry.
 */
export const AUDIT_OUTCOMES = ['requested', 'deleted', 'failed', 'would-have', 'done'] as const;

/** An entry of the cluster's audit log. */
export const clusterAct = z.object({
  _id: entityId,
  at: instant,
  /** `pod.delete`, `pod.terminate`, `node.cordon`, `fleet.set`, … */
  action: z.string(),
  /** Name of the pod or node; empty for other actions. */
  subject: z.string(),
  namespace: z.string(),
  nodeName: z.string(),
  podUid: z.string(),
  /** Status of the pod when it was deleted. */
  podStatus: z.string(),
  /** Why a pod was deleted, or the rule that did it; null for other actions. */
  cause: z.string().nullable(),
  /**
   * `api`: by this server. `proxy`: by the operator's browser through the cluster proxy. `worker`: by this server,
   * under a rule that the actor enabled.
   */
  via: podDeletion.shape.via,
  outcome: z.enum(AUDIT_OUTCOMES),
  failure: z.string().nullable(),
  /** Null id: the product itself, by a rule. */
  actor: z.object({ _id: entityId.nullable(), name: z.string() }),
  /** Engine sessions served by the pod. */
  hit: z.array(
    z.object({
      engineId: z.string(),
      /** Name of its owner; empty if the session or owner was deleted. */
      user: z.string(),
      exists: z.boolean(),
    }),
  ),
  /** Further recorded details. */
  details: z.record(z.string(), z.unknown()),
});
export type ClusterAct = z.infer<typeof clusterAct>;

const at = routesUnder('cluster');

export const auditOperations = {
  audit: query('cluster', 'admin')
    .route(at.get('/cluster/audit', 'Audit log of the cluster, newest first'))
    .input(
      listQuery.extend({
        /** Part of the name of a pod, node or actor. */
        search: z.string().max(253).optional(),
        cause: deletionCause.optional(),
        outcome: z.enum(AUDIT_OUTCOMES).optional(),
        /** `some`: only actions that affected a session. */
        hit: z.literal('some').optional(),
        from: instant.optional(),
        until: instant.optional(),
      }),
    )
    .output(page(clusterAct)),
};
