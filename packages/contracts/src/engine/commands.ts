import type { Text } from '../text/registry.ts';
import type { ActMessage } from './protocol.ts';

/**
 * Commands from the server to a running engine over MQTT (`topics.engineCommand`). Each is answered on
 * `topics.engineReply` with the same id.
 */
export type EngineCommand = { id: string } & (
  | { name: 'health' }
  /** Requests a pairing code for the phone with this number, instead of the QR code. Replies {@link PairingCode}. */
  | { name: 'pairing-code'; phoneNumber: string }
  /** Shows a fresh QR code, even after the earlier ones expired. */
  | { name: 'refresh-pairing' }
  /** The engine's inbox has new entries or its settings changed: check both. */
  | { name: 'look' }
  /** Uploads a received file to the server (`/engine/fetched-file`). Replies {@link FetchedFile}. */
  | { name: 'fetch-file'; chat: string; waMessageId: string; source: string; mimeType: string; fileName: string | null }
  /**
   * Uploads the picture of a chat or person to the server. Replies {@link FetchedFile} with `fileId` null if there is
   * none or this account may not see it.
   */
  | { name: 'picture'; chat: string }
  /** Reads a group's members and settings. Replies {@link GroupInfo}. */
  | { name: 'group-info'; chat: string }
  /** Creates, changes or leaves a group, or reads its invitation. Replies {@link ChangedGroup}. */
  | { name: 'change-group'; change: GroupChange }
  /** Lists the groups shared with this person. Replies `chats`, their ids. */
  | { name: 'common-groups'; number: string }
  /** Actions on chats are waiting at `/engine/acts`. Replies nothing. */
  | { name: 'acts' }
  /** Shows or hides that the account is typing. Replies nothing. */
  | { name: 'typing'; chat: string; isTyping: boolean }
  /** Requests messages before this one from the phone and sends them as received. Replies {@link OlderMessages}. */
  | { name: 'older-messages'; chat: string; before: ActMessage | null; count: number }
  /** Reads WhatsApp's rating of the number. Replies `NumberRating`. */
  | { name: 'rating' }
  /** Unlinks from WhatsApp. */
  | { name: 'log-out' }
);

export type EngineReply = { id: string } & ({ ok: true; data: Record<string, unknown> } | { ok: false; error: Text });

export interface PairingCode {
  code: string;
  /** How long the code can be entered, from now; omitted if the driver does not know. */
  lifeMs?: number;
}

/** The requested messages are sent as received; `count` is null if the driver does not know it at once. */
export interface OlderMessages {
  count: number | null;
}

export interface FetchedFile {
  fileId: string | null;
}

/** Limit of members in one MQTT reply; most WhatsApp groups have at most 1,024. */
export const MAX_MEMBERS_PER_REPLY = 1_000;

/** Members are numbers in E.164 form. */
export type GroupChange =
  | { kind: 'create'; subject: string; members: string[] }
  /** Omitted fields are unchanged. */
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

export interface ChangedGroup {
  chat: string;
  /** The last part of `https://chat.whatsapp.com/…`, if requested. */
  inviteCode?: string | undefined;
}

export interface GroupInfo {
  subject: string | null;
  description: string | null;
  /** Only admins may write; omitted if the driver does not report it. */
  isAnnouncement?: boolean | undefined;
  /** Only admins may change its name, picture and description. */
  isLocked?: boolean | undefined;
  members: {
    /** E.164, or WhatsApp's hidden address if the number is not disclosed. */ number: string;
    isAdmin: boolean;
  }[];
}
