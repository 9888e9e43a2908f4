import { and, asc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { containsText, foldedText } from '../../platform/database/text-search.ts';
import { chatFacts } from './chat-facts.schema.ts';
import { IN_BROWSER } from './engines.policy.ts';
import { engines } from './engines.schema.ts';

export interface GroupRow {
  chat: string;
  subject: string | null;
  size: number | null;
  /** The account is a member and may write; unknown counts as true. */
  canWrite: boolean;
  /** The account is no longer a member. */
  isLeft: boolean;
}

/** A group, with an engine of the workspace that knows it. */
export interface KnownGroup extends GroupRow {
  engineId: string;
  driver: string;
}

const COLUMNS = {
  chat: chatFacts.chat,
  subject: chatFacts.subject,
  size: chatFacts.size,
  canWrite: sql<boolean>`${chatFacts.mayWrite} is distinct from false and ${chatFacts.isLeft} is distinct from true`,
  isLeft: sql<boolean>`${chatFacts.isLeft} is true`,
};

/** One page of an engine's groups: those it can write to first, then by subject. */
export async function listGroups(
  db: Db,
  {
    engineId,
    search,
    limit,
    skip,
    isSeen = sql`true`,
  }: { engineId: string; search?: string | undefined; limit: number; skip: number; isSeen?: SQL },
): Promise<{ rows: GroupRow[]; total: number }> {
  const text = search?.replaceAll('\0', '').trim();
  const matches = and(
    eq(chatFacts.engineId, engineId),
    like(chatFacts.chat, '%@g.us'),
    isSeen,
    text ? or(containsText(chatFacts.subject, text), containsText(chatFacts.chat, text)) : undefined,
  );
  const order: SQL[] = [sql`${COLUMNS.canWrite} desc`, sql`${foldedText(chatFacts.subject)} nulls last`];
  const rows = await db
    .select(COLUMNS)
    .from(chatFacts)
    .where(matches)
    .orderBy(...order, asc(chatFacts.chat))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(chatFacts, matches) };
}

/**
 * Groups by id, each with the active engine of the workspace to send through: one that can write there, preferably
 * `preferredId`, else the oldest. Groups that no engine knows are omitted.
 */
export async function findGroups(
  db: Db,
  workspaceId: string,
  ids: string[],
  preferredId: string | null,
): Promise<Map<string, KnownGroup>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ ...COLUMNS, engineId: engines.id, driver: engines.driver })
    .from(chatFacts)
    .innerJoin(engines, eq(engines.id, chatFacts.engineId))
    .where(
      and(
        eq(engines.workspaceId, workspaceId),
        eq(engines.active, true),
        inArray(engines.engineType, ['session-pod', IN_BROWSER]),
        inArray(chatFacts.chat, ids),
      ),
    )
    // The last row per chat wins.
    .orderBy(COLUMNS.canWrite, sql`${engines.id} is not distinct from ${preferredId}::uuid`, sql`${engines.id} desc`);
  return new Map(rows.map((row) => [row.chat, row]));
}

/** Which of these groups an engine can write to. */
export async function writableGroups(db: Db, engineId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select(COLUMNS)
    .from(chatFacts)
    .where(and(eq(chatFacts.engineId, engineId), inArray(chatFacts.chat, ids)));
  return new Set(rows.filter(({ canWrite }) => canWrite).map(({ chat }) => chat));
}

/** More than anybody can choose from. */
const MAX_NAMED = 100;

/** Groups of a workspace whose subject contains one of these words (lower case), for finding names in a text. */
export async function findGroupsNamed(
  db: Db,
  workspaceId: string,
  words: readonly string[],
): Promise<{ name: string; mobile: string }[]> {
  if (words.length === 0) return [];
  const subjectWords = sql`regexp_split_to_array(${foldedText(chatFacts.subject)}, '[^[:alnum:]]+')`;
  const rows = await db
    .selectDistinctOn([chatFacts.chat], { name: chatFacts.subject, mobile: chatFacts.chat })
    .from(chatFacts)
    .innerJoin(engines, eq(engines.id, chatFacts.engineId))
    .where(
      and(
        eq(engines.workspaceId, workspaceId),
        like(chatFacts.chat, '%@g.us'),
        sql`${subjectWords} && ${sql.param([...words])}::text[]`,
      ),
    )
    .limit(MAX_NAMED);
  return rows.flatMap(({ name, mobile }) => (name === null ? [] : [{ name, mobile }]));
}
