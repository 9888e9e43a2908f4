import type { LiveEvent } from '@switchyard/contracts/domains';
import { defineEvent } from '../../platform/events.ts';

interface Changed {
  id: string;
  version: number;
}

/** Something of a conversation is another: what was said last, its status, its assignee, its notes. */
export const conversationChanged = defineEvent<Changed>('conversations.changed', (happened) =>
  [...new Map(happened.map((one) => [one.id, one])).values()].map(({ id, version }) => ({
    type: 'conversations.changed',
    conversationId: id,
    version,
  })),
);

/** Teams, or who sees what: everybody reads the inbox again. */
export const inboxRulesChanged = defineEvent<null>('inbox.stale', () => [{ type: 'inbox.stale' }]);

type Presence = Omit<Extract<LiveEvent, { type: 'conversations.presence' }>, 'type'>;

/** A colleague looks at a conversation, types in it, or has left it: the last of each within a moment is told. */
export const presenceChanged = defineEvent<Presence>('conversations.presence', (happened) =>
  [...new Map(happened.map((one) => [`${one.conversationId} ${one.userId}`, one])).values()].map((one) => ({
    type: 'conversations.presence',
    ...one,
  })),
);
