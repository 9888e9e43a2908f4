import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { getMediaKeys, type MediaType as SealKind } from 'baileys';
import type { FileStore } from '../store/file-store.ts';

const MAC_BYTES = 10;

/** A file as named in a message: encrypted with a key that only the chat knows. Hashes are SHA-256. */
export interface SealedFile {
  mediaKey: Uint8Array;
  sealedSha256: Buffer;
}

/** Decrypts and encrypts files as WhatsApp clients do: AES-256-CBC, followed by ten bytes of an HMAC. */
export class SealedFiles {
  readonly #files: FileStore;

  constructor(files: FileStore) {
    this.#files = files;
  }

  /**
   * Decrypts a client's upload and stores the file.
   * @returns its SHA-256 in hex and its length; null if it is missing, or encrypted with another key
   */
  async open(
    kind: SealKind,
    { mediaKey, sealedSha256 }: SealedFile,
  ): Promise<{ sha256: string; bytes: number } | null> {
    const sealed = this.#files.read(sealedSha256.toString('hex'));
    if (!sealed) return null;
    const { iv, cipherKey, macKey } = await keysOf(mediaKey, kind);
    const [inside, mac] = [sealed.subarray(0, -MAC_BYTES), sealed.subarray(-MAC_BYTES)];
    if (!timingSafeEqual(macOf(macKey, iv, inside), mac)) return null;
    const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
    return this.#files.add(Buffer.concat([decipher.update(inside), decipher.final()]));
  }

  /**
   * Encrypts one of the network's files and stores the result too, for clients to download.
   * @param mediaKey default: derived from the file, so that encrypting again changes nothing
   * @returns null if the file is gone
   */
  async seal(kind: SealKind, sha256: string, mediaKey: Uint8Array = mediaKeyOf(sha256)): Promise<SealedFile | null> {
    const file = this.#files.read(sha256);
    if (!file) return null;
    const { iv, cipherKey, macKey } = await keysOf(mediaKey, kind);
    const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
    const inside = Buffer.concat([cipher.update(file), cipher.final()]);
    const sealed = Buffer.concat([inside, macOf(macKey, iv, inside)]);
    this.#files.add(sealed);
    return { mediaKey, sealedSha256: createHash('sha256').update(sealed).digest() };
  }
}

async function keysOf(mediaKey: Uint8Array, kind: SealKind) {
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, kind);
  if (!macKey) throw new Error('a media key without a key for its seal');
  return { iv, cipherKey, macKey };
}

const macOf = (macKey: Uint8Array, iv: Uint8Array, inside: Uint8Array): Buffer =>
  createHmac('sha256', macKey).update(iv).update(inside).digest().subarray(0, MAC_BYTES);

const mediaKeyOf = (sha256: string): Buffer => Buffer.from(hkdfSync('sha256', sha256, '', 'simulated media key', 32));
