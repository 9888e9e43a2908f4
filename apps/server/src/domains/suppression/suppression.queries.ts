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

/** Returns those of these numbers that have opted out, in any of their forms. */
export async function isSuppressed(db: Db, workspaceId: string, mobiles: readonly string[]): Promise<Set<string>> {
  if (mobiles.length === 0) return new Set();
  const rows = await db
    .select({ mobile: suppressions.mobile })
    .from(suppressions)
    .where(
      and(
        eq(suppressions.workspaceId, workspaceId),
        // A single array parameter: with thousands of parameters, the statement takes longer to build than to run.
        sql`${suppressions.mobile} = any (${sql.param([...new Set(mobiles.flatMap(formsOf))])}::text[])`,
        isNull(suppressions.endedAt),
      ),
    );
  const suppressed = new Set(rows.map(({ mobile }) => mobile));
  return new Set(mobiles.filter((mobile) => formsOf(mobile).some((form) => suppressed.has(form))));
}

/** Like {@link isSuppressed} for several workspaces. @returns the positions of the pairs that have opted out */
export async function suppressedAmong(
  db: Db,
  pairs: readonly { workspaceId: string; mobile: string }[],
): Promise<Set<number>> {
  if (pairs.length === 0) return new Set();
  const forms = pairs.flatMap(({ workspaceId, mobile }, place) =>
    formsOf(mobile).map((form) => ({ workspaceId, mobile: form, place })),
  );
  const { rows } = await db.execute<{ place: number }>(sql`
    select pairs.place from json_to_recordset(${JSON.stringify(forms)}::json) as pairs ("workspaceId" uuid, mobile text, place int)
    where exists (select from ${suppressions} s where s.workspace_id = pairs."workspaceId" and s.mobile = pairs.mobile and s.ended_at is null)`);
  return new Set(rows.map(({ place }) => place));
}

const lockOf = (workspaceId: string) => sql`hashtextextended(${`suppression ${workspaceId}`}, 0)`;

/**
 * Blocks new opt-outs until this transaction ends. A caller that checks {@link isSuppressed} after this and stores
 * messages knows all earlier opt-outs, and every later one finds those messages and withdraws them. Hold it only
 * briefly.
 */
export async function lockSuppressionsShared(tx: Db, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockOf(workspaceId)})`);
}

/** The exclusive counterpart of {@link lockSuppressionsShared}, for storing opt-outs. */
export async function lockSuppressions(tx: Db, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(workspaceId)})`);
}

const SELECTION = { row: suppressions, contactName: contacts.name };
const ofContact = and(eq(contacts.workspaceId, suppressions.workspaceId), eq(contacts.mobile, suppressions.mobile));

interface Query {
  limit: number;
  skip: number;
  search?: string | undefined;
  sort: 'createdAt' | '-createdAt' | 'mobile' | '-mobile';
}

/** Lists a page of opt-outs, with the total. */
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
    .select(SELECTION)
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

/** Finds the opt-out of a number. Null: it may be messaged. */
export async function findSuppression(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'onBehalfOf'>,
  mobile: string,
): Promise<Suppression | null> {
  const [row] = await db
    .select(SELECTION)
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
