import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { mutation, query, queryOfOthers, routesUnder } from '../operation.ts';
import { plan } from './plans.ts';

/** One invoice: full months of a plan. */
export const invoice = z.object({
  _id: entityId,
  /** As it is quoted, such as `SY-000042`. */
  number: z.string(),
  status: z.enum(['open', 'paid']),
  plan,
  months: z.number().int(),
  amountCents: z.number().int(),
  currency: z.string(),
  from: instant,
  until: instant,
  workspaceName: z.string(),
  billTo: z.string(),
  createdAt: instant,
  paidAt: instant.nullable(),
  /** Who has said that it was paid. */
  paidBy: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoice>;

const pageOfInvoices = page(invoice);
const listed = listQuery.pick({ limit: true, skip: true });

const at = routesUnder('billing');

export const billingInvoiceOperations = {
  invoices: query('billing')
    .route(at.get('/invoices', 'Invoices of the workspace, latest first'))
    .input(listed)
    .output(pageOfInvoices),
  invoice: query('billing')
    .route(at.get('/invoices/{id}', 'One invoice'))
    .input(
      z.object({ id: z.string().max(64).describe('What is no id is not found, as an address that somebody typed.') }),
    )
    .output(invoice),
  openInvoices: queryOfOthers()
    .route(at.get('/open-invoices', 'Unpaid invoices of all workspaces, oldest first; admins of the platform'))
    .input(listed)
    .output(pageOfInvoices),
  markPaid: mutation(null, 'admin')
    .route(at.post('/invoices/{id}/paid', 'An invoice was paid; admins of the platform'))
    .input(z.object({ id: entityId }))
    .output(invoice),
};
