import { PLAN_NOTICE_DAYS } from '@switchyard/contracts/billing/plans';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { subscriptions } from './billing.schema.ts';
import { toPlan } from './entitlements.ts';
import { planNotice } from './plan-hooks.ts';
import { lockPlan } from './subscription.queries.ts';

const SOON = sql`now() + make_interval(days => ${PLAN_NOTICE_DAYS})`;
const AT_ONCE = 100;

/**
 * An unpaid month is not followed by another: a plan that ends soon with an open invoice ends for good, and its owners
 * are notified below.
 */
const END_UNPAID = sql`update subscriptions s
  set next_plan = 'free', next_at = s.period_ends_at, next_reason = 'unpaid', told_at = null, updated_at = now()
  where s.period_ends_at <= ${SOON} and s.next_plan is null and s.stripe_subscription_id is null
    and exists (select from invoices i where i.workspace_id = s.workspace_id and i.paid_at is null)`;

const NAMES = { free: 'Free', pro: 'Pro', business: 'Business' } as const;
const REASONS: Record<string, string> = { trial: 'the trial ends', unpaid: 'an invoice is not paid' };

/** Notifies owners once of plans that end within the next days (`plan-notice`). */
export async function notifyPlanEnds({ database: { db }, hooks, log, events }: Platform): Promise<void> {
  await db.execute(END_UNPAID);
  const isEndingSoon = and(lte(subscriptions.nextAt, SOON), isNull(subscriptions.toldAt));
  const ending = await db
    .select({ workspaceId: subscriptions.workspaceId })
    .from(subscriptions)
    .where(isEndingSoon)
    .limit(AT_ONCE);
  for (const { workspaceId } of ending) {
    const noticeEvents = await db.transaction(async (tx) => {
      // Same lock order as every change of plan; the opposite order would deadlock.
      await lockPlan(tx, workspaceId);
      const [row] = await tx
        .update(subscriptions)
        .set({ toldAt: sql`now()` })
        .where(and(eq(subscriptions.workspaceId, workspaceId), isEndingSoon))
        .returning();
      if (!row?.nextAt || !row.nextPlan) return [];
      const why = REASONS[row.nextReason ?? ''] ?? 'a smaller plan was chosen';
      const reason = `It becomes ${NAMES[toPlan(row.nextPlan)]}, as ${why}; engines beyond it hold their messages, and nothing is deleted`;
      const at = row.nextAt.toISOString();
      return planNotice.call({ hooks, log }, tx, { workspaceId, subject: at, at, reason });
    });
    events.dispatch(noticeEvents);
  }
}
