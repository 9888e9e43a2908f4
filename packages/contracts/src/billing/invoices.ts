import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { crossWorkspaceQuery, mutation, query, routesUnder } from '../operation.ts';
import { plan } from './plans.ts';

/** An invoice for full months of a plan. */
export const invoice = z.object({
  _id: entityId,
  /** Reference shown on the invoice, such as `SY-000042`. */
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
  /** Name of the admin who marked it as paid. */
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
      z.object({
        id: z
          .string()
          .max(64)
          .describe('Invoice id. A malformed id is answered with 404, as a mistyped address would be.'),
      }),
    )
    .output(invoice),
  openInvoices: crossWorkspaceQuery()
    .route(at.get('/open-invoices', 'Unpaid invoices of all workspaces, oldest first; admins of the platform'))
    .input(listed)
    .output(pageOfInvoices),
  markPaid: mutation(null, 'admin')
    .route(at.post('/invoices/{id}/paid', 'Mark an invoice as paid; admins of the platform'))
    .input(z.object({ id: entityId }))
    .output(invoice),
};
