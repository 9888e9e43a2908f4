import { defineEvent } from '../../platform/events.ts';

/** Messages came in through an engine. */
export const chatsStale = defineEvent<string>('chats.stale', {
  toLiveEvents: (engineIds) => [...new Set(engineIds)].map((engineId) => ({ type: 'chats.stale', engineId })),
});
