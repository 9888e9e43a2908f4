import { defineEvent } from '../../platform/events.ts';

/** Messages came in through an engine. */
export const chatsStale = defineEvent<string>('chats.stale', (engineIds) =>
  [...new Set(engineIds)].map((engineId) => ({ type: 'chats.stale', engineId })),
);

/** An act waits for its engine, which asks for it now; one that does not hear of it asks by itself soon. */
export const actsDue = defineEvent<string>('chats.acts-due');
