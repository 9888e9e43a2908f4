import { and, isNull, lte, or, sql } from 'drizzle-orm';
import type { Stoppable } from '../../platform/domain.ts';
import { runRepeatedly } from '../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../platform/platform.ts';
import { subscriptions } from './billing.schema.ts';
import { notifyPlanEnds } from './notify-plan-ends.ts';
import { rollOverPlan } from './roll-over-plan.ts';

const INTERVAL_MS = 10_000;
const AT_ONCE = 100;

/**
 * Rolls over every due plan, each in its own transaction. Safe to run concurrently.
 * @returns how many
 */
export async function settlePlans(platform: Platform): Promise<number> {
  const { database, events } = platform;
  await notifyPlanEnds(platform);
  const due = await database.db
    .select({ workspaceId: subscriptions.workspaceId })
    .from(subscriptions)
    .where(
      or(
        lte(subscriptions.nextAt, sql`now()`),
        and(lte(subscriptions.periodEndsAt, sql`now()`), isNull(subscriptions.stripeSubscriptionId)),
      ),
    )
    .limit(AT_ONCE);
  for (const { workspaceId } of due) {
    events.dispatch(await database.db.transaction((tx) => rollOverPlan(platform, tx, workspaceId)));
  }
  return due.length;
}

/** Settles plans periodically until stopped. Failures are logged and retried. */
export const startSettling = (platform: Platform): Stoppable =>
  runRepeatedly(async () => {
    const found = await settlePlans(platform).catch((error: unknown) => {
      platform.log.warn({ err: error }, 'plans could not be settled');
      return 0;
    });
    return found === AT_ONCE ? 0 : INTERVAL_MS;
  });
