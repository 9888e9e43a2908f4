import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import type { FieldFault } from '@switchyard/contracts/errors';
import type { MediaType, QuotedMessage } from '@switchyard/contracts/messages/body';
import {
  MAX_OPTION_LENGTH,
  MAX_POLL_OPTIONS,
  MAX_STICKER_BYTES,
  MIN_POLL_OPTIONS,
  STICKER_TYPE,
  VOICE_TYPE,
} from '@switchyard/contracts/messages/limits';
import type { MessagePoll } from '@switchyard/contracts/messages/message';
import type { CreateMessage } from '@switchyard/contracts/messages/new-message';
import { type FaultCode, faultAt } from '@switchyard/contracts/text/faults';
import type { TextData } from '@switchyard/contracts/text/registry';
import type { TextCode } from '@switchyard/contracts/text/text';
import type { FoundFile } from '../../files/index.ts';
import type { Attachment } from './attachment.ts';

/** What a message carries besides its text. */
export interface MessageExtras {
  attachment: Attachment | null;
  fileId: string | null;
  quote: QuotedMessage | null;
}

/** A file of the workspace, and whether its bytes start like Opus in Ogg. */
export type AttachableFile = FoundFile & { isOpus: boolean };

const PLURALS: Record<MediaType, TextCode> = {
  image: 'pictures',
  video: 'videos',
  audio: 'sounds',
  document: 'documents',
  voice: 'voiceMessages',
  sticker: 'stickers',
};

/** What extras are checked against. */
export interface ExtrasContext {
  /** Finds a file of the workspace. */
  file(id: string): AttachableFile | null;
  /** Driver of the engine that will send it. Null: there is none yet, so what it can send is unknown. */
  driver: string | null;
}

/** Turns stored extras back into input. */
export const toExtrasInput = ({
  attachment,
  quote,
}: Pick<MessageExtras, 'attachment' | 'quote'>): Required<Pick<CreateMessage, 'attachment' | 'poll' | 'quote'>> => ({
  attachment: attachment?.kind === 'media' ? { fileId: attachment.fileId, as: attachment.media } : null,
  poll: attachment?.kind === 'poll' ? { options: attachment.options, selectable: attachment.selectable } : null,
  quote,
});

/** Validates the extras of a new message. @returns the extras, or every fault with its field */
export function parseExtras(
  input: Pick<CreateMessage, 'attachment' | 'poll' | 'quote'>,
  { file, driver }: ExtrasContext,
): MessageExtras | FieldFault[] {
  const faults: FieldFault[] = [];
  const extras: MessageExtras = {
    attachment: null,
    fileId: null,
    quote: input.quote ? withoutNul(input.quote) : null,
  };
  if (input.attachment && input.poll) {
    faults.push(faultAt('poll', 'fileOrPoll'));
  } else if (input.attachment) {
    const found = file(input.attachment.fileId);
    if (!found) faults.push(faultAt('attachment', 'fileGone'));
    else {
      const shownAs = input.attachment.as ?? found.media;
      faults.push(...mediaFaults(shownAs, found));
      Object.assign(extras, { attachment: asAttachment(found, shownAs), fileId: found._id });
    }
  } else if (input.poll) {
    const poll = readPoll(input.poll);
    if (Array.isArray(poll)) faults.push(...poll);
    else extras.attachment = { kind: 'poll', ...poll };
  }
  if (driver !== null) faults.push(...driverFaults(driver, extras));
  return faults.length > 0 ? faults : extras;
}

function readPoll({ options, selectable }: MessagePoll): MessagePoll | FieldFault[] {
  const clean = options.map((option) => option.replaceAll('\0', '').trim());
  const faults = clean.flatMap((option, at): FieldFault[] => {
    const field = `poll.options.${at}`;
    if (option === '') return [faultAt(field, 'optionEmpty')];
    if (option.length > MAX_OPTION_LENGTH) {
      return [faultAt(field, 'optionTooLong', { maximum: MAX_OPTION_LENGTH })];
    }
    return clean.indexOf(option) < at ? [faultAt(field, 'optionTwice')] : [];
  });
  if (clean.length < MIN_POLL_OPTIONS || clean.length > MAX_POLL_OPTIONS) {
    faults.push(faultAt('poll.options', 'optionCount', { minimum: MIN_POLL_OPTIONS, maximum: MAX_POLL_OPTIONS }));
  }
  if (selectable > clean.length) {
    faults.push(faultAt('poll.selectable', 'choicesTooMany'));
  }
  return faults.length > 0 ? faults : { options: clean, selectable };
}

const NOT_OF_KIND = { image: 'notPicture', video: 'notVideo', audio: 'notSound' } as const;

/** A file must be of the type WhatsApp shows it as; any file may go as a document. */
function mediaFaults(shownAs: MediaType, file: AttachableFile): FieldFault[] {
  const fault = (code: FaultCode, data?: TextData) => [faultAt('attachment', code, data)];
  if (shownAs === file.media || shownAs === 'document') return [];
  if (shownAs === 'voice') {
    return isVoice(file) ? [] : fault('voiceKind');
  }
  if (shownAs !== 'sticker') return [faultAt('attachment', NOT_OF_KIND[shownAs])];
  if (file.mimeType !== STICKER_TYPE) return fault('stickerKind');
  return file.bytes <= MAX_STICKER_BYTES
    ? []
    : fault('stickerTooLarge', { maximum: MAX_STICKER_BYTES / 1_000, size: Math.ceil(file.bytes / 1_000) });
}

const isVoice = ({ mimeType, isOpus }: AttachableFile): boolean => mimeType === VOICE_TYPE && isOpus;

function driverFaults(driver: string, { attachment, quote }: MessageExtras): FieldFault[] {
  const { kinds, media, replies, shownName } = driverFacts(driver);
  const cannot = (field: string, what: TextCode): FieldFault[] => [
    faultAt(field, 'cannotSend', { engine: shownName, what: { code: what } }),
  ];
  return [
    ...(attachment?.kind === 'media' && !kinds.includes('media') ? cannot('attachment', 'files') : []),
    ...(attachment?.kind === 'media' && kinds.includes('media') && !media.includes(attachment.media)
      ? cannot('attachment', PLURALS[attachment.media])
      : []),
    ...(attachment?.kind === 'poll' && !kinds.includes('poll') ? cannot('poll', 'polls') : []),
    ...(quote && !replies ? cannot('quote', 'answers') : []),
  ];
}

const asAttachment = (file: FoundFile, media: MediaType): Attachment => ({
  kind: 'media',
  media,
  fileId: file._id,
  mimeType: file.mimeType,
  fileName: file.name,
  bytes: file.bytes,
});

const withoutNul = (quote: QuotedMessage): QuotedMessage => ({
  waMessageId: quote.waMessageId.replaceAll('\0', ''),
  from: quote.from?.replaceAll('\0', '') ?? null,
  text: quote.text.replaceAll('\0', ''),
});
