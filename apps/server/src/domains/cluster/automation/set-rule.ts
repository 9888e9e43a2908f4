import type { Rule, RuleMode } from '@switchyard/cluster-rules/rule-runner';
import type { Action } from '../../../platform/action.ts';
import { authorize } from '../../../platform/refusal.ts';
import { operateClusterRefusal } from '../cluster.policy.ts';
import { clusterRules } from '../cluster.schema.ts';
import { recordClusterAction } from '../record-cluster-action.ts';

/** Switches what the server does automatically; the person who switches it answers for it. */
export const setRule: Action<{ rule: Rule; mode: RuleMode }, null> = async ({ db, clock }, actor, { rule, mode }) => {
  authorize(operateClusterRefusal(actor));
  const switched = { mode, switchedBy: actor.userId, switchedAt: clock.now() };
  await db.transaction(async (tx) => {
    await tx
      .insert(clusterRules)
      .values({ rule, ...switched })
      .onConflictDoUpdate({ target: clusterRules.rule, set: switched });
    await recordClusterAction(tx, actor, { action: 'cluster-rule.set', subject: rule, details: { mode } });
  });
  return { result: null, events: [] };
};
