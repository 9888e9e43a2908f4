import type { CreditKind } from '@switchyard/contracts/billing/credits';
import { text } from '@switchyard/contracts/text/text';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { creditEntries, creditMonths } from '../billing.schema.ts';
import { entitlements } from '../entitlements.ts';

export interface Spending {
  workspaceId: string;
  /** Null: a rule of the workspace, such as a bot. */
  userId: string | null;
  kind: CreditKind;
  /** Whole, 0 or more. */
  credits: number;
  /** What for, in words or by an id. */
  subject: string;
  details?: Record<string, unknown>;
  /** It has been done already, and is written down though nothing is left. */
  isDone?: boolean;
}

/** The calendar month now, in UTC, by the database's clock. */
export const MONTH = sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM')`;
const RENEWS = sql<Date>`(date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC'`;

/** What a workspace has left of this month's credits. */
export interface CreditsLeft {
  /** Never below 0; null: no limit. */
  left: number | null;
  renewsAt: Date;
}

/** A credit is so many tokens of a language model, begun ones counted whole. */
const TOKENS_PER_CREDIT = 1_000;

export const creditsOfTokens = ({ input, output }: { input: number; output: number }): number =>
  Math.ceil((input + output) / TOKENS_PER_CREDIT);

/** An embedding model costs about a hundredth of one that writes. */
const EMBEDDED_TOKENS_PER_CREDIT = 100 * TOKENS_PER_CREDIT;

export const creditsOfEmbedded = (tokens: number): number => Math.ceil(tokens / EMBEDDED_TOKENS_PER_CREDIT);

/** What is left of a workspace's credits this month, and when there are new ones. */
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
 * Writes a spending into the ledger, in the transaction that does what it is for. What a model makes needs only
 * something to be left, and may end below it, as nobody knows before what it costs: ask {@link creditsLeft} first. A
 * campaign reserves.
 * @throws Refusal `NO_CREDITS_LEFT`; nothing was written then
 */
export async function spendCredits(tx: Db, spending: Spending): Promise<void> {
  const { workspaceId, credits, kind, isDone } = spending;
  if (!isWhole(credits)) return;
  await tx.transaction(async (savepoint) => {
    await take(savepoint, workspaceId, { credits, atLeast: kind === 'campaign' ? credits : isDone ? 0 : 1 });
    await savepoint.insert(creditEntries).values(entryOf(spending));
  });
}

/**
 * Keeps credits for what is about to be done, before it is known what that costs: they must be left as a whole, and
 * nobody else spends them. The ledger says nothing of them until {@link spendReserved}.
 * @throws Refusal `NO_CREDITS_LEFT`; nothing was kept then
 */
export async function reserveCredits(tx: Db, workspaceId: string, credits: number): Promise<void> {
  if (isWhole(credits))
    await tx.transaction((savepoint) => take(savepoint, workspaceId, { credits, atLeast: credits }));
}

/**
 * Writes into the ledger what came of a reservation, at most all of it, as of when it was made, and gives the rest back
 * to that month.
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

/** Whether there is something to spend. */
function isWhole(credits: number): boolean {
  if (!Number.isSafeInteger(credits) || credits < 0) throw new Error(`${credits} is no number of credits`);
  return credits > 0;
}

const entryOf = ({ workspaceId, userId, kind, credits, subject, details = {} }: Spending) => ({
  ...{ workspaceId, userId, kind, credits, subject, details },
});

/**
 * Takes credits from this month's. Its row is locked, so that two at once do not spend the same.
 * @throws Refusal `NO_CREDITS_LEFT`
 */
async function take(
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
    throw new Refusal('NO_CREDITS_LEFT', data, notEnough(data));
  }
  await savepoint
    .update(creditMonths)
    .set({ spent: sql`${creditMonths.spent} + ${credits}` })
    .where(and(eq(creditMonths.workspaceId, workspaceId), eq(creditMonths.month, MONTH)));
}

/** In words for whoever wanted to spend. */
const notEnough = ({ left, needed, renewsAt }: { left: number; needed: number; renewsAt: string }) =>
  text('creditsShort', { needed, left, date: renewsAt.slice(0, 10) });
