import type { Contact } from '@switchyard/contracts/contacts/operations';
import type { OwnQuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import type { HookDeps } from '../../platform/hooks.ts';
import { readMobile } from '../../platform/phone-number.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { followClocks } from './clock-changed.ts';
import { contactsStale } from './contacts.events.ts';
import { changeContactsRefusal } from './contacts.policy.ts';
import type { ContactRow } from './contacts.queries.ts';
import { contacts } from './contacts.schema.ts';
import { saveFields } from './save-fields.ts';

/** User input for a contact. */
interface ContactInput {
  name: string;
  firstName: string;
  lastName: string;
  mobile: string;
  zone?: string | null | undefined;
  quietHours?: OwnQuietHours | undefined;
  fields: Record<string, string>;
  consent: Contact['consent'];
}

/**
 * Adds a contact. A number without a prefix is read in the workspace's country.
 * @throws Refusal `INVALID` if the number is invalid, or another contact has it (which stays unchanged)
 */
export const createContact: Action<ContactInput, ContactRow, HookDeps> = ({ db, hooks }, actor, input) =>
  db.transaction(async (tx) => {
    authorize(changeContactsRefusal(actor));
    const { workspaceId } = actor;
    const mobile = await readNumber(tx, workspaceId, input.mobile);
    const [row] = await tx
      .insert(contacts)
      .values({ ...(await columnsOf(tx, workspaceId, input)), name: input.name, mobile, workspaceId })
      .onConflictDoNothing({ target: [contacts.workspaceId, contacts.mobile] })
      .returning();
    if (!row) throw invalid([numberTaken(mobile)]);
    await writeAudit(tx, actor, { action: 'contact.create', subject: row.id });
    const clocks = await followClocks(hooks, tx, { workspaceId, mobiles: [mobile] });
    return { result: row, events: [contactsStale(workspaceId), ...clocks] };
  });

/**
 * Updates the given fields of a contact; custom fields are replaced as a whole.
 * @throws Refusal `NOT_FOUND`, `INVALID`
 */
export const updateContact: Action<
  { id: string } & { [Name in keyof ContactInput]?: ContactInput[Name] | undefined },
  ContactRow,
  HookDeps
> = ({ db, hooks }, actor, { id, ...given }) =>
  db.transaction(async (tx) => {
    authorize(changeContactsRefusal(actor));
    const { workspaceId } = actor;
    const mobile = given.mobile === undefined ? undefined : await readNumber(tx, workspaceId, given.mobile);
    const others = and(eq(contacts.workspaceId, workspaceId), eq(contacts.mobile, mobile ?? ''), ne(contacts.id, id));
    if (mobile !== undefined && (await tx.$count(contacts, others)) > 0) throw invalid([numberTaken(mobile)]);
    const [row] = await tx
      .update(contacts)
      .set({
        ...(await columnsOf(tx, workspaceId, given)),
        ...(mobile && withNewNumber(mobile)),
        updatedAt: sql`now()`,
      })
      .where(and(eq(contacts.workspaceId, workspaceId), eq(contacts.id, id)))
      .returning();
    if (!row) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'contact.update', subject: id, details: { fields: Object.keys(given) } });
    const isClock = [given.zone, given.quietHours, mobile].some((field) => field !== undefined);
    const clocks = await followClocks(hooks, tx, { workspaceId, mobiles: isClock ? [row.mobile] : [] });
    return { result: row, events: [contactsStale(workspaceId), ...clocks] };
  });

async function readNumber(tx: Db, workspaceId: string, number: string): Promise<string> {
  const workspace = await findWorkspace(tx, workspaceId);
  if (!workspace) throw new Refusal('NOT_FOUND');
  const mobile = readMobile(number, workspace.country);
  if (mobile === null) throw invalid([faultAt('mobile', 'mobile', { written: number })]);
  return mobile;
}

/** A new number invalidates what was found about the old one. */
const withNewNumber = (mobile: string) => ({
  mobile,
  onWhatsapp: sql`case when ${contacts.mobile} = ${mobile} then ${contacts.onWhatsapp} end`,
});

const numberTaken = (mobile: string) => faultAt('mobile', 'contactTaken', { mobile });

async function columnsOf(
  tx: Db,
  workspaceId: string,
  {
    name,
    firstName,
    lastName,
    zone,
    quietHours,
    fields,
    consent,
  }: { [Name in keyof ContactInput]?: ContactInput[Name] | undefined },
) {
  return {
    ...(name !== undefined && { name }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(zone !== undefined && { zone }),
    ...(quietHours !== undefined && { quietHours }),
    ...(fields && { fields: await saveFields(tx, workspaceId, fields) }),
    ...(consent !== undefined && {
      consentAt: consent && new Date(consent.at),
      consentSource: consent?.source ?? '',
      consentText: consent?.text ?? '',
    }),
  };
}
