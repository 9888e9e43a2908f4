import { COOLDOWN_MS, type Cooldowns } from '@switchyard/cluster-rules/memory-pressure';
import type { Rule, RuleMode } from '@switchyard/cluster-rules/rule-runner';
import { and, eq, gt, inArray, max, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { clusterRules, podDeletions } from '../cluster.schema.ts';

const ruleColumns = {
  rule: clusterRules.rule,
  mode: clusterRules.mode,
  switchedAt: clusterRules.switchedAt,
  lastRunAt: clusterRules.lastRunAt,
  userId: users.id,
  email: users.email,
  fullName: users.name,
  role: users.role,
};

export type RuleRecord = Awaited<ReturnType<typeof findRules>>[number];

/** The rules that have ever been switched, each with the person who switched it last. */
export function findRules(db: Db) {
  return db.select(ruleColumns).from(clusterRules).innerJoin(users, eq(users.id, clusterRules.switchedBy));
}

/** The mode in which a rule is in force. */
export async function findRuleMode(db: Db, rule: Rule): Promise<RuleMode> {
  const found = (await findRules(db)).find((record) => record.rule === rule);
  return found ? modeInForce(found) : 'off';
}

/** A rule is off if the person who switched it on is no longer an administrator: nobody answers for it. */
export const modeInForce = ({ mode, role }: Pick<RuleRecord, 'mode' | 'role'>): RuleMode =>
  role === 'admin' ? (mode as RuleMode) : 'off';

/** Records that a rule is about to act. */
export async function recordRuleRun(db: Db, rule: Rule): Promise<void> {
  await db.update(clusterRules).set({ lastRunAt: sql`now()` }).where(eq(clusterRules.rule, rule));
}

const SENT = ['requested', 'deleted'];

/**
 * When a terminate signal was last sent to each node still in cooldown, by anybody; refused signals do not count.
 * @param isDryRun also count what dry runs would have sent
 */
export async function findCooldowns(db: Db, isDryRun: boolean): Promise<Cooldowns> {
  const rows = await db
    .select({ nodeName: podDeletions.nodeName, sentAt: max(podDeletions.createdAt) })
    .from(podDeletions)
    .where(
      and(
        eq(podDeletions.act, 'terminate'),
        inArray(podDeletions.outcome, isDryRun ? [...SENT, 'would-have'] : SENT),
        gt(podDeletions.createdAt, sql`now() - make_interval(secs => ${COOLDOWN_MS / 1_000})`),
      ),
    )
    .groupBy(podDeletions.nodeName);
  return Object.fromEntries(rows.map(({ nodeName, sentAt }) => [nodeName, sentAt?.getTime() ?? 0]));
}

/** Whether a dry run has already recorded that this pod would have been deleted. */
export async function isDryRunRecorded(db: Db, podUid: string, rule: Rule): Promise<boolean> {
  const { outcome, cause, podUid: uid } = podDeletions;
  return (await db.$count(podDeletions, and(eq(uid, podUid), eq(cause, rule), eq(outcome, 'would-have')))) > 0;
}
