import { CURRENCY, PLANS, type Plan } from '@switchyard/contracts/billing/plans';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { invoices } from '../billing.schema.ts';
import { monthsAfter, type SubscriptionRow } from '../subscription.queries.ts';

const NOTHING_TO_PAY = 'Demo';

/**
 * Writes the invoice for the current month of a subscription. Demo invoices are paid at once, because nobody pays
 * there. A plan without a price has none.
 */
export async function makeInvoice(
  tx: Db,
  { workspaceName, plan, subscription }: { workspaceName: string; plan: Plan; subscription: SubscriptionRow },
  { demo }: { demo: boolean },
): Promise<void> {
  const { workspaceId, anchoredAt, months, periodEndsAt, billTo } = subscription;
  const amountCents = PLANS[plan].monthlyPriceCents;
  if (amountCents === 0 || anchoredAt === null || periodEndsAt === null) return;
  await tx.insert(invoices).values({
    workspaceId,
    workspaceName,
    billTo,
    plan,
    months: 1,
    amountCents,
    currency: CURRENCY,
    fromAt: monthsAfter(sql`${anchoredAt.toISOString()}::timestamptz`, months - 1),
    untilAt: periodEndsAt,
    ...(demo && { paidAt: sql`now()`, paidBy: NOTHING_TO_PAY }),
  });
}
