import type { Domain } from '../../platform/domain.ts';
import { contactsRouter } from './contacts.routes.ts';

export { findContactsByMobiles, findContactsByNames } from './contacts.queries.ts';
export { ensureContacts, type NewContact } from './ensure-contacts.ts';

/** A workspace's address book. */
export const contactsDomain: Domain = { name: 'contacts', routers: { contacts: contactsRouter } };
