import { eventKind } from '../../platform/events.ts';

/** Messages came in through an engine. */
export const chatsStale = eventKind<string>('chats.stale', {
  tell: (engineIds) => [...new Set(engineIds)].map((engineId) => ({ type: 'chats.stale', engineId })),
});
