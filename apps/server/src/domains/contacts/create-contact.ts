import type { FieldFault } from '@switchyard/contracts/errors';
import type { Db } from '../../platform/database/database.ts';
import { toE164 } from '../../platform/phone-number.ts';
import type { ContactRow } from './contacts.queries.ts';
import { contacts } from './contacts.schema.ts';
import type { NewContact } from './ensure-contacts.ts';

/**
 * Adds a contact.
 * @param country in which a number without a prefix is read.
 * @returns the row, or the faults: the number is none, or another contact has it (which stays as it is).
 */
export async function createContact(
  db: Db,
  workspace: { id: string; country: string },
  input: NewContact,
): Promise<{ row: ContactRow } | { faults: FieldFault[] }> {
  const mobile = toE164(input.mobile, workspace.country);
  if (mobile === null) return { faults: [{ field: 'mobile', message: `"${input.mobile}" is not a phone number` }] };
  const [row] = await db
    .insert(contacts)
    .values({ ...input, mobile, workspaceId: workspace.id })
    .onConflictDoNothing({ target: [contacts.workspaceId, contacts.mobile] })
    .returning();
  return row ? { row } : { faults: [{ field: 'mobile', message: `There is already a contact with ${mobile}` }] };
}
