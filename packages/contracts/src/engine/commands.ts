import type { Text } from '../text/registry.ts';
import type { ActMessage } from './protocol.ts';

/**
 * What the server asks of a running engine over MQTT (`topics.engineCommand`). Each is answered on `topics.engineReply`
 * with the same id.
 */
export type EngineCommand = { id: string } & (
  | { name: 'health' }
  /** A pairing code for the phone with this number, instead of the QR code. Answers {@link PairingCode}. */
  | { name: 'pairing-code'; phoneNumber: string }
  /** Show a fresh QR code, also after the earlier ones ran out. */
  | { name: 'refresh-pairing' }
  /** Something waits in the engine's inbox, or its settings changed: look there. */
  | { name: 'look' }
  /** Bring the bytes of a file that came in to the server (`/engine/fetched-file`). Answers {@link FetchedFile}. */
  | { name: 'fetch-file'; chat: string; waMessageId: string; source: string; mimeType: string; fileName: string | null }
  /**
   * Bring the picture of a chat or person there. Answers {@link FetchedFile}, `fileId` null: there is none, or it is
   * not shown to this account.
   */
  | { name: 'picture'; chat: string }
  /** Who is in a group, and what else is known of it now. Answers {@link GroupInfo}. */
  | { name: 'group-info'; chat: string }
  /** Make or change a group, leave it, or read its invitation. Answers {@link ChangedGroup}. */
  | { name: 'change-group'; change: GroupChange }
  /** Groups that the account and this person are in. Answers `chats`, their ids. */
  | { name: 'common-groups'; number: string }
  /** Acts on chats wait at `/engine/acts`. Answers nothing. */
  | { name: 'acts' }
  /** Show the person that the account is typing, or no longer. Answers nothing. */
  | { name: 'typing'; chat: string; isTyping: boolean }
  /** Have messages before this one from the phone, and tell them as received. Answers {@link OlderMessages}. */
  | { name: 'older-messages'; chat: string; before: ActMessage | null; count: number }
  /** How WhatsApp rates the number. Answers `NumberRating`. */
  | { name: 'rating' }
  /** Unlink from WhatsApp. */
  | { name: 'log-out' }
);

export type EngineReply = { id: string } & ({ ok: true; data: Record<string, unknown> } | { ok: false; error: Text });

export interface PairingCode {
  code: string;
  /** How long it can be typed in, from now; left out: the driver does not know. */
  lifeMs?: number;
}

/** What the phone was asked for is told as received; how many that were, where the driver knows at once. */
export interface OlderMessages {
  count: number | null;
}

export interface FetchedFile {
  fileId: string | null;
}

/** More do not fit into what a broker carries at once; most of WhatsApp's groups have at most 1,024. */
export const MAX_MEMBERS_TOLD = 1_000;

/** Members are numbers in E.164 form. */
export type GroupChange =
  | { kind: 'create'; subject: string; members: string[] }
  /** What is left out stays as it is. */
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
  /** The end of `https://chat.whatsapp.com/…`, where it was asked for. */
  inviteCode?: string | undefined;
}

export interface GroupInfo {
  subject: string | null;
  description: string | null;
  /** Only admins write; left out: the driver does not say. */
  isAnnouncement?: boolean | undefined;
  /** Only admins change its name, picture and description. */
  isLocked?: boolean | undefined;
  members: { /** E.164, or WhatsApp's hidden address where it tells no number. */ number: string; isAdmin: boolean }[];
}
