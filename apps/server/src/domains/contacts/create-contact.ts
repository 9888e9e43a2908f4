import type { Action } from '../../platform/action.ts';
import { toE164 } from '../../platform/phone-number.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { contactsStale } from './contacts.events.ts';
import { mayCreateContact } from './contacts.policy.ts';
import type { ContactRow } from './contacts.queries.ts';
import { contacts } from './contacts.schema.ts';
import type { NewContact } from './ensure-contacts.ts';

/**
 * Adds a contact. A number without a prefix is read in the workspace's country.
 * @throws Refusal `INVALID`: the number is none, or another contact has it (which stays as it is)
 */
export const createContact: Action<NewContact, ContactRow> = ({ db }, actor, input) =>
  db.transaction(async (tx) => {
    authorize(mayCreateContact(actor));
    const workspace = await findWorkspace(tx, actor.workspaceId);
    if (!workspace) throw new Refusal('NOT_FOUND');
    const mobile = toE164(input.mobile, workspace.country);
    if (mobile === null) throw invalid([{ field: 'mobile', message: `"${input.mobile}" is not a phone number` }]);
    const [row] = await tx
      .insert(contacts)
      .values({ ...input, mobile, workspaceId: workspace.id })
      .onConflictDoNothing({ target: [contacts.workspaceId, contacts.mobile] })
      .returning();
    if (!row) throw invalid([{ field: 'mobile', message: `There is already a contact with ${mobile}` }]);
    await writeAudit(tx, actor, { action: 'contact.create', subject: row.id });
    return { result: row, events: [contactsStale(workspace.id)] };
  });
