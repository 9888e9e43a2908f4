import { defineEvent } from '../../platform/events.ts';

/** The address book was changed. */
export const contactsStale = defineEvent('contacts.stale', () => [{ type: 'contacts.stale' }]);
