import { defineEvent } from '../../platform/events.ts';

/** Bots came, went, or were deployed. */
export const botsChanged = defineEvent('bots.changed', () => [{ type: 'bots.changed' }]);

/** Conversations of a bot have changed. */
export const botSessionsChanged = defineEvent<string>('bot-sessions.changed', (botIds) =>
  [...new Set(botIds)].map((botId) => ({ type: 'bot-sessions.changed', botId })),
);

/**
 * A bot session is to be worked on at this moment. Losing it costs lateness of a second: a worker looks for what is
 * due.
 */
export const botSessionDue = defineEvent<{ sessionId: string; at: Date }>('bot-session.due');
