import { RULES } from '@switchyard/cluster-rules/rule-runner';
import type { ClusterRule } from '@switchyard/contracts/cluster/automation';
import type { Db } from '../../../platform/database/database.ts';
import { findRules, modeInForce, type RuleRecord } from './automation.queries.ts';

/** Presents every rule; one that has never been switched is off. */
export async function presentRules(db: Db): Promise<ClusterRule[]> {
  const found = await findRules(db);
  return RULES.map((rule) => {
    const record = found.find((candidate) => candidate.rule === rule);
    return record ? presentRule(record) : { rule, mode: 'off', switchedBy: null, switchedAt: null, lastRunAt: null };
  });
}

const presentRule = ({ userId, email, switchedAt, lastRunAt, ...record }: RuleRecord): ClusterRule => ({
  rule: record.rule as ClusterRule['rule'],
  mode: modeInForce(record),
  switchedBy: { _id: userId, email },
  switchedAt: switchedAt.toISOString(),
  lastRunAt: lastRunAt?.toISOString() ?? null,
});
