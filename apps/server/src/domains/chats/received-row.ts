import type { ReceivedMedia, ReceivedMessage } from '@switchyard/contracts/engine/protocol';
import { newId } from '../../platform/database/columns.ts';

/** A received message as a parameter of the statement that stores it. */
export interface ReceivedRow {
  id: string;
  chat: string;
  writer: string;
  /** Null from first-version engines, where the number decides. */
  from_me: boolean | null;
  wa_message_id: string;
  kind: ReceivedMessage['kind'];
  body: string;
  media: Omit<ReceivedMedia, 'source'> | null;
  media_source: string | null;
  quoted_id: string | null;
  quoted_text: string | null;
  is_forwarded: boolean;
  options: string[] | null;
  choices: string[] | null;
  push_name: string | null;
  written_at: string;
  /** Part of the chat history: nobody is notified of it. */
  is_history: boolean;
}

export function toReceivedRow(message: ReceivedMessage): ReceivedRow {
  const { media, quotedId, quotedText, pushName } = message;
  return {
    id: newId(),
    chat: storable(message.chat),
    writer: storable(message.from),
    from_me: message.fromMe ?? null,
    wa_message_id: storable(message.waMessageId),
    kind: message.kind,
    body: storable(message.text),
    media: media
      ? {
          mimeType: storable(media.mimeType),
          fileName: media.fileName === null ? null : storable(media.fileName),
          media: media.media ?? null,
          bytes: media.bytes ?? null,
        }
      : null,
    media_source: media?.source ? storable(media.source) : null,
    quoted_id: quotedId ? storable(quotedId) : null,
    quoted_text: quotedText ? storable(quotedText) : null,
    is_forwarded: message.isForwarded ?? false,
    options: message.options?.map(storable) ?? null,
    choices: message.choices?.map(storable) ?? null,
    push_name: (pushName && storable(pushName).trim()) || null,
    written_at: plausibleTime(message.atMs).toISOString(),
    is_history: message.isHistory ?? false,
  };
}

/** Removes NUL and unpaired surrogates, which PostgreSQL cannot store, so that no message is lost over them. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const FIRST_MS = Date.UTC(2009, 0, 1);
/** Tolerance for phones with a wrong clock. */
const CLOCK_TOLERANCE_MS = 24 * 3_600_000;

/** The time of a message if it is plausible, otherwise now. */
export function plausibleTime(atMs: number): Date {
  const nowMs = Date.now();
  return new Date(atMs >= FIRST_MS && atMs <= nowMs + CLOCK_TOLERANCE_MS ? atMs : nowMs);
}
