import type { ChatMedia, ChatMessage } from '@switchyard/contracts/chats/operations';
import type { ReceivedMedia } from '@switchyard/contracts/engine/protocol';
import type { MessageEdit } from './chats.schema.ts';

/** Columns of {@link ChatMessageRow}, from `shown` with its `mark` and its writer's `contacts` and `facts`. */
export const CHAT_MESSAGE_COLUMNS = `shown.*, coalesce(contacts.name, facts.push_name) as writer_name,
  mark.edits, mark.deleted_at is not null as is_deleted, coalesce(mark.is_starred, false) as is_starred`;

export interface ChatMessageRow extends MediaColumns {
  id: string;
  at: Date;
  wa_message_id: string;
  via: ChatMessage['via'];
  writer: string | null;
  writer_name: string | null;
  kind: ChatMessage['kind'];
  body: string;
  quoted_id: string | null;
  quoted_text: string | null;
  is_forwarded: boolean;
  options: string[] | null;
  choices: string[] | null;
  ack: number | null;
  edits: MessageEdit[] | null;
  is_deleted: boolean;
  is_starred: boolean;
}

/** A file in a received or sent message. */
export interface MediaColumns {
  media: Omit<ReceivedMedia, 'source'> | null;
  is_fetchable: boolean;
  is_gone: boolean;
  file_id: string | null;
}

/** A message for the API. Deleted messages show none of their content. */
export function presentChatMessage(row: ChatMessageRow): ChatMessage {
  const edits = row.edits ?? [];
  // The same edit may be reported twice: by the engine that made it and by the phone.
  const versions = [{ text: row.body, at: row.at.toISOString() }, ...edits].filter(
    ({ text }, at, all) => at === 0 || text !== all[at - 1]?.text,
  );
  const isMine = row.via !== null;
  return {
    _id: row.id,
    waMessageId: row.wa_message_id,
    fromMe: isMine,
    via: row.via,
    from: row.writer,
    fromName: isMine ? null : row.writer_name,
    kind: row.kind,
    text: row.is_deleted ? '' : (versions.at(-1)?.text ?? ''),
    at: row.at.toISOString(),
    isEdited: edits.length > 0,
    isDeleted: row.is_deleted,
    earlier: row.is_deleted ? [] : versions.slice(0, -1),
    media: row.is_deleted ? null : presentMedia(row),
    quotedId: row.quoted_id,
    quotedText: row.quoted_text,
    isForwarded: row.is_forwarded,
    isStarred: row.is_starred,
    options: row.is_deleted ? null : row.options,
    choices: row.choices,
    ack: row.ack,
  };
}

/** @returns null if the message has no file */
export function presentMedia({ media, file_id, is_gone, is_fetchable }: MediaColumns): ChatMedia | null {
  if (!media) return null;
  return {
    mimeType: media.mimeType,
    fileName: media.fileName,
    media: media.media ?? null,
    bytes: media.bytes ?? null,
    state: file_id !== null ? 'fetched' : is_gone ? 'gone' : is_fetchable ? 'fetchable' : 'unknown',
    fileId: file_id,
  };
}
