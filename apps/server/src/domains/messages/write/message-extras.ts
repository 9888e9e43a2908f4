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

/** What a message carries beside its words. */
export interface MessageExtras {
  attachment: Attachment | null;
  fileId: string | null;
  quote: QuotedMessage | null;
}

/** A file of the workspace, and whether it begins as Opus in Ogg does. */
export type CarriedFile = FoundFile & { isOpus: boolean };

const PLURALS: Record<MediaType, TextCode> = {
  image: 'pictures',
  video: 'videos',
  audio: 'sounds',
  document: 'documents',
  voice: 'voiceMessages',
  sticker: 'stickers',
};

/** What this is read against. */
export interface CarryingContext {
  /** A file of the workspace. */
  file(id: string): CarriedFile | null;
  /** Driver of the engine that will send it; null: there is none yet, and whichever comes will say. */
  driver: string | null;
}

/** What a stored message carries, as it would be given anew. */
export const toExtrasInput = ({
  attachment,
  quote,
}: Pick<MessageExtras, 'attachment' | 'quote'>): Required<Pick<CreateMessage, 'attachment' | 'poll' | 'quote'>> => ({
  attachment: attachment?.kind === 'media' ? { fileId: attachment.fileId, as: attachment.media } : null,
  poll: attachment?.kind === 'poll' ? { options: attachment.options, selectable: attachment.selectable } : null,
  quote,
});

/** Checks what a message is to carry. @returns it, or every fault with its field. */
export function parseExtras(
  given: Pick<CreateMessage, 'attachment' | 'poll' | 'quote'>,
  { file, driver }: CarryingContext,
): MessageExtras | FieldFault[] {
  const faults: FieldFault[] = [];
  const carried: MessageExtras = {
    attachment: null,
    fileId: null,
    quote: given.quote ? withoutNul(given.quote) : null,
  };
  if (given.attachment && given.poll) {
    faults.push(faultAt('poll', 'fileOrPoll'));
  } else if (given.attachment) {
    const found = file(given.attachment.fileId);
    if (!found) faults.push(faultAt('attachment', 'fileGone'));
    else {
      const shownAs = given.attachment.as ?? found.media;
      faults.push(...whyNotAs(shownAs, found));
      Object.assign(carried, { attachment: asAttachment(found, shownAs), fileId: found._id });
    }
  } else if (given.poll) {
    const poll = readPoll(given.poll);
    if (Array.isArray(poll)) faults.push(...poll);
    else carried.attachment = { kind: 'poll', ...poll };
  }
  if (driver !== null) faults.push(...whatItCannot(driver, carried));
  return faults.length > 0 ? faults : carried;
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

/** What WhatsApp shows as this kind must be of it; everything may go as a document. */
function whyNotAs(shownAs: MediaType, file: CarriedFile): FieldFault[] {
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

const isVoice = ({ mimeType, isOpus }: CarriedFile): boolean => mimeType === VOICE_TYPE && isOpus;

function whatItCannot(driver: string, { attachment, quote }: MessageExtras): FieldFault[] {
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
