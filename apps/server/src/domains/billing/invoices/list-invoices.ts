import type { Invoice } from '@switchyard/contracts/billing/invoices';
import { entityId } from '@switchyard/contracts/entity';
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { type Actor, actsAsAdmin } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { invoices } from '../billing.schema.ts';
import { toPlan } from '../entitlements.ts';

type InvoiceRow = typeof invoices.$inferSelect;
interface Paging {
  limit: number;
  skip: number;
}

const NUMBER_DIGITS = 6;

/** As people quote it. */
export const presentInvoice = (row: InvoiceRow): Invoice => ({
  _id: row.id,
  number: `SY-${String(row.number).padStart(NUMBER_DIGITS, '0')}`,
  status: row.paidAt === null ? 'open' : 'paid',
  plan: toPlan(row.plan),
  months: row.months,
  amountCents: row.amountCents,
  currency: row.currency,
  from: row.fromAt.toISOString(),
  until: row.untilAt.toISOString(),
  workspaceName: row.workspaceName,
  billTo: row.billTo,
  createdAt: row.createdAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  paidBy: row.paidBy,
});

/** One page of a workspace's invoices, latest first. */
export async function listInvoices(db: Db, workspaceId: string, { limit, skip }: Paging) {
  const where = eq(invoices.workspaceId, workspaceId);
  const rows = await db.select().from(invoices).where(where).orderBy(desc(invoices.number)).limit(limit).offset(skip);
  return { data: rows.map(presentInvoice), total: await db.$count(invoices, where) };
}

/** One page of what nobody has paid yet, of all workspaces, oldest first. */
export async function listOpenInvoices(db: Db, { limit, skip }: Paging) {
  const where = isNull(invoices.paidAt);
  const rows = await db.select().from(invoices).where(where).orderBy(asc(invoices.number)).limit(limit).offset(skip);
  return { data: rows.map(presentInvoice), total: await db.$count(invoices, where) };
}

/**
 * One invoice of the actor's workspace, and whose it is; an admin of the platform reads any.
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
