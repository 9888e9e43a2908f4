import { eventKind } from '../../platform/events.ts';

/** Somebody wants no messages, or agreed again. */
export const suppressionsStale = eventKind('suppressions.stale', { tell: () => [{ type: 'contacts.stale' }] });
