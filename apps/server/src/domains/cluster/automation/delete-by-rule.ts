import type { Rule } from '@switchyard/cluster-rules/rule-runner';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import type { Actor } from '../../../platform/actor.ts';
import { type DeletionDeps, deleteOne, readDeletable } from '../delete-pod.ts';
import { type Deletion, recordDeletion } from '../pod-deletions.ts';
import { type RuleRecord, wasNamed } from './automation.queries.ts';

interface ByRule {
  rule: Rule;
  /** It is only written down that it would have been deleted: once for each pod. */
  isDryRun: boolean;
  pod: PodRow;
}

/**
 * Deletes a pod by a rule, for whoever has switched it on and by what the pod is at this moment.
 * @returns false: a dry run that has named it before
 * @throws Refusal as `deletePod`
 */
export async function deleteByRule(
  deps: DeletionDeps,
  by: RuleRecord,
  { rule, isDryRun, pod }: ByRule,
): Promise<boolean> {
  const deletion: Deletion = {
    cause: rule,
    act: rule === 'memory-pressure' ? 'terminate' : 'delete',
    via: 'worker',
    onlyCandidate: rule === 'auto-delete',
  };
  const { namespace, name: podName, uid } = pod;
  const now = await readDeletable(deps, actorOf(by), { podName, namespace, uid }, deletion);
  if (!isDryRun) await deleteOne(deps, actorOf(by), now, deletion);
  else if (await wasNamed(deps.db, uid, rule)) return false;
  else await recordDeletion(deps.db, actorOf(by), now, deletion, 'would-have');
  return true;
}

/** Who answers for what a rule does, as the administrator that they are. */
const actorOf = ({ userId, email, fullName, role }: RuleRecord): Actor => ({
  userId,
  email,
  fullName,
  role: role === 'admin' ? 'admin' : 'user',
  // What concerns the cluster is in no workspace.
  workspaceId: '',
  workspaceRole: 'member',
  onBehalfOf: null,
});
