import type { ReceivedKind, ReceivedMedia } from '@switchyard/contracts/engine/protocol';

/** A message that is new in a chat. */
export interface NewChatMessage {
  /** Of `received_messages`, or of `messages` where `by` is `product`. */
  id: string;
  /**
   * Who wrote it: somebody else, the owner on the phone, or a person in the product (it is on its way then, not sent
   * yet).
   */
  by: 'them' | 'phone' | 'product';
  /** E.164; null: a person in the product. */
  from: string | null;
  waMessageId: string;
  kind: ReceivedKind;
  text: string;
  /** Of a file that came in; left out or null: it carries none. */
  media?: Omit<ReceivedMedia, 'source'> | null;
  /** Of a vote. */
  choices: readonly string[] | null;
  quotedId: string | null;
  at: Date;
}

/** What was written in one chat, in the order in which it was told. */
export interface StoredChatMessages {
  workspaceId: string;
  engineId: string;
  /** E.164, or a group's id. */
  chat: string;
  messages: readonly NewChatMessage[];
}
