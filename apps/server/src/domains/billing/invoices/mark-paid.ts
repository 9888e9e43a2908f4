import type { Invoice } from '@switchyard/contracts/billing/invoices';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { markPaidRefusal } from '../billing.policy.ts';
import { invoices, subscriptions } from '../billing.schema.ts';
import { findOpenInvoice, lockPlan } from '../subscription.queries.ts';
import { presentInvoice } from './list-invoices.ts';

/**
 * Marks an invoice as paid, with an audit entry in its workspace. A plan that was to end for non-payment continues. A
 * paid invoice is not changed.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const markPaid: Action<{ id: string }, Invoice> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(markPaidRefusal(actor));
    const [before] = await tx.select().from(invoices).where(eq(invoices.id, id));
    if (!before) throw new Refusal('NOT_FOUND');
    const { workspaceId } = before;
    // Lock the plan before the invoice, as at the end of a month; the opposite order would deadlock.
    if (workspaceId !== null) await lockPlan(tx, workspaceId);
    const [paid] = await tx
      .update(invoices)
      .set({ paidAt: sql`now()`, paidBy: actor.fullName })
      .where(and(eq(invoices.id, id), isNull(invoices.paidAt)))
      .returning();
    if (!paid) return { result: presentInvoice(before), events: [] };
    const result = presentInvoice(paid);
    await writeAudit(tx, actor, {
      action: 'invoice.paid',
      subject: id,
      workspaceId,
      details: { number: result.number },
    });
    if (workspaceId !== null && (await findOpenInvoice(tx, workspaceId)) === null) {
      await tx
        .update(subscriptions)
        .set({ nextPlan: null, nextAt: null, nextReason: null, toldAt: null, updatedAt: sql`now()` })
        .where(and(eq(subscriptions.workspaceId, workspaceId), eq(subscriptions.nextReason, 'unpaid')));
    }
    return { result, events: [] };
  });
