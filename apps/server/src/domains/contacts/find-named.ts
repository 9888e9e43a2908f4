import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { contacts } from './contacts.schema.ts';

/** More than anybody can choose between. */
const MOST = 300;

/** The words of a name without case and accents, as they are compared. */
const NAME_WORDS = sql`regexp_split_to_array(regexp_replace(normalize(lower(${contacts.name} collate "und-x-icu"), nfkd), '[\\u0300-\\u036f]', '', 'g'), '[^[:alnum:]]+')`;

/** Contacts whose names have one of these words (folded: lower case, without accents), for whoever reads names in a text. */
export async function findContactsNamed(
  db: Db,
  workspaceId: string,
  words: readonly string[],
): Promise<{ name: string; mobile: string; zone: string | null }[]> {
  if (words.length === 0) return [];
  return db
    .select({ name: contacts.name, mobile: contacts.mobile, zone: contacts.zone })
    .from(contacts)
    .where(sql`${contacts.workspaceId} = ${workspaceId} and ${NAME_WORDS} && ${sql.param([...words])}::text[]`)
    .orderBy(contacts.name, contacts.id)
    .limit(MOST);
}
