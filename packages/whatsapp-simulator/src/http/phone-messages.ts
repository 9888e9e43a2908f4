import { type Body, MEDIA_TYPES } from '../network/body.ts';
import type { FileStore } from '../store/file-store.ts';
import { RequestFault } from './requests.ts';

type Fields = Record<string, unknown>;

/**
 * Parses a message for a phone to send: `text`, with `quotedId` for an answer and `isForwarded` for a forwarded one,
 * and optionally `file: {base64, mimeType, fileName?, media?}` or `poll: {options, selectable?}`. The file is stored in
 * `files`.
 * @throws RequestFault 422
 */
export function readPhoneMessage(fields: Fields, files: FileStore): Body {
  const answers = {
    ...(typeof fields.quotedId === 'string' ? { quotedId: fields.quotedId } : {}),
    ...(fields.isForwarded === true ? { isForwarded: true as const } : {}),
  };
  const text = typeof fields.text === 'string' ? fields.text : '';
  if (isFields(fields.file)) return { kind: 'media', text, ...fileOf(fields.file, files), ...answers };
  if (text === '') throw new RequestFault(422, 'text: a text is required');
  if (!isFields(fields.poll)) return { kind: 'text', text, ...answers };
  const { selectable } = fields.poll;
  const options = readTexts(fields.poll.options, 'poll.options');
  return { kind: 'poll', text, options, selectable: typeof selectable === 'number' ? selectable : 1, ...answers };
}

/** @throws RequestFault 422 */
export function readTexts(value: unknown, name: string): string[] {
  if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value;
  throw new RequestFault(422, `${name}: a list of texts is required`);
}

/** Parses a picture `{base64, mimeType}` and stores it in `files`. @throws RequestFault 422 */
export function readPicture(value: unknown, files: FileStore): { sha256: string; mimeType: string } {
  const { sha256, mimeType } = fileOf(isFields(value) ? value : {}, files);
  return { sha256, mimeType };
}

function fileOf({ base64, mimeType, fileName, media }: Fields, files: FileStore) {
  if (typeof base64 !== 'string' || base64 === '') throw new RequestFault(422, 'file.base64: a file is required');
  if (typeof mimeType !== 'string' || !mimeType.includes('/'))
    throw new RequestFault(422, 'file.mimeType: a MIME type');
  const [family] = mimeType.split('/');
  const named = MEDIA_TYPES.find((type) => type === media);
  return {
    media: named ?? MEDIA_TYPES.find((type) => type === family) ?? 'document',
    mimeType,
    fileName: typeof fileName === 'string' ? fileName : null,
    ...files.add(Buffer.from(base64, 'base64')),
  };
}

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
