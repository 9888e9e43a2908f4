import type { Rule, RuleMode } from '@switchyard/cluster-rules/rule-runner';
import type { Action } from '../../../platform/action.ts';
import { authorize } from '../../../platform/refusal.ts';
import { mayOperateCluster } from '../cluster.policy.ts';
import { clusterRules } from '../cluster.schema.ts';
import { writeAct } from '../write-act.ts';

/** Switches what the server does by itself; whoever switches answers for it. */
export const setRule: Action<{ rule: Rule; mode: RuleMode }, null> = async ({ db, clock }, actor, { rule, mode }) => {
  authorize(mayOperateCluster(actor));
  const switched = { mode, switchedBy: actor.userId, switchedAt: clock.now() };
  await db.transaction(async (tx) => {
    await tx
      .insert(clusterRules)
      .values({ rule, ...switched })
      .onConflictDoUpdate({ target: clusterRules.rule, set: switched });
    await writeAct(tx, actor, { action: 'cluster-rule.set', subject: rule, details: { mode } });
  });
  return { result: null, events: [] };
};
