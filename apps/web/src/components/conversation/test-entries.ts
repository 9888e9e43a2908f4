import type { ThreadMessage } from '@switchyard/contracts/chats/operations';
import type { ConversationEntry } from './entry.ts';

let made = 0;

/** A message of a thread, each a minute after the previous one. */
export function aThreadMessage(of: Partial<ThreadMessage> = {}): ThreadMessage {
  made += 1;
  return {
    _id: `019a0000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    waMessageId: `wa${made}`,
    fromMe: false,
    via: null,
    from: '+447700900001',
    fromName: 'Annie',
    kind: 'text',
    text: `text ${made}`,
    at: new Date(Date.UTC(2026, 10, 16, 8, made)).toISOString(),
    isEdited: false,
    isDeleted: false,
    media: null,
    quotedId: null,
    quotedText: null,
    isForwarded: false,
    isStarred: false,
    earlier: [],
    options: null,
    choices: null,
    ack: null,
    reactions: [],
    votes: null,
    acts: [],
    ...of,
  };
}

export const anEntry = (of: Partial<ThreadMessage> = {}, more: Partial<ConversationEntry> = {}): ConversationEntry => ({
  message: aThreadMessage(of),
  state: null,
  outgoing: null,
  ...more,
});
