import type { Body } from './body.ts';

/**
 * The words of the simulated network. account: a phone number with WhatsApp. device: something linked to an account
 * besides its phone, for example an engine. link: a device's open connection. address: an account's number in E.164
 * form (`+447700900123`) or a group's id (`120363…@g.us`).
 */

export interface SendRequest {
  /** The sender's id for the message. The network treats the same id from the same account as the same message. */
  id: string;
  to: string;
  body: Body;
}

export type SendReply =
  | { kind: 'accepted'; id: string; atMs: number; repeated: boolean }
  | { kind: 'rejected'; code: RejectionCode; reason: string; afterMs?: number };
/** `no-such-file`: the file of the message is not in the network (any more); add it and send again. */
export type RejectionCode = 'not-on-whatsapp' | 'restricted' | 'rate-limited' | 'bad-message' | 'no-such-file';

/** 1: the network has it, 2: delivered to the recipient, 3: read. */
export type ReceiptLevel = 1 | 2 | 3;
export interface Receipt {
  id: string;
  chat: string;
  level: ReceiptLevel;
  atMs: number;
}

/**
 * A message as it lies in the network. Receipt times in the future are planned ones; null: the recipient is offline.
 */
export interface StoredMessage {
  sequence: number;
  id: string;
  from: string;
  chat: string;
  body: Body;
  acceptedAtMs: number;
  deliveredAtMs: number | null;
  readAtMs: number | null;
  /** How often this id was sent; more than 1: the repeats were absorbed. */
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
 * Why a link closed. `replaced`: the same device connected again. `logged-out`: the device is unlinked and must pair
 * again. `lost`, `closed`: connect again. `refused`: the credentials do not fit.
 */
export type CloseReason = 'replaced' | 'logged-out' | 'lost' | 'closed' | 'refused';

export interface Group {
  id: string;
  subject: string;
  owner: string;
  participants: string[];
  createdAtMs: number;
  description: string | null;
  /** Beside the owner. */
  admins: string[];
  /** Only admins may write. */
  isAnnouncement: boolean;
  /** Only admins may change its name and description. */
  isLocked: boolean;
  /** Who was in it and is no more. */
  former: string[];
}

/** A message with what its recipients are told beside it. */
export interface ToldMessage extends StoredMessage {
  /** The name that its writer has given himself. */
  pushName?: string;
  /** What the message that it answers says. */
  quotedText?: string;
}

/** What a device is told of a chat; what is left out has not changed. */
export interface ChatState {
  chat: string;
  subject?: string;
  size?: number;
  mayWrite?: boolean;
  isLeft?: boolean;
  /** What the owner of the phone has not read. */
  unread?: number;
  isArchived?: boolean;
  isPinned?: boolean;
  /** Milliseconds since 1970; negative: for ever; null: not muted. */
  mutedUntilMs?: number | null;
}

/** Numbers that are "not on WhatsApp"; every other E.164 number is. */
export const ABSENT_PREFIX = '+1555000';
const E164 = /^\+[1-9]\d{6,14}$/;

/** True for a number in E.164 form. */
export const isNumber = (address: string): boolean => E164.test(address);
/** What a linked device may ask to have done about groups. */
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
