import { TOLD_DAYS_BEFORE } from '@switchyard/contracts/plans';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { subscriptions } from './billing.schema.ts';
import { planEndsMail } from './plan-ends-mail.ts';
import { planNotice } from './plan-hooks.ts';

const SOON = sql`now() + make_interval(days => ${TOLD_DAYS_BEFORE})`;

/** A month that nobody has paid is not followed by another: what ends soon with an open invoice ends for good, and its owners hear of it below. */
const END_UNPAID = sql`update subscriptions s
  set next_plan = 'free', next_at = s.period_ends_at, next_reason = 'unpaid', told_at = null, updated_at = now()
  where s.period_ends_at <= ${SOON} and s.next_plan is null
    and exists (select from invoices i where i.workspace_id = s.workspace_id and i.paid_at is null)`;

/** Tells owners, once, of plans that end within the next days: by mail, and whoever else is asked to (`plan-notice`). */
export async function tellOfEnds({ database, mailer, hooks, log, events, config }: Platform): Promise<void> {
  const { db } = database;
  await db.execute(END_UNPAID);
  const ending = await db
    .select({ workspaceId: subscriptions.workspaceId })
    .from(subscriptions)
    .where(and(lte(subscriptions.nextAt, SOON), isNull(subscriptions.toldAt)))
    .limit(100);
  for (const { workspaceId } of ending) {
    const told = await db.transaction(async (tx) => {
      const [row] = await tx
        .update(subscriptions)
        .set({ toldAt: sql`now()` })
        .where(and(eq(subscriptions.workspaceId, workspaceId), isNull(subscriptions.toldAt)))
        .returning();
      if (!row?.nextAt || !row.nextPlan) return [];
      const { nextAt, nextPlan, nextReason } = row;
      const { rows: owners } = await tx.execute<{ name: string; email: string; workspace: string }>(
        sql`select users.name, users.email, workspaces.name as workspace from workspace_members member
          join users on users.id = member.user_id join workspaces on workspaces.id = member.organization_id
          where member.organization_id = ${workspaceId} and member.role = 'owner'`,
      );
      for (const owner of owners)
        await mailer.send(planEndsMail(config.publicUrl, owner, { nextAt, nextPlan, nextReason }));
      const data = { at: nextAt.toISOString(), plan: nextPlan, reason: nextReason };
      return planNotice.call({ hooks, log }, tx, { workspaceId, subject: data.at, data });
    });
    events.dispatch(told);
  }
}
