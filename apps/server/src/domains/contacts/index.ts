import type { Domain } from '../../platform/domain.ts';
import { bulkListsRouter, contactsRouter, labelsRouter } from './contacts.routes.ts';

export { findContactsByMobiles, findContactsByNames, matching } from './contacts.queries.ts';
export { ensureContacts, type NewContact } from './ensure-contacts.ts';
export { labelContacts } from './gather-contacts.ts';

/** A workspace's address book: contacts, their labels and lists. */
export const contactsDomain: Domain = {
  name: 'contacts',
  routers: { contacts: contactsRouter, labels: labelsRouter, lists: bulkListsRouter },
};
