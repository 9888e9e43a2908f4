import type { ChangedGroup, GroupChange, GroupInfo, PairingCode } from '@switchyard/contracts/engine/commands';
import type { DriverCapabilities } from '@switchyard/contracts/engine/driver-capabilities';
import type {
  ActMessage,
  ActOutcome,
  ChatUpdate,
  ClaimedAct,
  EngineStatus,
  InboxEntry,
  MessageChange,
  Preview,
  QuotedAsSent,
  ReceivedMessage,
  SendOutcome,
} from '@switchyard/contracts/engine/protocol';
import type { NumberRating } from '@switchyard/contracts/engines/numbers';
import type { MessageBody } from '@switchyard/contracts/messages/body';
import type { Text } from '@switchyard/contracts/text/registry';
import type { Log } from '../log.ts';

export interface SendRequest {
  /** Generated before the first attempt and never changed: `3EB0` and 18 hex digits. */
  waMessageId: string;
  /** E.164, or a group's id. */
  to: string;
  body: MessageBody;
  quote?: QuotedAsSent | null;
  /** WhatsApp may already have it. */
  inDoubt: boolean;
}

/**
 * Outcome of a send. `in-doubt`: it was or may have been sent, and no answer arrived; how that is settled depends on
 * the driver.
 */
export type DriverOutcome = Exclude<SendOutcome, { kind: 'unknown' }> | { kind: 'in-doubt'; cause: Text };

/** An act on a message or chat. */
export type ActRequest = Omit<ClaimedAct, '_id' | 'attempt'>;
/** Outcome of an act. `in-doubt`: no answer arrived; it is retried, which changes nothing if it was done. */
export type DriverActOutcome = Exclude<ActOutcome, { kind: 'unknown' }> | { kind: 'in-doubt'; cause: Text };

/** Delivery level of a message: 1 WhatsApp has it, 2 delivered, 3 read. */
export interface Receipt {
  waMessageId: string;
  level: 1 | 2 | 3;
  atMs: number;
}

export type IncomingMessage = ReceivedMessage;

/** An incoming file as it was reported. */
export interface FileRequest {
  chat: string;
  waMessageId: string;
  source: string;
  mimeType: string;
}
export interface FileContent {
  bytes: Uint8Array;
  mimeType: string;
}

/** A message that WhatsApp had accepted and could not deliver. */
export interface FailedMessage {
  waMessageId: string;
  code: string;
  reason: Text;
}

/**
 * An event of a driver. `taken` is called once the server has stored it, or nobody needs it; until then the driver may
 * emit it again.
 */
export type DriverEvent =
  | {
      kind: 'status';
      status: EngineStatus;
      reason?: string;
      qrcode?: string | null;
      /** Lifetime of that QR code, if known. */
      qrcodeLifeMs?: number;
      phoneNumber?: string;
    }
  /** A named step of the session's life cycle (spec 000 section 4.3). */
  | { kind: 'life'; event: string; details?: Record<string, unknown> }
  | { kind: 'receipts'; receipts: Receipt[]; taken: () => void }
  | { kind: 'failures'; failures: FailedMessage[]; taken: () => void }
  | { kind: 'messages'; messages: IncomingMessage[]; taken: () => void }
  | { kind: 'changes'; changes: MessageChange[]; taken: () => void }
  /** Not acknowledged, because a later connection reports them again. */
  | { kind: 'chats'; chats: ChatUpdate[] }
  | { kind: 'restriction'; scope: 'new' | 'all'; untilMs: number | null; lifted: boolean };

/** One WhatsApp connection, for one lease; never used after `stop`. */
/** WhatsApp's information about a number. */
export interface FoundNumber {
  number: string;
  exists: boolean;
  /** The number under which WhatsApp knows this person, if it is another form of the given one (`number-forms.ts`). */
  address?: string;
}

