import { operations } from '../../platform/http/operations.ts';
import { presentContact } from './contacts.present.ts';
import { listContacts } from './contacts.queries.ts';
import { createContact } from './create-contact.ts';

const { contacts } = operations;

export const contactsRouter = {
  list: contacts.list.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listContacts(db, actor.workspaceId, input);
    return { data: rows.map(presentContact), total };
  }),

  create: contacts.create.handler(async ({ context: { perform }, input }) =>
    presentContact(await perform(createContact, input)),
  ),
};
