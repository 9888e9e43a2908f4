import type { Db } from '../../platform/database/database.ts';
import { type ContactRow, findContactsByMobiles } from './contacts.queries.ts';
import { contacts } from './contacts.schema.ts';

export interface NewContact {
  name: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** E.164. */
  mobile: string;
  zone?: string | null | undefined;
}

/**
 * Ensures that every number is a contact, in at most two statements. An existing contact keeps its name: the address
 * book outranks an import's column.
 * @returns all of them by number
 */
export async function ensureContacts(
  db: Db,
  workspaceId: string,
  newContacts: NewContact[],
): Promise<Map<string, ContactRow>> {
  // The first row of a number names it. Sorted, so that concurrent imports lock in the same order.
  const firstOf = new Map(newContacts.toReversed().map((contact) => [contact.mobile, contact]));
  const rows = [...firstOf.values()].sort((a, b) => (a.mobile < b.mobile ? -1 : 1));
  if (rows.length === 0) return new Map();
  const created = await db
    .insert(contacts)
    .values(rows.map((row) => ({ ...row, workspaceId })))
    .onConflictDoNothing({ target: [contacts.workspaceId, contacts.mobile] })
    .returning();
  const found = new Map(created.map((row) => [row.mobile, row]));
  const others = rows.map((row) => row.mobile).filter((mobile) => !found.has(mobile));
  for (const [mobile, row] of await findContactsByMobiles(db, workspaceId, others)) found.set(mobile, row);
  return found;
}