export interface Driver {
  readonly name: string;
  readonly capabilities: DriverCapabilities;
  /** Starts to connect, and keeps reconnecting until `stop`; progress is reported by `status` events. */
  start(): Promise<void>;
  /** `drain`: lets sent messages settle and saves credentials. `kill`: stops immediately. */
  stop(how: 'drain' | 'kill'): Promise<void>;
  /** Never rejects: doubt is an outcome. Called only while the status is `connected`, one at a time per chat. */
  send(request: SendRequest): Promise<DriverOutcome>;
  /**
   * Never rejects. Called only while the status is `connected`, for acts of the driver's capabilities, one at a time
   * per chat.
   */
  act?(request: ActRequest): Promise<DriverActOutcome>;
  /** Shows that the account is typing, or has stopped. */
  typing?(chat: string, isTyping: boolean): Promise<void>;
  /**
   * Requests messages from the phone that were written before this one, and reports them as `messages`.
   * @returns the number of messages; null if they arrive later
   */
  olderMessages?(chat: string, before: ActMessage | null, count: number): Promise<number | null>;
  /** For `look-up` drivers: the levels of the messages that WhatsApp knows. */
  probe?(waMessageIds: string[]): Promise<Map<string, 0 | 1 | 2 | 3>>;
  /**
   * For drivers without a look-up: whether a message in doubt may have left. If not, it is sent; otherwise it waits for
   * a status.
   */
  mayHaveLeft?(waMessageId: string): boolean;
  /** Checks which numbers are on WhatsApp. */
  lookUp?(numbers: string[]): Promise<FoundNumber[]>;
  /** A pairing code for the phone with this number. Rejects if the driver is not waiting to be paired. */
  pairingCode?(phoneNumber: string): Promise<PairingCode>;
  /** Shows a fresh code. */
  refreshPairing?(): Promise<void>;
  /** The verified content of an incoming file. Rejects with a text for the user if it is unavailable. */
  fetchFile?(request: FileRequest): Promise<FileContent>;
  /** The picture of a person or group; null if there is none, or it is not visible to this account. */
  picture?(chat: string): Promise<FileContent | null>;
  groupInfo?(chat: string): Promise<GroupInfo>;
  /** Rejects with WhatsApp's text if it refuses. */
  changeGroup?(change: GroupChange): Promise<ChangedGroup>;
  /** Ids of the groups that both the account and this person are in. */
  commonGroups?(number: string): Promise<string[]>;
  /** WhatsApp's current rating of the number. Rejects if there is none. */
  rating?(): Promise<NumberRating>;
  /** The inbox has entries, or the settings have changed. */
  look?(): void;
  /** Unlinks the device from the account. */
  logOut(): Promise<void>;
}

/**
 * Data that a driver needs to stay linked, stored encrypted by the server and fenced by the lease. Calls wait while the
 * server is unavailable.
 */
export interface CredentialStore {
  read(names: string[]): Promise<Map<string, string>>;
  /** Writes everything or nothing. Null removes a name; `clear` removes all names that are not among the values. */
  write(values: Record<string, string | null>, options?: { clear: boolean }): Promise<void>;
}

/** The environment of a driver. */
export interface DriverContext {
  engineId: string;
  /** The account that the engine was last linked to, E.164; null if it was never linked. */
  phoneNumber: string | null;
  credentials: CredentialStore;
  /** The content sent under an id, also by an earlier process; null if there is no such message. */
  content(waMessageId: string): Promise<MessageBody | null>;
  /** The file of a `media` body. Rejects while the server is unavailable, or if it no longer has the file. */
  file(fileId: string): Promise<Uint8Array>;
  /**
   * The preview shown before a picture is loaded; null for none. Rejects like `file`, and if the server is an earlier
   * version.
   */
  preview(fileId: string): Promise<Preview | null>;
  /**
   * WhatsApp's webhook events stored by the server: acknowledges the given entries, then returns the remaining ones,
   * oldest first.
   */
  inbox(taken: number[]): Promise<{ entries: InboxEntry[]; more: boolean }>;
  emit(event: DriverEvent): void;
  /**
   * Milliseconds since 1970 by the server's clock, for every time that does not come from WhatsApp: this host's clock
   * may be hours off.
   */
  nowMs(): number;
  log: Log;
}
export type CreateDriver = (context: DriverContext) => Driver;
