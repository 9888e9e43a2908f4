import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Stoppable } from '../../../platform/domain.ts';
import { runHourly } from '../../../platform/jobs/hourly.ts';
import { depsOf } from '../../../platform/perform.ts';
import type { Platform } from '../../../platform/platform.ts';
import { workspaceClosing } from '../../workspaces/index.ts';
import { subscriptions } from '../billing.schema.ts';
import { readPaymentOf } from './read-payment.ts';

/** Each is read at least every night, even if webhooks were lost. */
const STALE_SINCE = sql`now() - interval '20 hours'`;
const AT_ONCE = 1_000;
const MAX_FAILURES_IN_A_ROW = 5;

/**
 * Reads the payments of every workspace that has not been read since yesterday or is marked for reading.
 * @returns how many were read
 */
export async function reconcilePayments(platform: Platform): Promise<number> {
  const parts = depsOf(platform);
  const due = await parts.db
    .select({ workspaceId: subscriptions.workspaceId })
    .from(subscriptions)
    .where(
      and(
        isNotNull(subscriptions.stripeCustomerId),
        or(isNull(subscriptions.stripeReadAt), lt(subscriptions.stripeReadAt, STALE_SINCE)),
      ),
    )
    .orderBy(asc(subscriptions.stripeReadAt))
    .limit(AT_ONCE);
  let read = 0;
  let failedInARow = 0;
  for (const { workspaceId } of due) {
    if (failedInARow === MAX_FAILURES_IN_A_ROW) break;
    try {
      platform.events.dispatch((await readPaymentOf(parts, workspaceId)).events);
      read += 1;
      failedInARow = 0;
    } catch (error) {
      failedInARow += 1;
      platform.log.warn({ err: error, workspaceId }, 'payments could not be read');
    }
  }
  return read;
}

/**
 * When a workspace is being deleted, marks its payment for reading soon, which cancels the subscription at the end of
 * the paid period.
 */
export const rereadClosingPayment = workspaceClosing.hook('billing', async (tx, { workspaceId }) => {
  await tx.update(subscriptions).set({ stripeReadAt: null }).where(eq(subscriptions.workspaceId, workspaceId));
  return [];
});

/** Role `worker`. */
export const startReconciling = (platform: Platform): Promise<Stoppable> =>
  runHourly(platform, 'billing-reconcile', async () => {
    await reconcilePayments(platform);
  });
