import { operations, signedIn } from '../../platform/http/operations.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { mayCreateContact } from './contacts.policy.ts';
import { presentContact } from './contacts.present.ts';
import { listContacts } from './contacts.queries.ts';
import { createContact } from './create-contact.ts';

const { contacts } = operations;

export const contactsRouter = {
  list: contacts.list.use(signedIn).handler(async ({ context: { actor, platform }, input }) => {
    const { rows, total } = await listContacts(platform.database.db, actor.workspaceId, input);
    return { data: rows.map(presentContact), total };
  }),

  create: contacts.create.use(signedIn).handler(async ({ context: { actor, platform }, input, errors }) => {
    if (!mayCreateContact(actor)) throw errors.FORBIDDEN();
    const { db } = platform.database;
    const workspace = await findWorkspace(db, actor.workspaceId);
    if (!workspace) throw errors.NOT_FOUND();
    const created = await createContact(db, workspace, input);
    if ('faults' in created) throw errors.INVALID({ data: { faults: created.faults } });
    platform.live.toWorkspace(actor.workspaceId, { type: 'contacts.stale' });
    return presentContact(created.row);
  }),
};
