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
  /** Made before the first attempt, never changed: `3EB0` and 18 hex digits. */
  waMessageId: string;
  /** E.164, or a group's id. */
  to: string;
  body: MessageBody;
  quote?: QuotedAsSent | null;
  /** WhatsApp may have it already. */
  inDoubt: boolean;
}

/**
 * What came of a send. `in-doubt`: it left, or may have, and no answer came; how that is settled is a fact of the
 * driver.
 */
export type DriverOutcome = Exclude<SendOutcome, { kind: 'unknown' }> | { kind: 'in-doubt'; cause: Text };

/** Something to be done to a message or chat. */
export type ActRequest = Omit<ClaimedAct, '_id' | 'attempt'>;
/** What came of an act. `in-doubt`: no answer came; it is tried again, which changes nothing where it was done. */
export type DriverActOutcome = Exclude<ActOutcome, { kind: 'unknown' }> | { kind: 'in-doubt'; cause: Text };

/** How far a message has come: 1 WhatsApp has it, 2 delivered, 3 read. */
export interface Receipt {
  waMessageId: string;
  level: 1 | 2 | 3;
  atMs: number;
}

export type IncomingMessage = ReceivedMessage;

/** A file that came in, as it was told. */
export interface FileAsked {
  chat: string;
  waMessageId: string;
  source: string;
  mimeType: string;
}
export interface FileContent {
  bytes: Uint8Array;
  mimeType: string;
}

/** A message that WhatsApp had taken and could not deliver. */
export interface FailedMessage {
  waMessageId: string;
  code: string;
  reason: Text;
}

/**
 * What a driver tells. `taken` is called once the news is safe with the server (or held by nobody): before, the driver
 * may tell it again.
 */
export type DriverEvent =
  | {
      kind: 'status';
      status: EngineStatus;
      reason?: string;
      qrcode?: string | null;
      /** How long that QR code can be scanned, if the driver knows. */
      qrcodeLifeMs?: number;
      phoneNumber?: string;
    }
  /** A named step of the session's life (spec 000 section 4.3). */
  | { kind: 'life'; event: string; details?: Record<string, unknown> }
  | { kind: 'receipts'; receipts: Receipt[]; taken: () => void }
  | { kind: 'failures'; failures: FailedMessage[]; taken: () => void }
  | { kind: 'messages'; messages: IncomingMessage[]; taken: () => void }
  | { kind: 'changes'; changes: MessageChange[]; taken: () => void }
  /** Told again by a later connection anyway. */
  | { kind: 'chats'; chats: ChatUpdate[] }
  | { kind: 'restriction'; scope: 'new' | 'all'; untilMs: number | null; lifted: boolean };

/** One WhatsApp connection. Made for one lease; never used after `stop`. */
/** What WhatsApp says of a number. */
export interface FoundNumber {
  number: string;
  exists: boolean;
  /** By which number WhatsApp knows this person, where that is another form of theirs (`number-forms.ts`). */
  address?: string;
}

export interface Driver {
  readonly name: string;
  readonly capabilities: DriverCapabilities;
  /** Begins to connect, and keeps connecting until `stop`; what becomes of it is told by `status` events. */
  start(): Promise<void>;
  /** `drain`: what was sent is let settle, credentials are saved. `kill`: end now. */
  stop(how: 'drain' | 'kill'): Promise<void>;
  /** Never rejects: doubt is an outcome. Called only while the status is `connected`, one at a time for each chat. */
  send(request: SendRequest): Promise<DriverOutcome>;
  /**
   * Never rejects. Called only while the status is `connected`, for acts of the driver's capabilities, one at a time
   * for each chat.
   */
  act?(request: ActRequest): Promise<DriverActOutcome>;
  /** Shows that the account is typing, or no longer. */
  typing?(chat: string, isTyping: boolean): Promise<void>;
  /**
   * Has messages from the phone that were written before this one, and tells them as `messages`.
   * @returns how many; null: they come later.
   */
  olderMessages?(chat: string, before: ActMessage | null, count: number): Promise<number | null>;
  /** For `look-up` drivers: what WhatsApp knows of these ids. */
  probe?(waMessageIds: string[]): Promise<Map<string, 0 | 1 | 2 | 3>>;
  /**
   * For drivers that `none` settles: whether a message in doubt may have left. One that did not is sent; one that may
   * have waits for news.
   */
  mayHaveLeft?(waMessageId: string): boolean;
  /** Which numbers are on WhatsApp. */
  lookUp?(numbers: string[]): Promise<FoundNumber[]>;
  /** A code for the phone with this number. Rejects when the driver is not waiting to be paired. */
  pairingCode?(phoneNumber: string): Promise<PairingCode>;
  /** Shows a fresh code. */
  refreshPairing?(): Promise<void>;
  /**
   * The bytes of a file that came in, whole and as WhatsApp says they are. Rejects when they cannot be had, with words
   * for the user.
   */
  fetchFile?(asked: FileAsked): Promise<FileContent>;
  /** The picture of a person or group; null: none, or none that this account is shown. */
  picture?(chat: string): Promise<FileContent | null>;
  groupInfo?(chat: string): Promise<GroupInfo>;
  /** Rejects with WhatsApp's words when it refuses. */
  changeGroup?(change: GroupChange): Promise<ChangedGroup>;
  /** Ids of the groups that the account and this person are in. */
  commonGroups?(number: string): Promise<string[]>;
  /** How WhatsApp rates the number now. Rejects when it does not say. */
  rating?(): Promise<NumberRating>;
  /** Something waits in the inbox, or the settings changed. */
  look?(): void;
  /** Unlinks from the account. */
  logOut(): Promise<void>;
}

/**
 * What a driver must keep to stay linked, kept encrypted by the server and fenced by the lease. Calls wait while the
 * server is away.
 */
export interface CredentialStore {
  read(names: string[]): Promise<Map<string, string>>;
  /** All of it, or nothing. Null removes a name; `clear` removes everything that is not among the values. */
  write(values: Record<string, string | null>, options?: { clear: boolean }): Promise<void>;
}

/** What a driver is made with. */
export interface DriverContext {
  engineId: string;
  /** The account that the engine was linked to last, E.164; null: never linked. */
  phoneNumber: string | null;
  credentials: CredentialStore;
  /** What was sent under an id, also by an earlier process; null: no such message. */
  content(waMessageId: string): Promise<MessageBody | null>;
  /** The file of a `media` body. Rejects when the server is away or has it no more. */
  file(fileId: string): Promise<Uint8Array>;
  /**
   * What is shown of a picture before it is loaded; null: nothing. Rejects like `file`, and when the server is of an
   * earlier version.
   */
  preview(fileId: string): Promise<Preview | null>;
  /**
   * What WhatsApp told the server by webhook: marks entries as taken, then hands out those that are not, oldest first.
   */
  inbox(taken: number[]): Promise<{ entries: InboxEntry[]; more: boolean }>;
  emit(event: DriverEvent): void;
  /**
   * Milliseconds since 1970 by the server's clock, for every time that WhatsApp itself does not tell: this host's may
   * be hours off.
   */
  nowMs(): number;
  log: Log;
}
export type CreateDriver = (context: DriverContext) => Driver;
