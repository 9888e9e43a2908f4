import { formsOf } from '@switchyard/contracts/number-forms';
import type { Suppression } from '@switchyard/contracts/suppression/operations';
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { redactText } from '../../platform/hidden-text.ts';
import { contacts } from '../contacts/contacts.schema.ts';
import { suppressions } from './suppression.schema.ts';

export type SuppressionRow = typeof suppressions.$inferSelect;

/** The numbers of these that want no messages, in whichever form of theirs they said so. */
export async function isSuppressed(db: Db, workspaceId: string, mobiles: readonly string[]): Promise<Set<string>> {
  if (mobiles.length === 0) return new Set();
  const rows = await db
    .select({ mobile: suppressions.mobile })
    .from(suppressions)
    .where(
      and(
        eq(suppressions.workspaceId, workspaceId),
        // One parameter: a statement of thousands of them takes longer to write than to answer.
        sql`${suppressions.mobile} = any (${sql.param([...new Set(mobiles.flatMap(formsOf))])}::text[])`,
        isNull(suppressions.endedAt),
      ),
    );
  const unwilling = new Set(rows.map(({ mobile }) => mobile));
  return new Set(mobiles.filter((mobile) => formsOf(mobile).some((form) => unwilling.has(form))));
}

/** The same over workspaces. @returns those of the pairs that are among them, by their place */
export async function suppressedAmong(
  db: Db,
  asked: readonly { workspaceId: string; mobile: string }[],
): Promise<Set<number>> {
  if (asked.length === 0) return new Set();
  const told = asked.flatMap(({ workspaceId, mobile }, place) =>
    formsOf(mobile).map((form) => ({ workspaceId, mobile: form, place })),
  );
  const { rows } = await db.execute<{ place: number }>(sql`
    select told.place from json_to_recordset(${JSON.stringify(told)}::json) as told ("workspaceId" uuid, mobile text, place int)
    where exists (select from ${suppressions} one where one.workspace_id = told."workspaceId" and one.mobile = told.mobile and one.ended_at is null)`);
  return new Set(rows.map(({ place }) => place));
}

const lockOf = (workspaceId: string) => sql`hashtextextended(${`suppression ${workspaceId}`}, 0)`;

/**
 * Until this transaction ends, nobody's wish to be left alone is stored: whoever asks {@link isSuppressed} after it and
 * stores messages knows of every wish before, and every later one finds those messages and withdraws them. To be held
 * for moments only.
 */
export async function lockSuppressionsShared(tx: Db, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockOf(workspaceId)})`);
}

/** The other side of {@link lockSuppressionsShared}. */
export async function lockSuppressions(tx: Db, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(workspaceId)})`);
}

const shown = { row: suppressions, contactName: contacts.name };
const ofContact = and(eq(contacts.workspaceId, suppressions.workspaceId), eq(contacts.mobile, suppressions.mobile));

interface Query {
  limit: number;
  skip: number;
  search?: string | undefined;
  sort: 'createdAt' | '-createdAt' | 'mobile' | '-mobile';
}

/** One page of those who want no messages, and how many match without paging. */
export async function listSuppressions(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'onBehalfOf'>,
  { limit, skip, search, sort }: Query,
): Promise<{ data: Suppression[]; total: number }> {
  const digits = search?.replace(/[^\d+]/g, '');
  const matches = and(
    eq(suppressions.workspaceId, actor.workspaceId),
    isNull(suppressions.endedAt),
    search ? containsText(suppressions.mobile, digits || search) : undefined,
  );
  const direction = sort.startsWith('-') ? desc : asc;
  const rows = await db
    .select(shown)
    .from(suppressions)
    .leftJoin(contacts, ofContact)
    .where(matches)
    .orderBy(
      direction(sort.endsWith('mobile') ? suppressions.mobile : suppressions.createdAt),
      direction(suppressions.id),
    )
    .limit(limit)
    .offset(skip);
  return { data: rows.map((row) => present(row, actor)), total: await db.$count(suppressions, matches) };
}

/** What is known of a number's wish; null: it may be written to. */
export async function findSuppression(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'onBehalfOf'>,
  mobile: string,
): Promise<Suppression | null> {
  const [row] = await db
    .select(shown)
    .from(suppressions)
    .leftJoin(contacts, ofContact)
    .where(
      and(
        eq(suppressions.workspaceId, actor.workspaceId),
        inArray(suppressions.mobile, formsOf(mobile)),
        isNull(suppressions.endedAt),
      ),
    );
  return row ? present(row, actor) : null;
}

const present = (
  { row, contactName }: { row: SuppressionRow; contactName: string | null },
  actor: Pick<Actor, 'onBehalfOf'>,
): Suppression => ({
  _id: row.id,
  mobile: row.mobile,
  contactName,
  cause: row.cause,
  words: redactText(actor, row.words),
  createdAt: row.createdAt.toISOString(),
});
