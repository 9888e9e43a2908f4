import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Agent, RequestOptions } from 'node:https';
import { request } from 'node:https';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import { TextError, text } from '@switchyard/contracts/text/text';
import { getMediaKeys, type proto, type WAMessage, type WASocket } from 'baileys';
import type { FileAsked, FileContent } from '../driver.ts';
import { FILE_FIELDS } from './outgoing-messages.ts';

/** The fields of WhatsApp's five kinds of files that say where the bytes are. */
type FileMessage = Pick<
  proto.Message.IDocumentMessage,
  'directPath' | 'mediaKey' | 'fileEncSha256' | 'fileSha256' | 'fileLength'
>;
type Kind = keyof typeof FILE_FIELDS;

/** All that is needed to have the bytes again, as text of some 500 characters. Bytes are base64. */
interface Source {
  kind: Kind;
  path: string;
  key: string;
  sealed: string | null;
  plain: string | null;
  /** Whose message it is, for asking the phone to bring the file anew. */
  message: { remoteJid: string; fromMe: boolean; participant?: string };
}

const MEDIA_HOST = 'mmg.whatsapp.net';
const MAC_BYTES = 10;
/** Padding and seal. */
const MAX_SEALED_BYTES = MAX_FILE_BYTES + 64;
const DOWNLOAD_TIMEOUT_MS = 60_000;
const REUPLOAD_TIMEOUT_MS = 20_000;
/** What WhatsApp's servers answer for a file that they have no more. */
const GONE = [403, 404, 410];

/** Null: the message does not say where its file is. */
export function sourceOf(kind: Kind, file: FileMessage, { remoteJid, fromMe, participant }: WAMessage['key']) {
  if (!file.directPath || !file.mediaKey || !remoteJid) return null;
  const base64 = (bytes: Uint8Array | null | undefined) => (bytes ? Buffer.from(bytes).toString('base64') : null);
  const source: Source = {
    kind,
    path: file.directPath,
    key: base64(file.mediaKey) ?? '',
    sealed: base64(file.fileEncSha256),
    plain: base64(file.fileSha256),
    message: { remoteJid, fromMe: fromMe === true, ...(participant ? { participant } : {}) },
  };
  return JSON.stringify(source);
}

/**
 * Loads and opens a file; one that WhatsApp's servers have no more is asked for at the phone that sent it.
 * @param agent null: the real network
 * @throws Error in words for the user
 */
export async function fetchFile(asked: FileAsked, socket: WASocket, agent: Agent | null): Promise<FileContent> {
  const source = JSON.parse(asked.source) as Source;
  const sealed =
    (await download(MEDIA_HOST, source.path, MAX_SEALED_BYTES, agent)) ??
    (await download(MEDIA_HOST, await pathAfterReupload(asked, source, socket), MAX_SEALED_BYTES, agent));
  if (!sealed) throw new TextError(text('whatsappFileGone'));
  return { bytes: await opened(sealed, source), mimeType: asked.mimeType };
}

/**
 * Loads what lies at WhatsApp.
 * @returns null when it is there no more
 * @throws Error when it cannot be had now, or is larger than `maxBytes`
 */
export function download(
  host: string,
  path: string,
  maxBytes: number,
  agent: Agent | null,
): Promise<Uint8Array | null> {
  const options: RequestOptions = {
    host,
    path,
    headers: { origin: 'https://web.whatsapp.com' },
    ...(agent && { agent }),
  };
  return new Promise((resolve, reject) => {
    const asking = request(options, (response) => {
      const status = response.statusCode ?? 0;
      if (status !== 200) {
        response.resume();
        finish(() =>
          GONE.includes(status) ? resolve(null) : reject(new Error(`WhatsApp's servers answered ${status}`)),
        );
        return;
      }
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxBytes) asking.destroy(new Error('the file is larger than the server keeps'));
        else chunks.push(chunk);
      });
      response.on('error', (error) => finish(() => reject(error)));
      response.on('end', () => finish(() => resolve(Buffer.concat(chunks))));
    });
    const timer = setTimeout(() => asking.destroy(new Error('the file did not come in time')), DOWNLOAD_TIMEOUT_MS);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    asking.on('error', (error) => finish(() => reject(error)));
    asking.end();
  });
}

async function pathAfterReupload({ waMessageId: id }: FileAsked, source: Source, socket: WASocket): Promise<string> {
  const file = { mediaKey: Buffer.from(source.key, 'base64'), directPath: source.path };
  const asking = socket.updateMediaMessage({
    key: { ...source.message, id },
    message: { [FILE_FIELDS[source.kind]]: file },
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), REUPLOAD_TIMEOUT_MS);
  });
  try {
    const { message } = await Promise.race([asking, late]);
    return message?.[FILE_FIELDS[source.kind]]?.directPath ?? source.path;
  } catch {
    throw new Error('WhatsApp has the file no more, and the phone that sent it does not bring it again');
  } finally {
    clearTimeout(timer);
  }
}

/** @throws Error when a seal or hash does not fit */
async function opened(sealed: Uint8Array, source: Source): Promise<Uint8Array> {
  const { iv, cipherKey, macKey } = await getMediaKeys(Buffer.from(source.key, 'base64'), sealKindOf(source.kind));
  const [inside, mac] = [sealed.subarray(0, -MAC_BYTES), sealed.subarray(-MAC_BYTES)];
  const expected = createHmac('sha256', macKey ?? '')
    .update(iv)
    .update(inside)
    .digest()
    .subarray(0, MAC_BYTES);
  if (!isHashOf(sealed, source.sealed) || !timingSafeEqual(expected, mac)) throw new Error('the file came damaged');
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  const bytes = Buffer.concat([decipher.update(inside), decipher.final()]);
  if (!isHashOf(bytes, source.plain)) throw new Error('the file came damaged');
  return bytes;
}

const isHashOf = (bytes: Uint8Array, hash: string | null): boolean =>
  hash === null || createHash('sha256').update(bytes).digest('base64') === hash;

const sealKindOf = (kind: Kind) => (kind === 'voice' ? 'ptt' : kind);
