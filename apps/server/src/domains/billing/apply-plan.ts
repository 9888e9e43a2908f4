import { PLANS, type Plan } from '@switchyard/contracts/billing/plans';
import { eq, sql } from 'drizzle-orm';
import type { Actor, SystemActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeAudit } from '../audit/index.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { planChanges, subscriptions } from './billing.schema.ts';
import { entitlements } from './entitlements.ts';
import { makeInvoice } from './invoices/make-invoice.ts';
import { planApplied } from './plan-hooks.ts';
import { FIRST_MONTH, type PlanState } from './subscription.queries.ts';

export type BillingDeps = Pick<Platform, 'hooks' | 'log'> & { config: { demo: boolean } };

/**
 * How a workspace gets a plan: bought for a month from now, tried until a given time, charged elsewhere, or given
 * without an end.
 */
type Terms =
  | { kind: 'bought' }
  | { kind: 'tried'; until: ReturnType<typeof sql> }
  | { kind: 'charged' }
  | { kind: 'left' };

/**
 * Sets a workspace's plan in the caller's transaction, under its lock: the row, its history, the invoice of a purchase,
 * and what the plan holds or releases. Discards any planned change.
 * @returns the events to publish
 */
export async function applyPlan(
  deps: BillingDeps,
  tx: Db,
  actor: Actor | SystemActor,
  { workspaceName, plan: before, subscription }: PlanState,
  plan: Plan,
  terms: Terms,
): Promise<DomainEvent[]> {
  const { workspaceId } = subscription;
  await tx.update(workspaces).set({ plan, updatedAt: sql`now()` }).where(eq(workspaces.id, workspaceId));
  const ends = terms.kind === 'tried' ? terms.until : null;
  const [changed] = await tx
    .update(subscriptions)
    .set({
      ...(terms.kind === 'bought' ? FIRST_MONTH : { anchoredAt: null, months: 0, periodEndsAt: ends }),
      nextPlan: ends && 'free',
      nextAt: ends,
      nextReason: ends && 'trial',
      toldAt: null,
      ...(ends && { triedAt: sql`now()` }),
      updatedAt: sql`now()`,
    })
    .where(eq(subscriptions.workspaceId, workspaceId))
    .returning();
  const { userId, fullName } = actor;
  await tx.insert(planChanges).values({ workspaceId, userId, userName: fullName, fromPlan: before, toPlan: plan });
  await writeAudit(tx, actor, { action: 'plan.change', details: { from: before, to: plan, how: terms.kind } });
  if (changed && terms.kind === 'bought')
    await makeInvoice(tx, { workspaceName, plan, subscription: changed }, deps.config);
  const { gatewayEngines } = await entitlements(tx, workspaceId);
  return planApplied.call(deps, tx, { workspaceId, gatewayEngines });
}

/** Whether a plan has a price. */
export const isSold = (plan: Plan): boolean => PLANS[plan].monthlyPriceCents > 0;
