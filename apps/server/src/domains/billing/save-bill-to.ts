import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { saveBillToRefusal } from './billing.policy.ts';
import { subscriptions } from './billing.schema.ts';
import { lockPlan } from './subscription.queries.ts';

/**
 * Sets the billing details for future invoices; existing ones do not change.
 * @throws Refusal `FORBIDDEN`, `NOT_FOUND`
 */
export const saveBillTo: Action<{ billTo: string }, undefined> = ({ db }, actor, { billTo }) =>
  db.transaction(async (tx) => {
    authorize(saveBillToRefusal(actor));
    const { workspaceId } = actor;
    if (!(await lockPlan(tx, workspaceId))) throw new Refusal('NOT_FOUND');
    await tx
      .update(subscriptions)
      .set({ billTo, updatedAt: sql`now()` })
      .where(eq(subscriptions.workspaceId, workspaceId));
    await writeAudit(tx, actor, { action: 'billing.address' });
    return { result: undefined, events: [] };
  });
