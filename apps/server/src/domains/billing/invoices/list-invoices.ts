import { type Invoice, invoice } from '@switchyard/contracts/billing/invoices';
import { entityId } from '@switchyard/contracts/entity';
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { type Actor, actsAsAdmin } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { pageOf } from '../../../platform/database/page-of.ts';
import { presenter } from '../../../platform/presenter.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { invoices } from '../billing.schema.ts';
import { toPlan } from '../entitlements.ts';

type InvoiceRow = typeof invoices.$inferSelect;
interface Paging {
  limit: number;
  skip: number;
}

const NUMBER_DIGITS = 6;

const same = presenter(invoice);
/** The number that people quote. */
export const presentInvoice = (row: InvoiceRow): Invoice => ({
  ...same(row),
  number: `SY-${String(row.number).padStart(NUMBER_DIGITS, '0')}`,
  status: row.paidAt === null ? 'open' : 'paid',
  plan: toPlan(row.plan),
  from: row.fromAt.toISOString(),
  until: row.untilAt.toISOString(),
});

/** One page of a workspace's invoices, latest first. */
export async function listInvoices(db: Db, workspaceId: string, { limit, skip }: Paging) {
  const where = eq(invoices.workspaceId, workspaceId);
  const { rows, total } = await pageOf(db, invoices, where, { limit, skip }, desc(invoices.number));
  return { data: rows.map(presentInvoice), total };
}

/** One page of unpaid invoices of all workspaces, oldest first. */
export async function listOpenInvoices(db: Db, { limit, skip }: Paging) {
  const where = isNull(invoices.paidAt);
  const { rows, total } = await pageOf(db, invoices, where, { limit, skip }, asc(invoices.number));
  return { data: rows.map(presentInvoice), total };
}

/**
 * One invoice of the actor's workspace, with its recipient; platform admins may read any.
 * @throws Refusal `NOT_FOUND`
 */
export async function readInvoice(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ invoice: Invoice; workspaceId: string | null }> {
  if (!entityId.safeParse(id).success) throw new Refusal('NOT_FOUND');
  const ofWorkspace = actsAsAdmin(actor) ? undefined : eq(invoices.workspaceId, actor.workspaceId);
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), ofWorkspace));
  if (!row) throw new Refusal('NOT_FOUND');
  return { invoice: presentInvoice(row), workspaceId: row.workspaceId };
}
