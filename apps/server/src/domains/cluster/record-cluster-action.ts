import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { writeAudit } from '../audit/index.ts';

/** Acts on the cluster other than deletions, which have their own records. */
export const CLUSTER_ACTS = [
  'cluster-rule.set',
  'fleet.set',
  'node.cordon',
  'node.uncordon',
  'plan.start',
  'plan.advance',
  'plan.stop',
  'plan.end',
] as const;

interface ClusterAct {
  action: (typeof CLUSTER_ACTS)[number];
  subject?: string;
  details: Record<string, unknown>;
}

/** Records an act in the audit log, in the transaction that does it. It belongs to no single workspace. */
export const recordClusterAction = (tx: Db, actor: Actor, act: ClusterAct): Promise<string> =>
  writeAudit(tx, actor, { ...act, workspaceId: null });
