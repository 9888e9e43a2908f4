import { randomInt } from 'node:crypto';
import type { FileStore, StoredFile } from '../store/file-store.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';

/** A file with its Cloud API media id. */
export interface Media extends StoredFile {
  id: string;
  account: string;
  mimeType: string;
}

/** Media that businesses uploaded or received: each upload has its own id, and the bytes are in the network's files. */
export class MediaStore {
  readonly #files: FileStore;
  readonly #values: KeyValueStore;

  constructor(files: FileStore, values: KeyValueStore) {
    this.#files = files;
    this.#values = values;
  }

  add(account: string, content: Uint8Array, mimeType: string): Media {
    return this.name(account, this.#files.add(content), mimeType);
  }

  /** Assigns an id by which the account can fetch one of the network's files. */
  name(account: string, { sha256, bytes }: StoredFile, mimeType: string): Media {
    const id = String(randomInt(100_000_000_000_000, 281_474_976_710_655));
    const media = { id, account, mimeType, sha256, bytes };
    this.#values.set(`media:${id}`, JSON.stringify(media));
    return media;
  }

  /** Returns null if there is no such id, it is another account's, or the file is gone. */
  find(id: string, account: string): Media | null {
    const text = this.#values.get(`media:${id}`);
    const media = text === null ? null : (JSON.parse(text) as Media);
    return media?.account === account && this.#files.has(media.sha256) ? media : null;
  }

  read({ sha256 }: Media): Uint8Array {
    return this.#files.read(sha256) ?? new Uint8Array();
  }

  /** Invalidates the id; the file stays for messages that use it. */
  remove(id: string): void {
    this.#values.delete(`media:${id}`);
  }
}

/** Maximum size by kind of media (Meta, "Supported media types"). */
export function maxMediaBytes(mimeType: string): number {
  const megabytes = mimeType.startsWith('image/') ? 5 : /^(audio|video)\//.test(mimeType) ? 16 : 100;
  return megabytes * 1024 * 1024;
}
