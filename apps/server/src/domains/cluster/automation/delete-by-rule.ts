import type { Rule } from '@switchyard/cluster-rules/rule-runner';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import type { Actor } from '../../../platform/actor.ts';
import { type DeletionDeps, deleteOne, readDeletable } from '../delete-pod.ts';
import { type Deletion, recordDeletion } from '../pod-deletions.ts';
import { isDryRunRecorded, type RuleRecord } from './automation.queries.ts';

interface RuleDeletion {
  rule: Rule;
  /** Only record that the pod would have been deleted, once per pod. */
  isDryRun: boolean;
  pod: PodRow;
}

/**
 * Deletes a pod by a rule, on behalf of the person who switched the rule on, based on the pod's current state.
 * @returns false for a dry run that has recorded this pod before
 * @throws Refusal as in `deletePod`
 */
export async function deleteByRule(
  deps: DeletionDeps,
  by: RuleRecord,
  { rule, isDryRun, pod }: RuleDeletion,
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
  else if (await isDryRunRecorded(deps.db, uid, rule)) return false;
  else await recordDeletion(deps.db, actorOf(by), now, deletion, 'would-have');
  return true;
}

/** The administrator who answers for a rule's actions. */
const actorOf = ({ userId, email, fullName, role }: RuleRecord): Actor => ({
  userId,
  email,
  fullName,
  role: role === 'admin' ? 'admin' : 'user',
  // The cluster belongs to no workspace.
  workspaceId: '',
  workspaceRole: 'member',
  onBehalfOf: null,
});
