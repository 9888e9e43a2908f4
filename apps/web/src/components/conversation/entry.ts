import type { ThreadMessage } from '@switchyard/contracts/chats/operations';
import type { Message } from '@switchyard/contracts/messages/message';
import { ackState } from '../status/ack-state.ts';

/** A message as a thread shows it. A scheduled message keeps its id when it is sent. */
export interface ConversationEntry {
  message: ThreadMessage;
  /** A state of the context `message`; null when somebody else wrote it, or it was written on the phone. */
  state: string | null;
  /** The waiting, in-flight or failed message; null once it is in the chat. */
  outgoing: Message | null;
}

/** A thread in display order, unsent messages last. */
export function toEntries(messages: readonly ThreadMessage[], outgoing: readonly Message[]): ConversationEntry[] {
  const known = new Set(messages.map(({ _id }) => _id));
  return [
    ...messages.map((message) => ({
      message,
      state: message.ack === null ? null : ackState(message.ack),
      outgoing: null,
    })),
    ...outgoing.filter(({ _id }) => !known.has(_id)).map(unsentEntry),
  ];
}

function unsentEntry(outgoing: Message): ConversationEntry {
  const { _id, kind, attachment, poll, quote } = outgoing;
  return {
    outgoing,
    state: outgoing.status,
    message: {
      _id,
      // Unsent messages have no WhatsApp id: nothing can refer to them.
      waMessageId: '',
      fromMe: true,
      via: 'product',
      from: null,
      fromName: null,
      kind,
      text: outgoing.message,
      at: outgoing.dueDate,
      isEdited: false,
      isDeleted: false,
      earlier: [],
      media: attachment && { ...attachment, state: 'fetched' },
      quotedId: quote?.waMessageId ?? null,
      quotedText: quote?.text ?? null,
      isForwarded: false,
      isStarred: false,
      options: poll?.options ?? null,
      choices: null,
      ack: null,
      reactions: [],
      votes: poll ? [] : null,
      acts: [],
    },
  };
}
