import type { CreditKind } from '@switchyard/contracts/credits';
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
 * Writes a spending into the ledger, in the transaction that does what it is for. A campaign must fit into what is left as a whole. What a model has answered is
 * spent already, so it needs only something to be left, and may end below it: ask {@link creditsLeft} first.
 * The month's row is locked, so that two at once do not spend the same credits.
 * @throws Refusal `NO_CREDITS_LEFT`; nothing was written then
 */
export async function spendCredits(tx: Db, spending: Spending): Promise<void> {
  const { workspaceId, userId, kind, credits, subject, details = {} } = spending;
  if (!Number.isSafeInteger(credits) || credits < 0) throw new Error(`${credits} is no number of credits`);
  if (credits === 0) return;
  await tx.transaction(async (savepoint) => {
    await savepoint
      .insert(creditMonths)
      .values({ workspaceId, month: MONTH, spent: 0 })
      .onConflictDoUpdate({
        target: [creditMonths.workspaceId, creditMonths.month],
        set: { spent: sql`${creditMonths.spent}` },
      });
    const { left, renewsAt } = await creditsLeft(savepoint, workspaceId);
    if (left !== null && left < (kind === 'campaign' ? credits : 1)) {
      const data = { left, needed: credits, renewsAt: renewsAt.toISOString() };
      throw new Refusal('NO_CREDITS_LEFT', data, notEnough(data));
    }
    await savepoint
      .update(creditMonths)
      .set({ spent: sql`${creditMonths.spent} + ${credits}` })
      .where(and(eq(creditMonths.workspaceId, workspaceId), eq(creditMonths.month, MONTH)));
    await savepoint.insert(creditEntries).values({ workspaceId, userId, kind, credits, subject, details });
  });
}

/** In words for whoever wanted to spend. */
const notEnough = ({ left, needed, renewsAt }: { left: number; needed: number; renewsAt: string }): string =>
  `There are not enough credits left this month: ${needed} are needed, and ${left} are left. There are new ones on ${renewsAt.slice(0, 10)}.`;
