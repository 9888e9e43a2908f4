import type { CreditEntry, CreditKind, CreditsUsage } from '@switchyard/contracts/billing/credits';
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { creditEntries } from '../billing.schema.ts';
import { entitlements } from '../entitlements.ts';

const thisMonth = (now: Date) => now.toISOString().slice(0, 7);
const firstOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

function firstOfNext(month: string): Date {
  const first = firstOf(month);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
}

const isInMonth = (workspaceId: string, month: string) =>
  and(
    eq(creditEntries.workspaceId, workspaceId),
    gte(creditEntries.createdAt, firstOf(month)),
    lt(creditEntries.createdAt, firstOfNext(month)),
  );

/** Credits a workspace spent in a month, by day. @param month `YYYY-MM`; defaults to the current month */
export async function readUsage(db: Db, workspaceId: string, now: Date, month = thisMonth(now)): Promise<CreditsUsage> {
  const day = sql<string>`to_char(${creditEntries.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const ofKind = (kind: CreditKind) =>
    sql<number>`coalesce(sum(${creditEntries.credits}) filter (where ${creditEntries.kind} = ${kind}), 0)::int`;
  const [days, { creditsPerMonth }] = await Promise.all([
    db
      .select({ day, ai: ofKind('ai'), campaign: ofKind('campaign') })
      .from(creditEntries)
      .where(isInMonth(workspaceId, month))
      .groupBy(sql`1`)
      .orderBy(sql`1`),
    entitlements(db, workspaceId),
  ]);
  const spent = days.reduce((sum, { ai, campaign }) => sum + ai + campaign, 0);
  return { month, limit: creditsPerMonth, spent, renewsAt: firstOfNext(month).toISOString(), days };
}

/** Credits one person has spent on language models this month, by the database's clock. */
export async function creditsSpentBy(db: Db, workspaceId: string, userId: string): Promise<number> {
  const [row] = await db
    .select({ spent: sql<number>`coalesce(sum(${creditEntries.credits}), 0)::int` })
    .from(creditEntries)
    .where(
      and(
        eq(creditEntries.workspaceId, workspaceId),
        eq(creditEntries.userId, userId),
        eq(creditEntries.kind, 'ai'),
        sql`${creditEntries.createdAt} >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`,
      ),
    );
  return row?.spent ?? 0;
}

/** One page of the ledger, latest first. */
export async function listCredits(
  db: Db,
  workspaceId: string,
  now: Date,
  {
    limit,
    skip,
    month = thisMonth(now),
    kind,
  }: { limit: number; skip: number; month?: string | undefined; kind?: CreditKind | undefined },
): Promise<{ data: CreditEntry[]; total: number }> {
  const where = and(isInMonth(workspaceId, month), kind ? eq(creditEntries.kind, kind) : undefined);
  const rows = await db
    .select({
      entry: creditEntries,
      by: sql<string | null>`(select name from users where id = credit_entries.user_id)`,
    })
    .from(creditEntries)
    .where(where)
    .orderBy(desc(creditEntries.createdAt), desc(creditEntries.id))
    .limit(limit)
    .offset(skip);
  const data = rows.map(({ entry, by }) => ({
    _id: entry.id,
    kind: entry.kind as CreditKind,
    credits: entry.credits,
    by,
    subject: entry.subject,
    createdAt: entry.createdAt.toISOString(),
  }));
  return { data, total: await db.$count(creditEntries, where) };
}
