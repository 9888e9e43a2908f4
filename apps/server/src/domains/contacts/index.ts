import type { Domain } from '../../platform/domain.ts';
import { contactsPersonalData } from './contacts.personal-data.ts';
import { bulkListsRouter, contactsRouter, labelsRouter, personalDataRouter } from './contacts.routes.ts';
import { contactTools } from './contacts.tools.ts';
import { servePersonalData } from './personal-data.http.ts';

export { amendContact } from './amend-contact.ts';
export { clocksChanged } from './clock-changed.ts';
export { listActions } from './collections.ts';
export { contactVariables, properNames } from './contact-variables.ts';
export { contactZone, type ZoneOfContact } from './contact-zone.ts';
export { contactsStale } from './contacts.events.ts';
export {
  type FoundContact,
  findContactsByMobiles,
  findContactsByNames,
  findContactsIn,
  isLabelled,
  listContacts,
  listLabelled,
  matching,
} from './contacts.queries.ts';
export { ensureContacts, type NewContact } from './ensure-contacts.ts';
export { findContactsNamed, labelIdsNamed, listLabelNames } from './find-named.ts';
export { importContacts } from './import-contacts.ts';
export { type CheckedNumber, foundOnWhatsapp, missingOnWhatsapp, saveOnWhatsapp } from './on-whatsapp.ts';
export { fieldKey, listFields } from './save-fields.ts';
export { labelContacts, removeContacts, setListMembership } from './set-list-membership.ts';
export { createContact, updateContact } from './write-contact.ts';

/** A workspace's address book: contacts, labels and lists. */
export const contactsDomain: Domain = {
  name: 'contacts',
  routers: { contacts: contactsRouter, labels: labelsRouter, lists: bulkListsRouter, personalData: personalDataRouter },
  http: servePersonalData,
  tools: contactTools,
  personalData: contactsPersonalData,
};
