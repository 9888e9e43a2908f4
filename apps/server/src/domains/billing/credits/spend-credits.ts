import type { CreditKind } from '@switchyard/contracts/billing/credits';
import { text } from '@switchyard/contracts/text/text';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { creditEntries, creditMonths } from '../billing.schema.ts';
import { entitlements } from '../entitlements.ts';

export interface Spending {
  workspaceId: string;
  /** Null for automated spending, such as a bot's. */
  userId: string | null;
  kind: CreditKind;
  /** A whole number, 0 or more. */
  credits: number;
  /** What it was spent on: text or an id. */
  subject: string;
  details?: Record<string, unknown>;
  /** The work is already done: record it even if no credits are left. */
  isDone?: boolean;
}

/** The current calendar month, in UTC, by the database's clock. */
export const MONTH = sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM')`;
const RENEWS = sql<Date>`(date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC'`;

/** Credits a workspace has left this month. */
export interface CreditsLeft {
  /** Never below 0; null for no limit. */
  left: number | null;
  renewsAt: Date;
}

/** Tokens of a language model per credit; a started credit counts in full. */
const TOKENS_PER_CREDIT = 1_000;

export const creditsOfTokens = ({ input, output }: { input: number; output: number }): number =>
  Math.ceil((input + output) / TOKENS_PER_CREDIT);

/** An embedding model costs about a hundredth of a text model. */
const EMBEDDED_TOKENS_PER_CREDIT = 100 * TOKENS_PER_CREDIT;

export const creditsOfEmbedded = (tokens: number): number => Math.ceil(tokens / EMBEDDED_TOKENS_PER_CREDIT);

/** The workspace's remaining credits this month, and when they renew. */
export async function creditsLeft(db: Db, workspaceId: string): Promise<CreditsLeft> {
  const { creditsPerMonth } = await entitlements(db, workspaceId);
  const spent = db
    .select({ spent: creditMonths.spent })
    .from(creditMonths)
    .where(and(eq(creditMonths.workspaceId, workspaceId), eq(creditMonths.month, MONTH)));
  const { rows } = await db.execute<{ spent: string; renews_at: Date }>(
    sql`select coalesce((${spent}), 0) as spent, ${RENEWS} as renews_at`,
  );
  const left = creditsPerMonth === null ? null : Math.max(0, creditsPerMonth - Number(rows[0]?.spent));
  return { left, renewsAt: new Date(rows[0]?.renews_at ?? 0) };
}

/**
 * Records spending in the ledger, in the transaction of the work it pays for. Model output only requires that some
 * credits are left, and may go past the limit, because its cost is not known in advance: check {@link creditsLeft}
 * first. Campaigns reserve credits.
 * @throws Refusal `NO_CREDITS_LEFT`; then nothing was written
 */
export async function spendCredits(tx: Db, spending: Spending): Promise<void> {
  const { workspaceId, credits, kind, isDone } = spending;
  if (!isWhole(credits)) return;
  await tx.transaction(async (savepoint) => {
    await takeCredits(savepoint, workspaceId, { credits, atLeast: kind === 'campaign' ? credits : isDone ? 0 : 1 });
    await savepoint.insert(creditEntries).values(entryOf(spending));
  });
}

/**
 * Reserves credits for work whose cost is not known yet. All of them must be available, and nobody else can spend them.
 * The ledger shows nothing until {@link spendReserved}.
 * @throws Refusal `NO_CREDITS_LEFT`; then nothing was reserved
 */
export async function reserveCredits(tx: Db, workspaceId: string, credits: number): Promise<void> {
  if (isWhole(credits))
    await tx.transaction((savepoint) => takeCredits(savepoint, workspaceId, { credits, atLeast: credits }));
}

/**
 * Records what was used of a reservation, at most all of it, dated when it was made, and returns the rest to that
 * month.
 */
export async function spendReserved(
  tx: Db,
  { reserved, at, ...spending }: Spending & { reserved: number; at: Date },
): Promise<void> {
  const credits = Math.min(spending.credits, reserved);
  const month = at.toISOString().slice(0, 7);
  await tx
    .update(creditMonths)
    .set({ spent: sql`${creditMonths.spent} - ${reserved - credits}` })
    .where(and(eq(creditMonths.workspaceId, spending.workspaceId), eq(creditMonths.month, month)));
  if (isWhole(credits)) await tx.insert(creditEntries).values({ ...entryOf({ ...spending, credits }), createdAt: at });
}

/** Whether there is anything to spend. */
function isWhole(credits: number): boolean {
  if (!Number.isSafeInteger(credits) || credits < 0) throw new Error(`${credits} is not a valid number of credits`);
  return credits > 0;
}

const entryOf = ({ workspaceId, userId, kind, credits, subject, details = {} }: Spending) => ({
  ...{ workspaceId, userId, kind, credits, subject, details },
});

/**
 * Takes credits from the current month. Locks its row, so that two callers cannot spend the same credits.
 * @throws Refusal `NO_CREDITS_LEFT`
 */
async function takeCredits(
  savepoint: Db,
  workspaceId: string,
  { credits, atLeast }: { credits: number; atLeast: number },
): Promise<void> {
  await savepoint
    .insert(creditMonths)
    .values({ workspaceId, month: MONTH, spent: 0 })
    .onConflictDoUpdate({
      target: [creditMonths.workspaceId, creditMonths.month],
      set: { spent: sql`${creditMonths.spent}` },
    });
  const { left, renewsAt } = await creditsLeft(savepoint, workspaceId);
  if (left !== null && left < atLeast) {
    const data = { left, needed: credits, renewsAt: renewsAt.toISOString() };
    throw new Refusal('NO_CREDITS_LEFT', data, creditShortageText(data));
  }
  await savepoint
    .update(creditMonths)
    .set({ spent: sql`${creditMonths.spent} + ${credits}` })
    .where(and(eq(creditMonths.workspaceId, workspaceId), eq(creditMonths.month, MONTH)));
}

/** Refusal text for the person who wanted to spend. */
const creditShortageText = ({ left, needed, renewsAt }: { left: number; needed: number; renewsAt: string }) =>
  text('creditsShort', { needed, left, date: renewsAt.slice(0, 10) });
