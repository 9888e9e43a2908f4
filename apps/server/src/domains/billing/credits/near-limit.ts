import { PLANS } from '@switchyard/contracts/billing/plans';
import { and, asc, eq, gt, gte } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { creditMonths } from '../billing.schema.ts';
import { entitlements } from '../entitlements.ts';
import { MONTH } from './spend-credits.ts';

/** Fraction of a month's credits above which people may want to know. */
const NEAR_LIMIT = 0.8;
const AT_ONCE = 500;

interface Usage {
  workspaceId: string;
  /** Such as `2026-11`. */
  month: string;
  spent: number;
  /** Null for no limit. */
  limit: number | null;
  isNear: boolean;
}

/** Workspaces close to their credit limit this month by their current plan; one page, ordered by id. */
export async function creditsNearLimit(db: Db, afterId: string | null): Promise<Usage[]> {
  const months = await db
    .select({ workspaceId: creditMonths.workspaceId, month: creditMonths.month, spent: creditMonths.spent })
    .from(creditMonths)
    .where(
      and(
        eq(creditMonths.month, MONTH),
        gte(creditMonths.spent, Math.floor(PLANS.free.creditsPerMonth * NEAR_LIMIT)),
        afterId === null ? undefined : gt(creditMonths.workspaceId, afterId),
      ),
    )
    .orderBy(asc(creditMonths.workspaceId))
    .limit(AT_ONCE);
  const usages: Usage[] = [];
  for (const month of months) {
    const { creditsPerMonth: limit } = await entitlements(db, month.workspaceId);
    usages.push({ ...month, limit, isNear: limit !== null && month.spent >= limit * NEAR_LIMIT });
  }
  return usages;
}
