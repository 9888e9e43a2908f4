import type { CONTACT_SORTS } from '@switchyard/contracts/contacts';
import { and, asc, desc, eq, type InferSelectModel, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { containsText, foldedText } from '../../platform/database/text-search.ts';
import { contacts } from './contacts.schema.ts';

export type ContactRow = InferSelectModel<typeof contacts>;

export interface ContactsQuery {
  limit: number;
  skip: number;
  search?: string | undefined;
  sort: (typeof CONTACT_SORTS)[number];
}

const SORT_COLUMNS = {
  name: foldedText(contacts.name),
  mobile: contacts.mobile,
  createdAt: contacts.createdAt,
  updatedAt: contacts.updatedAt,
};

/** One page of a workspace's contacts, and how many match without paging. */
export async function listContacts(
  db: Db,
  workspaceId: string,
  { limit, skip, search, sort }: ContactsQuery,
): Promise<{ rows: ContactRow[]; total: number }> {
  const matches = and(eq(contacts.workspaceId, workspaceId), search ? contains(search) : undefined);
  const direction = sort.startsWith('-') ? desc : asc;
  const column = SORT_COLUMNS[sort.replace('-', '') as keyof typeof SORT_COLUMNS];
  const rows = await db
    .select()
    .from(contacts)
    .where(matches)
    .orderBy(direction(column), direction(contacts.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(contacts, matches) };
}

/** A number is searched as people write it: `07700 900` finds `+447700900123`. */
function contains(search: string) {
  const digits = /^[\d\s()+./-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^0+/, '') : '';
  return or(
    containsText(contacts.name, search),
    containsText(contacts.mobile, search),
    digits === '' ? undefined : containsText(contacts.mobile, digits),
  );
}

/** The contacts with these names, without regard to case: one query for any number of names. */
export async function findContactsByNames(db: Db, workspaceId: string, names: string[]): Promise<ContactsByName> {
  const wanted = [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
  if (wanted.length === 0) return new Map();
  const given = sql`unnest(${sql.param(wanted)}::text[]) as given(name)`;
  const rows = await db
    .select({ asked: sql<string>`given.name`, contact: contacts })
    .from(given)
    .innerJoin(
      contacts,
      and(eq(contacts.workspaceId, workspaceId), eq(foldedText(contacts.name), foldedText(sql`given.name`))),
    )
    .orderBy(contacts.createdAt, contacts.id);
  const found: ContactsByName = new Map();
  for (const { asked, contact } of rows) found.set(asked, [...(found.get(asked) ?? []), contact]);
  return found;
}

/** By name as asked (trimmed): no entry for none, several contacts when the name is ambiguous. */
export type ContactsByName = Map<string, ContactRow[]>;

/** The workspace's contacts with these E.164 numbers, by number. */
export async function findContactsByMobiles(
  db: Db,
  workspaceId: string,
  mobiles: string[],
): Promise<Map<string, ContactRow>> {
  if (mobiles.length === 0) return new Map();
  const rows = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.workspaceId, workspaceId), inArray(contacts.mobile, [...new Set(mobiles)])));
  return new Map(rows.map((row) => [row.mobile, row]));
}
