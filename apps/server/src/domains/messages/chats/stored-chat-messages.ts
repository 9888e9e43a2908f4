import type { ReceivedKind, ReceivedMedia } from '@switchyard/contracts/engine/protocol';

/** A new message in a chat. */
export interface NewChatMessage {
  /** Id in `received_messages`, or in `messages` if `by` is `product`. */
  id: string;
  /** The author: the other side, the owner on the phone, or a member in the product (then it is not sent yet). */
  by: 'them' | 'phone' | 'product';
  /** E.164. Null: a member in the product. */
  from: string | null;
  waMessageId: string;
  kind: ReceivedKind;
  text: string;
  /** Description of a received file. Undefined or null: no file. */
  media?: Omit<ReceivedMedia, 'source'> | null;
  /** The chosen options of a vote. */
  choices: readonly string[] | null;
  quotedId: string | null;
  at: Date;
}

/** New messages of one chat, in the order in which they arrived. */
export interface StoredChatMessages {
  workspaceId: string;
  engineId: string;
  /** E.164, or a group's id. */
  chat: string;
  messages: readonly NewChatMessage[];
}
