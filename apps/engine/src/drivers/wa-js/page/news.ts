import type { ReceivedKind } from '@switchyard/contracts/engine/protocol';

/** What the page says of itself. */
export interface PageState {
  /** WPP's own words: `QR`, `MAIN`, `SYNCING`, `OFFLINE`, `CONFLICT`, … and `OPENING`, `NORMAL`, … */
  mode: string;
  info: string;
  authenticated: boolean;
  fullReady: boolean;
  /** The text of the QR code that is shown now. */
  code: string | null;
  /** Digits of the account's number, once known. */
  user: string | null;
}

/** What somebody wrote or did, as `IncomingMessage` words it. */
export interface PageSaid {
  kind: ReceivedKind;
  text: string;
  media?: {
    mimeType: string;
    fileName: string | null;
    media: 'image' | 'video' | 'audio' | 'document' | 'voice' | 'sticker';
    bytes?: number;
    source: string;
  };
  quotedId?: string;
  quotedText?: string;
  isForwarded?: true;
  pushName?: string;
  options?: string[];
  choices?: string[];
  fromMe?: true;
}

/** A chat, as `ChatUpdate` words it. */
export interface PageChat {
  chat: string;
  subject?: string;
  size?: number;
  mayWrite?: boolean;
  isLeft?: boolean;
  unread?: number;
  isArchived?: boolean;
  isPinned?: boolean;
  mutedUntilMs?: number | null;
}

export type PageChange =
  | { kind: 'edited'; text: string }
  | { kind: 'deleted' }
  | { kind: 'starred'; isStarred: boolean };

/** What comes out of the page: plain values only, since WhatsApp's own objects cannot leave it. */
export type PageUpdate =
  | { kind: 'state'; state: PageState }
  | { kind: 'acks'; ids: string[]; ack: number }
  /** `isHistory`: it was asked for, and is no news. */
  | { kind: 'message'; id: string; chat: string; from: string; atMs: number; said: PageSaid; isHistory?: true }
  | { kind: 'change'; id: string; chat: string; writer: string; change: PageChange }
  | { kind: 'chats'; chats: PageChat[] }
  | { kind: 'qr-idle' }
  | { kind: 'logged-out'; reason: string | null }
  | { kind: 'backend'; name: string; value: unknown };
