import type { Domain } from '../../platform/domain.ts';
import { contactsRouter } from './contacts.routes.ts';
import { contactTools } from './contacts.tools.ts';

export { findContactsByMobiles, findContactsByNames } from './contacts.queries.ts';
export { ensureContacts, type NewContact } from './ensure-contacts.ts';
export { findContactsNamed } from './find-named.ts';

/** A workspace's address book. */
export const contactsDomain: Domain = { name: 'contacts', routers: { contacts: contactsRouter }, tools: contactTools };
