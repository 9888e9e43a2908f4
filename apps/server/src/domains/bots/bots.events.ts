import { defineEvent } from '../../platform/events.ts';

/** Bots were added, deleted or deployed. */
export const botsChanged = defineEvent('bots.changed', () => [{ type: 'bots.changed' }]);

/** A bot's conversations changed. */
export const botSessionsChanged = defineEvent<string>('bot-sessions.changed', (botIds) =>
  [...new Set(botIds)].map((botId) => ({ type: 'bot-sessions.changed', botId })),
);

/** A bot session is due at this time. If the event is lost, a worker's poll picks the session up within a second. */
export const botSessionDue = defineEvent<{ sessionId: string; at: Date }>('bot-session.due');
