import type { ContactFilter, ContactSelection } from '@switchyard/contracts/contacts/operations';
import type { CONTACT_SORTS } from '@switchyard/contracts/contacts/sorts';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, asc, type Column, desc, eq, gt, type InferSelectModel, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { recordset } from '../../platform/database/recordset.ts';
import { containsText, foldedText } from '../../platform/database/text-search.ts';
import { invalid } from '../../platform/refusal.ts';
import { bulkListContacts, contactLabels, contacts, labels } from './contacts.schema.ts';

export type ContactRow = InferSelectModel<typeof contacts>;

export interface ContactsQuery extends ContactFilter {
  limit: number;
  skip: number;
  sort: (typeof CONTACT_SORTS)[number];
}

const SORT_COLUMNS = {
  name: foldedText(contacts.name),
  mobile: contacts.mobile,
  createdAt: contacts.createdAt,
  updatedAt: contacts.updatedAt,
};

/** One page of a workspace's contacts, and the total number of matches. */
export async function listContacts(
  db: Db,
  workspaceId: string,
  { limit, skip, sort, ...filter }: ContactsQuery,
): Promise<{ rows: ContactRow[]; total: number }> {
  const matches = matching(workspaceId, filter);
  const direction = sort.startsWith('-') ? desc : asc;
  const column = SORT_COLUMNS[sort.replace('-', '') as keyof typeof SORT_COLUMNS];
  return pageOf(db, contacts, matches, { limit, skip }, direction(column), direction(contacts.id));
}

/** Contacts of a workspace that match the filter. */
export const matching = (workspaceId: string, { search, labelId, listId }: ContactFilter): SQL | undefined =>
  and(
    eq(contacts.workspaceId, workspaceId),
    search ? contains(search) : undefined,
    labelId ? inArray(contacts.id, membersOf(contactLabels, labelId)) : undefined,
    listId ? inArray(contacts.id, membersOf(bulkListContacts, listId)) : undefined,
  );

const membersOf = (of: typeof contactLabels | typeof bulkListContacts, collectionId: string): SQL =>
  sql`(select ${of.contactId} from ${of} where ${of.collectionId} = ${collectionId})`;

/** Whether a row's recipient is a contact of its workspace with this label. */
export const isLabelled = (to: { workspaceId: Column; recipient: Column }, labelId: string): SQL => sql`exists (
  select from ${contacts} join ${contactLabels} on ${contactLabels.contactId} = ${contacts.id}
  where ${contacts.workspaceId} = ${to.workspaceId} and ${contacts.mobile} = ${to.recipient} and ${contactLabels.collectionId} = ${labelId})`;

/**
 * Ids of the selected contacts, locked in a fixed order.
 * @throws Refusal `INVALID` if more match than the person was shown
 */
export async function lockSelected(tx: Db, workspaceId: string, selection: ContactSelection): Promise<string[]> {
  const where =
    'ids' in selection
      ? and(eq(contacts.workspaceId, workspaceId), inArray(contacts.id, selection.ids))
      : matching(workspaceId, selection.matching);
  const rows = await tx.select({ id: contacts.id }).from(contacts).where(where).orderBy(asc(contacts.id)).for('update');
  if ('expected' in selection && rows.length > selection.expected) {
    throw invalid([
      faultAt('selection.expected', 'moreContacts', { found: rows.length, expected: selection.expected }),
    ]);
  }
  return rows.map(({ id }) => id);
}

/** Finds numbers as people write them: `07700 900` finds `+447700900123`. */
function contains(search: string) {
  const digits = /^[\d\s()+./-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^0+/, '') : '';
  return or(
    containsText(contacts.name, search),
    containsText(contacts.mobile, search),
    digits === '' ? undefined : containsText(contacts.mobile, digits),
  );
}

/** Contacts with these names, ignoring case: one query for any number of names. */
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

/** By the requested name (trimmed): no entry if none matches, several contacts if ambiguous. */
export type ContactsByName = Map<string, ContactRow[]>;

/** Contacts with a label, by id. @param after id of the previous page's last contact; null for the first page */
export function listLabelled(
  db: Db,
  workspaceId: string,
  { label, after, limit }: { label: string; after: string | null; limit: number },
): Promise<ContactRow[]> {
  const labelled = db
    .select({ id: contactLabels.contactId })
    .from(contactLabels)
    .innerJoin(labels, eq(labels.id, contactLabels.collectionId))
    .where(and(eq(labels.workspaceId, workspaceId), eq(foldedText(labels.name), foldedText(sql`${label}::text`))));
  return db
    .select()
    .from(contacts)
    .where(and(inArray(contacts.id, labelled), after === null ? undefined : gt(contacts.id, after)))
    .orderBy(asc(contacts.id))
    .limit(limit);
}

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

/** @returns null if the workspace has no such contact */
export async function findContact(db: Db, workspaceId: string, id: string): Promise<ContactRow | null> {
  const [row] = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.workspaceId, workspaceId), eq(contacts.id, id)));
  return row ?? null;
}

export type FoundContact = Pick<ContactRow, 'workspaceId' | 'mobile' | 'name' | 'firstName' | 'lastName'>;

/** Contacts of many workspaces, each by workspace id and E.164 number. */
export async function findContactsIn(
  db: Db,
  keys: readonly { workspaceId: string; mobile: string }[],
): Promise<FoundContact[]> {
  const { rows } = await db.execute<FoundContact & Record<string, unknown>>(sql`
    select contact.workspace_id as "workspaceId", contact.mobile, contact.name, contact.first_name as "firstName", contact.last_name as "lastName"
    from ${recordset(contacts, keys, 'sought')}
    join ${contacts} contact on contact.workspace_id = sought.workspace_id and contact.mobile = sought.mobile`);
  return rows;
}
