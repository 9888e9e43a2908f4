import { defineEvent } from '../../platform/events.ts';

/** Messages arrived through an engine. */
export const chatsStale = defineEvent<string>('chats.stale', (engineIds) =>
  [...new Set(engineIds)].map((engineId) => ({ type: 'chats.stale', engineId })),
);

/** An act waits for its engine, which is told to fetch it now; if that is lost, the engine's next poll finds it. */
export const actsDue = defineEvent<string>('chats.acts-due');
