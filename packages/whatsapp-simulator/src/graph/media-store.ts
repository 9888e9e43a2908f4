import { randomInt } from 'node:crypto';
import type { FileStore, StoredFile } from '../store/file-store.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';

/** A file as a business knows it. */
export interface Media extends StoredFile {
  id: string;
  account: string;
  mimeType: string;
}

/**
 * Media that businesses uploaded or were sent: each upload has an id of its own, the bytes lie in the network's files.
 */
export class MediaStore {
  readonly #files: FileStore;
  readonly #kept: KeyValueStore;

  constructor(files: FileStore, kept: KeyValueStore) {
    this.#files = files;
    this.#kept = kept;
  }

  add(account: string, content: Uint8Array, mimeType: string): Media {
    return this.name(account, this.#files.add(content), mimeType);
  }

  /** Gives a file of the network an id that the account can fetch it by. */
  name(account: string, { sha256, bytes }: StoredFile, mimeType: string): Media {
    const id = String(randomInt(100_000_000_000_000, 281_474_976_710_655));
    const media = { id, account, mimeType, sha256, bytes };
    this.#kept.set(`media:${id}`, JSON.stringify(media));
    return media;
  }

  /** Null: no such id, another account's, or the file is gone. */
  find(id: string, account: string): Media | null {
    const text = this.#kept.get(`media:${id}`);
    const media = text === null ? null : (JSON.parse(text) as Media);
    return media?.account === account && this.#files.has(media.sha256) ? media : null;
  }

  read({ sha256 }: Media): Uint8Array {
    return this.#files.read(sha256) ?? new Uint8Array();
  }

  /** The id is worthless from now on; the file stays for messages that name it. */
  remove(id: string): void {
    this.#kept.delete(`media:${id}`);
  }
}

/** Most bytes by kind of media (Meta, "Supported media types"). */
export function maxMediaBytes(mimeType: string): number {
  const megabytes = mimeType.startsWith('image/') ? 5 : /^(audio|video)\//.test(mimeType) ? 16 : 100;
  return megabytes * 1024 * 1024;
}
