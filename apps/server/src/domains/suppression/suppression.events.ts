import { defineEvent } from '../../platform/events.ts';

/** Somebody wants no messages, or agreed again. */
export const suppressionsStale = defineEvent('suppressions.stale', () => [{ type: 'contacts.stale' }]);
