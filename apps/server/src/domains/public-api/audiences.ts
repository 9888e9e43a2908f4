import type { AudienceContact, PublicAudience } from '@switchyard/contracts/public-api/audiences';
import { faultOf } from '@switchyard/contracts/text/faults';
import { and, eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { isAudienceInUse } from '../campaigns/index.ts';
import { bulkListContacts, contacts } from '../contacts/contacts.schema.ts';
import { importContacts, listActions, setListMembership, updateContact } from '../contacts/index.ts';
import { countryOf, parseChat, toJid } from './addresses.ts';
import { forgetAnswers } from './once.ts';
import { presentAudience } from './public-api.present.ts';

/** @throws Refusal `NOT_FOUND` */
export async function requireAudience(db: Db, workspaceId: string, id: string) {
  const list = await listActions.find(db, workspaceId, id);
  if (!list) throw new Refusal('NOT_FOUND');
  return list;
}

/** Creates a list of contacts. @throws Refusal `INVALID` if its name is taken, or a contact has no number */
export const createAudience: Action<{ name: string; contacts: AudienceContact[] }, PublicAudience, EdgeDeps> = (
  { db, ...deps },
  actor,
  { name, contacts: given },
) =>
  db.transaction(async (tx) => {
    const parts = { ...deps, db: tx };
    const { result: list, events } = await listActions.create(parts, actor, { name });
    const addedEvents =
      given.length > 0 ? (await addContacts(parts, actor, { id: list.id, contacts: given })).events : [];
    const result = presentAudience(await requireAudience(tx, actor.workspaceId, list.id));
    return { result, events: [...events, ...addedEvents] };
  });

/**
 * Adds contacts to a list, except those already on it.
 * @throws Refusal `NOT_FOUND`; `INVALID` if a contact has no number
 */
export const addContacts: Action<
  { id: string; contacts: AudienceContact[] },
  { added: number; contactCount: number },
  EdgeDeps
> = ({ db, ...deps }, actor, { id, contacts: given }) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    const before = await requireAudience(tx, workspaceId, id);
    const country = await countryOf(tx, workspaceId);
    const rows = given.map(({ to, variables = {} }, at) => {
      const mobile = parseChat(to, country);
      const name = variables.name ?? variables.whatsappname ?? variables.displayname;
      return {
        row: at + 1,
        // Groups cannot be on lists; their ids are refused as invalid numbers.
        mobile: mobile?.startsWith('+') ? mobile : to,
        ...(name !== undefined && { name }),
        fields: variables,
      };
    });
    const imported = { importId: newId(), rows, listId: id, keepNames: true };
    const { result, events } = await importContacts({ ...deps, db: tx }, actor, imported);
    const faults = result.results.flatMap(({ row, reason }) =>
      reason === null ? [] : [faultOf(`contacts.${row - 1}.to`, reason)],
    );
    if (faults.length > 0) throw invalid(faults);
    const { contacts: contactCount } = await requireAudience(tx, workspaceId, id);
    return { result: { added: contactCount - before.contacts, contactCount }, events };
  });

/** Deletes a list; its contacts stay. @throws Refusal `NOT_FOUND`; `TOO_LATE` if an unfinished campaign uses it */
export const deleteAudience: Action<{ id: string }, { id: string; deleted: true }, EdgeDeps> = (
  { db, ...deps },
  actor,
  { id },
) =>
  db.transaction(async (tx) => {
    await requireAudience(tx, actor.workspaceId, id);
    if (await isAudienceInUse(tx, actor.workspaceId, id)) {
      throw new Refusal('TOO_LATE', { status: 'running', version: 0 }, 'An unfinished campaign uses this audience.');
    }
    const { events } = await listActions.remove({ ...deps, db: tx }, actor, { id });
    await forgetAnswers(tx, actor.workspaceId, id);
    return { result: { id, deleted: true }, events };
  });

/** A contact of a list: by its id, number or chat id. @throws Refusal `NOT_FOUND` */
async function requireMember(db: Db, workspaceId: string, id: string, contactId: string) {
  await requireAudience(db, workspaceId, id);
  const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(contactId);
  const mobile = isId ? null : parseChat(contactId, await countryOf(db, workspaceId));
  const [member] = await db
    .select({ contact: contacts })
    .from(contacts)
    .innerJoin(bulkListContacts, eq(bulkListContacts.contactId, contacts.id))
    .where(
      and(
        eq(contacts.workspaceId, workspaceId),
        eq(bulkListContacts.collectionId, id),
        isId ? eq(contacts.id, contactId) : eq(contacts.mobile, mobile ?? ''),
      ),
    );
  if (!member) throw new Refusal('NOT_FOUND');
  return member.contact;
}

type Member = { id: string; contactId: string };

/** Changes a contact of a list, which affects it everywhere. @throws Refusal `NOT_FOUND`, `INVALID` */
export const changeMember: Action<
  Member & { to?: string | undefined; variables?: Record<string, string> | undefined },
  { id: string; to: string; variables: Record<string, string>; addedAt: string },
  EdgeDeps
> = ({ db, ...deps }, actor, { id, contactId, to, variables }) =>
  db.transaction(async (tx) => {
    const before = await requireMember(tx, actor.workspaceId, id, contactId);
    const mobile =
      to === undefined ? undefined : (parseChat(to, await countryOf(tx, actor.workspaceId)) ?? to).slice(0, 32);
    const { result: row, events } = await updateContact({ ...deps, db: tx }, actor, {
      id: before.id,
      mobile,
      fields: variables,
    });
    return {
      result: {
        id: row.id,
        to: toJid(row.mobile),
        variables: row.fields,
        addedAt: row.createdAt.toISOString(),
      },
      events,
    };
  });

/** Removes a contact from a list. @throws Refusal `NOT_FOUND` */
export const removeMember: Action<Member, { id: string }, EdgeDeps> = ({ db, ...deps }, actor, { id, contactId }) =>
  db.transaction(async (tx) => {
    const member = await requireMember(tx, actor.workspaceId, id, contactId);
    const out = { selection: { ids: [member.id] }, listId: id, on: false };
    const { events } = await setListMembership({ ...deps, db: tx }, actor, out);
    return { result: { id: member.id }, events };
  });
