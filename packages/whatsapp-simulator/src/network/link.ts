import type {
  ChatState,
  CloseReason,
  Group,
  NetworkMessage,
  Receipt,
  Restriction,
  SendReply,
  SendRequest,
} from './model.ts';

/** A device's identity and account. */
export interface DeviceCredentials {
  device: string;
  secret: string;
  /** The account it is linked to. An unknown device is linked at once, as if its owner had scanned a code. */
  account: string;
  /** Whether it wants what the account sends from elsewhere. */
  copies?: boolean;
}

/**
 * A linked device's events. `cursor` is returned in an acknowledgement; what was not acknowledged is sent again after a
 * reconnect.
 */
export interface LinkListener {
  receipts(receipts: Receipt[], cursor: number): void;
  /** Messages from others, and copies of the account's own if the device wants them, oldest first. */
  messages(messages: NetworkMessage[], cursor: number): void;
  /** Current state of chats: all known ones when the link opens, later those that have changed. */
  chats?(chats: ChatState[]): void;
  /** One of the account's groups has changed. @param before null if the account wasn't a member */
  group?(group: Group, before: Group | null, by: string): void;
  /** Null when it is lifted. */
  restriction(restriction: Restriction | null): void;
  closed(reason: CloseReason): void;
}

/** A device's open connection to the network, through any interface. */
export interface Link {
  readonly account: string;
  readonly device: string;
  /** Sends a message. Resolves once it is durable; never, if the reply is lost or the link breaks. */
  send(request: SendRequest): Promise<SendReply>;
  /** The device has stored receipts up to this cursor. */
  acknowledgeReceipts(cursor: number): void;
  acknowledgeMessages(cursor: number): void;
  /** Which of the numbers are on WhatsApp. */
  lookUp(numbers: string[]): { number: string; exists: boolean }[];
  /** What the network knows about this account's messages with these ids. */
  probe(ids: string[]): { id: string; level: 0 | 1 | 2 | 3 }[];
  /** Messages of a chat before this one (null: the latest), oldest first. */
  history(chat: string, before: string | null, count: number): NetworkMessage[];
  /** Shows or hides that the account is typing. */
  typing(chat: string, isTyping: boolean): void;
  /** Unlinks the device; it must pair again. */
  logOut(): void;
  close(): void;
}
