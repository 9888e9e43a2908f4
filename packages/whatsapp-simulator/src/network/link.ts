import type {
  ChatState,
  CloseReason,
  Group,
  Receipt,
  Restriction,
  SendReply,
  SendRequest,
  ToldMessage,
} from './model.ts';

/** Who a device says it is. */
export interface DeviceCredentials {
  device: string;
  secret: string;
  /**
   * The account it was linked to. A device that the network has never seen is linked to it at once, as if its owner had
   * scanned.
   */
  account: string;
  /** Wants to hear what the account sends from elsewhere. */
  copies?: boolean;
}

/**
 * What the network tells a linked device. `cursor` goes back in an acknowledgement, so that what was not acknowledged
 * is told again after a reconnect.
 */
export interface LinkListener {
  receipts(receipts: Receipt[], cursor: number): void;
  /** Messages from others, and copies of the account's own if the device wants them, oldest first. */
  messages(messages: ToldMessage[], cursor: number): void;
  /** Chats as they are now: those that are known when the link opens, later what has changed. */
  chats?(chats: ChatState[]): void;
  /** A group of the account has changed. @param before null: the account was not in it */
  group?(group: Group, before: Group | null, by: string): void;
  /** Null: lifted. */
  restriction(restriction: Restriction | null): void;
  closed(reason: CloseReason): void;
}

/** A device's open connection to the network, whatever face it came through. */
export interface Link {
  readonly account: string;
  readonly device: string;
  /**
   * Asks the network to take a message. Resolves once that is durable; never, when the reply is lost or the link
   * breaks.
   */
  send(request: SendRequest): Promise<SendReply>;
  /** Receipts up to this cursor are safe with the device. */
  acknowledgeReceipts(cursor: number): void;
  acknowledgeMessages(cursor: number): void;
  /** Which of the numbers are on WhatsApp. */
  lookUp(numbers: string[]): { number: string; exists: boolean }[];
  /** What the network knows about messages that this account sent under these ids. */
  probe(ids: string[]): { id: string; level: 0 | 1 | 2 | 3 }[];
  /** Messages of a chat that came before this one (null: the latest), oldest first. */
  history(chat: string, before: string | null, count: number): ToldMessage[];
  /** Shows the person that the account is typing, or no longer. */
  typing(chat: string, isTyping: boolean): void;
  /** Unlinks the device: it must pair again. */
  logOut(): void;
  close(): void;
}
