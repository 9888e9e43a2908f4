import { defineEvent } from '../../platform/events.ts';

/** A number has opted out or agreed again. */
export const suppressionsStale = defineEvent('suppressions.stale', () => [{ type: 'contacts.stale' }]);
