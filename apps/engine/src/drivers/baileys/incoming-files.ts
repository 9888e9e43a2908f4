import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Agent, RequestOptions } from 'node:https';
import { request } from 'node:https';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import { TextError, text } from '@switchyard/contracts/text/text';
import { getMediaKeys, type proto, type WAMessage, type WASocket } from 'baileys';
import type { FileContent, FileRequest } from '../driver.ts';
import { FILE_FIELDS } from './outgoing-messages.ts';

/** Fields of WhatsApp's five kinds of files that locate the content. */
type FileMessage = Pick<
  proto.Message.IDocumentMessage,
  'directPath' | 'mediaKey' | 'fileEncSha256' | 'fileSha256' | 'fileLength'
>;
type Kind = keyof typeof FILE_FIELDS;

/** Everything needed to download a file again, as text of about 500 characters. Bytes are base64. */
interface Source {
  kind: Kind;
  path: string;
  key: string;
  sealed: string | null;
  plain: string | null;
  /** The file's message, to request a new upload from the phone. */
  message: { remoteJid: string; fromMe: boolean; participant?: string };
}

const MEDIA_HOST = 'mmg.whatsapp.net';
const MAC_BYTES = 10;
/** The content plus padding and MAC. */
const MAX_SEALED_BYTES = MAX_FILE_BYTES + 64;
const DOWNLOAD_TIMEOUT_MS = 60_000;
const REUPLOAD_TIMEOUT_MS = 20_000;
/** Statuses of WhatsApp's servers for a file that they no longer have. */
const GONE = [403, 404, 410];

/** Null if the message does not locate its file. */
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
 * Downloads and decrypts a file; if WhatsApp's servers no longer have it, the phone that sent it is asked to upload it
 * again.
 * @param agent null for the real network
 * @throws Error with a text for the user
 */
export async function fetchFile(request: FileRequest, socket: WASocket, agent: Agent | null): Promise<FileContent> {
  const source = JSON.parse(request.source) as Source;
  const sealed =
    (await download(MEDIA_HOST, source.path, MAX_SEALED_BYTES, agent)) ??
    (await download(MEDIA_HOST, await pathAfterReupload(request, source, socket), MAX_SEALED_BYTES, agent));
  if (!sealed) throw new TextError(text('whatsappFileGone'));
  return { bytes: await decrypt(sealed, source), mimeType: request.mimeType };
}

/**
 * Downloads a file from WhatsApp's servers.
 * @returns null if they no longer have it
 * @throws Error if it cannot be downloaded now, or is larger than `maxBytes`
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
    const outgoing = request(options, (response) => {
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
        if (length > maxBytes) outgoing.destroy(new Error('the file is larger than the server accepts'));
        else chunks.push(chunk);
      });
      response.on('error', (error) => finish(() => reject(error)));
      response.on('end', () => finish(() => resolve(Buffer.concat(chunks))));
    });
    const timer = setTimeout(() => outgoing.destroy(new Error('the file did not arrive in time')), DOWNLOAD_TIMEOUT_MS);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    outgoing.on('error', (error) => finish(() => reject(error)));
    outgoing.end();
  });
}

async function pathAfterReupload({ waMessageId: id }: FileRequest, source: Source, socket: WASocket): Promise<string> {
  const file = { mediaKey: Buffer.from(source.key, 'base64'), directPath: source.path };
  const reuploaded = socket.updateMediaMessage({
    key: { ...source.message, id },
    message: { [FILE_FIELDS[source.kind]]: file },
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), REUPLOAD_TIMEOUT_MS);
  });
  try {
    const { message } = await Promise.race([reuploaded, late]);
    return message?.[FILE_FIELDS[source.kind]]?.directPath ?? source.path;
  } catch {
    throw new Error('WhatsApp no longer has the file, and the phone that sent it does not upload it again');
  } finally {
    clearTimeout(timer);
  }
}

/** @throws Error if a MAC or hash does not match */
async function decrypt(sealed: Uint8Array, source: Source): Promise<Uint8Array> {
  const { iv, cipherKey, macKey } = await getMediaKeys(Buffer.from(source.key, 'base64'), sealKindOf(source.kind));
  const [ciphertext, mac] = [sealed.subarray(0, -MAC_BYTES), sealed.subarray(-MAC_BYTES)];
  const expected = createHmac('sha256', macKey ?? '')
    .update(iv)
    .update(ciphertext)
    .digest()
    .subarray(0, MAC_BYTES);
  if (!isHashOf(sealed, source.sealed) || !timingSafeEqual(expected, mac)) throw new Error('the file arrived damaged');
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  const bytes = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  if (!isHashOf(bytes, source.plain)) throw new Error('the file arrived damaged');
  return bytes;
}

const isHashOf = (bytes: Uint8Array, hash: string | null): boolean =>
  hash === null || createHash('sha256').update(bytes).digest('base64') === hash;

const sealKindOf = (kind: Kind) => (kind === 'voice' ? 'ptt' : kind);
