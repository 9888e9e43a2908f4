import type { Contact } from '@switchyard/contracts/contacts/operations';
import { type Actor, readTextsRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { operations, performing } from '../../platform/http/operations.ts';
import { authorize } from '../../platform/refusal.ts';
import { type CollectionRow, labelActions, listActions } from './collections.ts';
import { presentContact } from './contacts.present.ts';
import { type ContactRow, listContacts } from './contacts.queries.ts';
import { erasePerson } from './erase-person.ts';
import { importContacts } from './import-contacts.ts';
import { labelsOf } from './labels-of.ts';
import { lookUp } from './look-up.ts';
import { mergeContacts } from './merge-contacts.ts';
import { findPersonalData } from './personal-data.queries.ts';
import { listFields } from './save-fields.ts';
import { labelSelected, removeContacts, setListMembership } from './set-list-membership.ts';
import { createContact, updateContact } from './write-contact.ts';

const { contacts, labels, lists, personalData } = operations;

const withLabels = async (actor: Actor, db: Db, rows: ContactRow[]): Promise<Contact[]> => {
  const byContact = await labelsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentContact(actor, row, byContact.get(row.id)));
};
const withOwnLabels = async (actor: Actor, db: Db, row: ContactRow): Promise<Contact> =>
  presentContact(actor, row, (await labelsOf(db, [row.id])).get(row.id));

export const contactsRouter = {
  list: contacts.list.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listContacts(db, actor.workspaceId, input);
    return { data: await withLabels(actor, db, rows), total };
  }),
  create: contacts.create.handler(performing(createContact, (row, actor) => presentContact(actor, row))),
  update: contacts.update.handler(async ({ context: { actor, perform, db }, input }) =>
    withOwnLabels(actor, db, await perform(updateContact, input)),
  ),
  remove: contacts.remove.handler(({ context: { perform }, input }) => perform(removeContacts, input)),
  label: contacts.label.handler(({ context: { perform }, input }) => perform(labelSelected, input)),
  gather: contacts.gather.handler(({ context: { perform }, input }) => perform(setListMembership, input)),
  merge: contacts.merge.handler(async ({ context: { actor, perform, db }, input }) =>
    withOwnLabels(actor, db, await perform(mergeContacts, input)),
  ),
  fields: contacts.fields.handler(({ context: { actor, db } }) => listFields(db, actor.workspaceId)),
  lookUp: contacts.lookUp.handler(({ context: { actor, db }, input }) => lookUp(db, actor, input.mobiles)),
  importRows: contacts.importRows.handler(({ context: { perform }, input }) => perform(importContacts, input)),
};

export const personalDataRouter = {
  find: personalData.find.handler(({ context: { actor, db, platform }, input }) => {
    authorize(readTextsRefusal(actor));
    return findPersonalData(db, platform.personalData, { ...input, workspaceId: actor.workspaceId });
  }),
  erase: personalData.erase.handler(({ context: { perform }, input }) => perform(erasePerson, input)),
};

const presentCollected = ({ id, name, contacts }: CollectionRow) => ({ _id: id, name, contacts });

export const labelsRouter = {
  list: labels.list.handler(async ({ context: { actor, db }, input }) => {
    const { data, total } = await labelActions.list(db, actor.workspaceId, input);
    return { data: data.map(presentCollected), total };
  }),
  create: labels.create.handler(async ({ context: { perform }, input }) =>
    presentCollected(await perform(labelActions.create, input)),
  ),
  update: labels.update.handler(async ({ context: { perform }, input }) =>
    presentCollected(await perform(labelActions.rename, input)),
  ),
  remove: labels.remove.handler(({ context: { perform }, input }) => perform(labelActions.remove, input)),
};

export const bulkListsRouter = {
  list: lists.list.handler(async ({ context: { actor, db }, input }) => {
    const { data, total } = await listActions.list(db, actor.workspaceId, input);
    return { data: data.map(presentCollected), total };
  }),
  create: lists.create.handler(async ({ context: { perform }, input }) =>
    presentCollected(await perform(listActions.create, input)),
  ),
  update: lists.update.handler(async ({ context: { perform }, input }) =>
    presentCollected(await perform(listActions.rename, input)),
  ),
  remove: lists.remove.handler(({ context: { perform }, input }) => perform(listActions.remove, input)),
};
