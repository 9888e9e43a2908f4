import type { LiveEvent } from '@switchyard/contracts/domains';
import { defineEvent } from '../../platform/events.ts';

interface ConversationChange {
  id: string;
  version: number;
}

/** Something about a conversation has changed: its last message, status, assignee or notes. */
export const conversationChanged = defineEvent<ConversationChange>('conversations.changed', (changes) =>
  [...new Map(changes.map((change) => [change.id, change])).values()].map(({ id, version }) => ({
    type: 'conversations.changed',
    conversationId: id,
    version,
  })),
);

/** Teams or visibility have changed: everybody reloads the inbox. */
export const inboxRulesChanged = defineEvent<null>('inbox.stale', () => [{ type: 'inbox.stale' }]);

type Presence = Omit<Extract<LiveEvent, { type: 'conversations.presence' }>, 'type'>;

/**
 * A colleague is viewing a conversation, typing in it, or has left it. Only the latest per person and batch is
 * published.
 */
export const presenceChanged = defineEvent<Presence>('conversations.presence', (changes) =>
  [...new Map(changes.map((presence) => [`${presence.conversationId} ${presence.userId}`, presence])).values()].map(
    (presence) => ({
      type: 'conversations.presence',
      ...presence,
    }),
  ),
);
