import { defineEvent } from '../../platform/events.ts';

/** The address book has changed. */
export const contactsStale = defineEvent('contacts.stale', () => [{ type: 'contacts.stale' }]);
