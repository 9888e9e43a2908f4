import type { ReceivedKind } from '@switchyard/contracts/engine/protocol';

/** The page's state. */
export interface PageState {
  /** WPP's values: `QR`, `MAIN`, `SYNCING`, `OFFLINE`, `CONFLICT`, …, and `OPENING`, `NORMAL`, … */
  mode: string;
  info: string;
  authenticated: boolean;
  fullReady: boolean;
  /** Text of the QR code that is currently shown. */
  code: string | null;
  /** Digits of the account's number, once known. */
  user: string | null;
}

/** A message's content, with the fields of `IncomingMessage`. */
export interface PageContent {
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

/** A chat, with the fields of `ChatUpdate`. */
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

/** Data that leaves the page: plain values only, because WhatsApp's own objects cannot. */
export type PageUpdate =
  | { kind: 'state'; state: PageState }
  | { kind: 'acks'; ids: string[]; ack: number }
  /** `isHistory`: the message was requested, and is not new. */
  | { kind: 'message'; id: string; chat: string; from: string; atMs: number; said: PageContent; isHistory?: true }
  | { kind: 'change'; id: string; chat: string; writer: string; change: PageChange }
  | { kind: 'chats'; chats: PageChat[] }
  | { kind: 'qr-idle' }
  | { kind: 'logged-out'; reason: string | null }
  | { kind: 'backend'; name: string; value: unknown };
