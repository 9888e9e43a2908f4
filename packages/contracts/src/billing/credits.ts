import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';

/** What credits are spent on. */
export const CREDIT_KINDS = ['ai', 'campaign'] as const;
export const creditKind = z.enum(CREDIT_KINDS);
export type CreditKind = z.infer<typeof creditKind>;

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'a month such as 2026-11');

/** Credits spent in one calendar month (UTC). */
export const creditsUsage = z.object({
  month,
  /** Null: unlimited. */
  limit: z.number().int().nullable(),
  spent: z.number().int(),
  renewsAt: instant,
  /** Only days with spending. */
  days: z.array(z.object({ day: z.iso.date(), ai: z.number().int(), campaign: z.number().int() })),
});
export type CreditsUsage = z.infer<typeof creditsUsage>;

export const creditEntry = z.object({
  _id: entityId,
  kind: creditKind,
  credits: z.number().int(),
  /** Name of the person who spent them; null: an automated process of the workspace, such as a bot. */
  by: z.string().nullable(),
  subject: z.string(),
  createdAt: instant,
});
export type CreditEntry = z.infer<typeof creditEntry>;

const at = routesUnder('billing');

export const creditOperations = {
  creditsUsage: query('billing')
    .route(at.get('/credits/usage', 'Credits spent in a month, by day'))
    .input(z.object({ month: month.optional() }))
    .output(creditsUsage),
  creditEntries: query('billing')
    .route(at.get('/credits', 'Credit spending, latest first'))
    .input(listQuery.pick({ limit: true, skip: true }).extend({ month: month.optional(), kind: creditKind.optional() }))
    .output(page(creditEntry)),
};
