import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import type { SomeToSend } from '@switchyard/contracts/public-api/messages';
import { GuardedFetchError, guardedFetch } from '../../platform/http/guarded-fetch.ts';
import type { Platform } from '../../platform/platform.ts';
import { invalid } from '../../platform/refusal.ts';
import { storeFile } from '../files/index.ts';

const TIMEOUT_MS = 20_000;
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,/;

interface MediaFile {
  bytes: Buffer;
  contentType: string;
  name: string;
}

/**
 * Stores the file for a message, from its URL or as sent.
 * @returns its id; null if none was given
 * @throws Refusal `INVALID`
 */
export async function storeMedia(
  { database, config }: Platform,
  workspaceId: string,
  given: SomeToSend,
): Promise<string | null> {
  const { mediaUrl, mediaBase64, mediaFilename } = given;
  if (!mediaUrl && !mediaBase64) return null;
  const { bytes, contentType, name } = mediaUrl ? await fetchMedia(mediaUrl) : readBase64(mediaBase64 ?? '');
  const upload = {
    workspaceId,
    name: mediaFilename ?? name,
    contentType,
    mendsType: true,
    body: decodeInPieces(bytes),
  };
  return (await storeFile(database.pool, upload, config.fileQuotaBytes))._id;
}

/** Decodes in small pieces, as files are stored, to let other work run in between. */
const PIECE_BYTES = 256 * 1024;

async function* decodeInPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

async function fetchMedia(url: string): Promise<MediaFile> {
  const fault = (message: string) => invalid([{ field: 'mediaUrl', message }]);
  if (!url.startsWith('https://')) throw fault('It must start with https://.');
  try {
    const { status, headers, body } = await guardedFetch({ url, maxBytes: MAX_FILE_BYTES, timeoutMs: TIMEOUT_MS });
    if (status !== 200) throw fault(`The address responded with ${status}.`);
    const name = decodeName(new URL(url).pathname.split('/').at(-1) ?? '');
    return { bytes: body, contentType: headers['content-type'] ?? '', name };
  } catch (error) {
    throw error instanceof GuardedFetchError ? fault(error.message) : error;
  }
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function readBase64(text: string): MediaFile {
  const [start = '', contentType = ''] = DATA_URL.exec(text.slice(0, 200)) ?? [];
  const written = text.slice(start.length);
  // Each expression looks for something forbidden; one pattern for the whole could backtrack too much.
  const isBase64 = !/[^A-Za-z0-9+/=\s]/.test(written) && !/=\s*[^=\s]/.test(written) && /[^=\s]/.test(written);
  if (!isBase64) {
    throw invalid([{ field: 'mediaBase64', message: 'This is not base64.' }]);
  }
  return { bytes: Buffer.from(written, 'base64'), contentType, name: 'file' };
}
