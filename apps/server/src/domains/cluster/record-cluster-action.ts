import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { writeAudit } from '../audit/index.ts';

/** What is done to the cluster beside deletions, which have a record of their own. */
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

/** Writes such an act into the audit log, in the transaction that does it. It concerns no one workspace. */
export const recordClusterAction = (tx: Db, actor: Actor, act: ClusterAct): Promise<string> =>
  writeAudit(tx, actor, { ...act, workspaceId: null });
