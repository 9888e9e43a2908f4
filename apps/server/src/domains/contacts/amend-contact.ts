import { type Contact, MAX_CONTACT_FIELDS, MAX_FIELD_LENGTH } from '@switchyard/contracts/contacts/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, sql } from 'drizzle-orm';
import type { Outcome } from '../../platform/action.ts';
import type { SystemActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { contactsStale } from './contacts.events.ts';
import { contacts } from './contacts.schema.ts';
import { fieldKey, saveFields } from './save-fields.ts';

/** Built-in fields, by the names used in texts. */
const COLUMNS = new Map([
  ['name', 'name'],
  ['first name', 'firstName'],
  ['last name', 'lastName'],
] as const) as ReadonlyMap<string, 'name' | 'firstName' | 'lastName'>;
const MAX_NAME_LENGTH = 256;
const MAX_PART_LENGTH = 128;

interface Amendment {
  id: string;
  /** By name; other fields stay, and an empty value clears a field. The name cannot be cleared. */
  fields: Readonly<Record<string, string>>;
  /** Unchanged if omitted. */
  consent?: Contact['consent'];
}

/**
 * Changes some fields or the consent of a contact for an automation, such as a bot.
 * @throws Refusal `NOT_FOUND`, `INVALID`
 */
export const amendContact = (
  { db }: { db: Db },
  actor: SystemActor,
  { id, fields, consent }: Amendment,
): Promise<Outcome<null>> =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    const isContact = and(eq(contacts.workspaceId, workspaceId), eq(contacts.id, id));
    const [row] = await tx.select().from(contacts).where(isContact).for('update');
    if (!row) throw new Refusal('NOT_FOUND');
    const names: { name?: string; firstName?: string; lastName?: string } = {};
    const custom: Record<string, string> = {};
    for (const [name, value] of Object.entries(fields)) {
      const column = COLUMNS.get(fieldKey(name));
      const maxLength = column === undefined ? MAX_FIELD_LENGTH : column === 'name' ? MAX_NAME_LENGTH : MAX_PART_LENGTH;
      if (value.length > maxLength)
        throw invalid([faultAt(name, 'contactFieldLong', { written: name, maximum: maxLength })]);
      if (column === undefined) custom[name] = value;
      else if (column !== 'name' || value.trim() !== '') names[column] = value.trim().replaceAll('\0', '');
    }
    const emptied = new Set(Object.keys(custom).map(fieldKey));
    const others = Object.entries(row.fields).filter(([key]) => !emptied.has(key));
    const newFields = { ...Object.fromEntries(others), ...(await saveFields(tx, workspaceId, custom)) };
    if (Object.keys(newFields).length > MAX_CONTACT_FIELDS) {
      throw invalid([faultAt('fields', 'mostFields', { maximum: MAX_CONTACT_FIELDS })]);
    }
    await tx
      .update(contacts)
      .set({
        ...names,
        fields: newFields,
        ...(consent !== undefined && {
          consentAt: consent && new Date(consent.at),
          consentSource: consent?.source ?? '',
          consentText: consent?.text ?? '',
        }),
        updatedAt: sql`now()`,
      })
      .where(isContact);
    const changed = [...Object.keys(fields), ...(consent === undefined ? [] : ['consent'])];
    await writeAudit(tx, actor, { action: 'contact.update', subject: id, details: { fields: changed } });
    return { result: null, events: [contactsStale(workspaceId)] };
  });
