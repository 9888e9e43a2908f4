import { eventKind } from '../../platform/events.ts';

/** The address book was changed. */
export const contactsStale = eventKind('contacts.stale', { tell: () => [{ type: 'contacts.stale' }] });
