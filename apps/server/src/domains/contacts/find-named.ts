import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { foldedText, foldedWords } from '../../platform/database/text-search.ts';
import { invalid } from '../../platform/refusal.ts';
import { contacts, labels } from './contacts.schema.ts';

/** More than anybody can choose from. */
const MAX_FOUND = 300;

/** Longer names are matched by their words. */
const MAX_WORDS = 5;

type NamedContact = Pick<typeof contacts.$inferSelect, 'name' | 'mobile' | 'zone'>;

/**
 * Contacts that a text may mention: those whose whole name appears in it, and those with one of some of its words in
 * their name. Among thousands of contacts called "Person", "Person 4242" must be found.
 * @param named folded to lower case without accents; `text` in the order of the text
 */
export async function findContactsNamed(
  db: Db,
  workspaceId: string,
  { words, text }: { words: readonly string[]; text: readonly string[] },
): Promise<NamedContact[]> {
  const findWhere = (isNamed: SQL): Promise<NamedContact[]> =>
    db
      .select({ name: contacts.name, mobile: contacts.mobile, zone: contacts.zone })
      .from(contacts)
      .where(and(eq(contacts.workspaceId, workspaceId), isNamed))
      .orderBy(contacts.name, contacts.id)
      .limit(MAX_FOUND);
  const phrases = text.flatMap((_, from) =>
    Array.from({ length: MAX_WORDS }, (_, more) => text.slice(from, from + more + 1).join(' ')),
  );
  const byFullName = await findWhere(
    sql`${foldedText(contacts.name)} = any (${sql.param([...new Set(phrases)])}::text[])`,
  );
  const byWords =
    words.length === 0 ? [] : await findWhere(sql`${foldedWords(contacts.name)} && ${sql.param([...words])}::text[]`);
  return [...new Map([...byFullName, ...byWords].map((contact) => [contact.mobile, contact])).values()];
}

/** Names of a workspace's labels, for finding them in a text. */
export async function listLabelNames(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .select({ name: labels.name })
    .from(labels)
    .where(eq(labels.workspaceId, workspaceId))
    .orderBy(labels.id)
    .limit(MAX_FOUND);
  return rows.map(({ name }) => name);
}

/**
 * Ids of labels in the order of the names, ignoring case.
 * @throws Refusal `INVALID` naming a missing one
 */
export async function labelIdsNamed(db: Db, workspaceId: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const folded = foldedText(labels.name);
  const foldedNames = names.map((name) => name.trim().toLowerCase());
  const rows = await db
    .select({ id: labels.id, name: folded })
    .from(labels)
    .where(and(eq(labels.workspaceId, workspaceId), inArray(folded, foldedNames)));
  return foldedNames.map((name, at) => {
    const found = rows.find((row) => row.name === name);
    if (!found) throw invalid([faultAt('labels', 'labelUnknown', { name: names[at] ?? '' })]);
    return found.id;
  });
}
