import type { Body } from './body.ts';

/**
 * Terms of the simulated network. account: a phone number with WhatsApp. device: something linked to an account in
 * addition to its phone, such as an engine. link: a device's open connection. address: an account's number in E.164
 * form (`+447700900123`) or a group's id (`120363…@g.us`).
 */

export interface SendRequest {
  /** The sender's id for the message. The same id from the same account is the same message. */
  id: string;
  to: string;
  body: Body;
}

export type SendReply =
  | { kind: 'accepted'; id: string; atMs: number; repeated: boolean }
  | { kind: 'rejected'; code: RejectionCode; reason: string; afterMs?: number };
/** `no-such-file`: the message's file is not in the network (any more); add it and send again. */
export type RejectionCode = 'not-on-whatsapp' | 'restricted' | 'rate-limited' | 'bad-message' | 'no-such-file';

/** 1: accepted by the network, 2: delivered to the recipient, 3: read. */
export type ReceiptLevel = 1 | 2 | 3;
export interface Receipt {
  id: string;
  chat: string;
  level: ReceiptLevel;
  atMs: number;
}

/** A message in the network. Receipt times in the future are planned; null if the recipient is offline. */
export interface StoredMessage {
  sequence: number;
  id: string;
  from: string;
  chat: string;
  body: Body;
  acceptedAtMs: number;
  deliveredAtMs: number | null;
  readAtMs: number | null;
  /** How often this id was sent; repeats were absorbed. */
  attempts: number;
}

/**
 * WhatsApp's restriction of an account: `new` refuses first contacts, `all` everything. `untilMs` null: until lifted.
 */
export interface Restriction {
  scope: 'new' | 'all';
  untilMs: number | null;
}

/**
 * Why a link closed. `replaced`: the same device connected again. `logged-out`: the device was unlinked and must pair
 * again. `lost`, `closed`: reconnect. `refused`: wrong credentials.
 */
export type CloseReason = 'replaced' | 'logged-out' | 'lost' | 'closed' | 'refused';

export interface Group {
  id: string;
  subject: string;
  owner: string;
  participants: string[];
  createdAtMs: number;
  description: string | null;
  /** In addition to the owner. */
  admins: string[];
  /** Whether only admins may write. */
  isAnnouncement: boolean;
  /** Whether only admins may change its name and description. */
  isLocked: boolean;
  /** Former members. */
  former: string[];
}

/** A message with what its recipients get beside it. */
export interface NetworkMessage extends StoredMessage {
  /** The name its writer uses. */
  pushName?: string;
  /** Text of the message that it answers. */
  quotedText?: string;
}

/** The state of a chat that a device gets; absent fields are unchanged. */
export interface ChatState {
  chat: string;
  subject?: string;
  size?: number;
  mayWrite?: boolean;
  isLeft?: boolean;
  /** Number of messages that the phone's owner hasn't read. */
  unread?: number;
  isArchived?: boolean;
  isPinned?: boolean;
  /** Milliseconds since 1970; negative for ever; null if not muted. */
  mutedUntilMs?: number | null;
}

/** Prefix of numbers that are not on WhatsApp; every other E.164 number is. */
export const ABSENT_PREFIX = '+1555000';
const E164 = /^\+[1-9]\d{6,14}$/;

/** Whether the address is a number in E.164 form. */
export const isNumber = (address: string): boolean => E164.test(address);
/** Group operations that a linked device may request. */
export type GroupChange =
  | { kind: 'create'; subject: string; members: string[] }
  | {
      kind: 'settings';
      chat: string;
      subject?: string;
      description?: string;
      isAnnouncement?: boolean;
      isLocked?: boolean;
    }
  | { kind: 'add' | 'remove' | 'promote' | 'demote'; chat: string; members: string[] }
  | { kind: 'leave'; chat: string }
  | { kind: 'invite'; chat: string };
export type ChangedGroup = { chat: string; inviteCode?: string } | { error: string };

export const isGroupId = (address: string): boolean => address.endsWith('@g.us');
export const isOnWhatsApp = (number: string): boolean => isNumber(number) && !number.startsWith(ABSENT_PREFIX);
