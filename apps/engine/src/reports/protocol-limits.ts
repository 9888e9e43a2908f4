import { MAX_SOURCE_LENGTH } from '@switchyard/contracts/engine/constants';
import type { ChatUpdate, MessageChange, ReceivedMedia } from '@switchyard/contracts/engine/protocol';
import { MAX_MESSAGE_LENGTH, MAX_OPTION_LENGTH, MAX_POLL_OPTIONS } from '@switchyard/contracts/messages/limits';
import type { IncomingMessage } from '../drivers/driver.ts';

/** Limits of the protocol. Longer values are truncated, because a refused message would be lost completely. */
const MAX_ID = 256;
const MAX_NAME = 128;
const MAX_QUOTED = 1_024;

const cutOptions = (options: string[]): string[] =>
  options.slice(0, MAX_POLL_OPTIONS).map((option) => option.slice(0, MAX_OPTION_LENGTH));

export function cutMessage(message: IncomingMessage): IncomingMessage {
  const { media, quotedId, pushName, quotedText, options, choices } = message;
  return {
    ...message,
    waMessageId: message.waMessageId.slice(0, MAX_ID),
    chat: message.chat.slice(0, MAX_NAME),
    from: message.from.slice(0, MAX_NAME),
    text: message.text.slice(0, MAX_MESSAGE_LENGTH),
    ...(media && { media: cutMedia(media) }),
    ...(quotedId && { quotedId: quotedId.slice(0, MAX_ID) }),
    ...(pushName && { pushName: pushName.slice(0, MAX_NAME) }),
    ...(quotedText && { quotedText: quotedText.slice(0, MAX_QUOTED) }),
    ...(options && { options: cutOptions(options) }),
    ...(choices && { choices: cutOptions(choices) }),
  };
}

/** Truncates media fields. A source that is too long is omitted, because half of it would be useless. */
function cutMedia({ source, ...media }: ReceivedMedia): ReceivedMedia {
  return {
    ...media,
    mimeType: media.mimeType.slice(0, MAX_NAME),
    fileName: media.fileName?.slice(0, MAX_ID) ?? null,
    ...(source && source.length <= MAX_SOURCE_LENGTH && { source }),
  };
}

export function cutChange({ chat, waMessageId, writer, atMs, change }: MessageChange): MessageChange {
  return {
    chat: chat.slice(0, MAX_NAME),
    waMessageId: waMessageId.slice(0, MAX_ID),
    ...(writer && { writer: writer.slice(0, MAX_NAME) }),
    atMs,
    change: change.kind === 'edited' ? { ...change, text: change.text.slice(0, MAX_MESSAGE_LENGTH) } : change,
  };
}

export function cutChat({ subject, ...update }: ChatUpdate): ChatUpdate {
  return {
    ...update,
    chat: update.chat.slice(0, MAX_NAME),
    ...(subject !== undefined && { subject: subject.slice(0, MAX_ID) }),
  };
}
