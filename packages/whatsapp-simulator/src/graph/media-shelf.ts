import { createHash, randomInt } from 'node:crypto';

export interface Media {
  id: string;
  account: string;
  bytes: Buffer;
  mimeType: string;
  sha256: string;
}

/** The most bytes kept; the oldest media go first. */
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

/** Media that businesses uploaded. Kept in memory: a restart of the network forgets them, as the real one does after 30 days. */
export class MediaShelf {
  readonly #media = new Map<string, Media>();
  #bytes = 0;

  add(account: string, bytes: Buffer, mimeType: string): Media {
    const id = String(randomInt(100_000_000_000_000, 281_474_976_710_655));
    const media = { id, account, bytes, mimeType, sha256: createHash('sha256').update(bytes).digest('hex') };
    this.#media.set(id, media);
    this.#bytes += bytes.length;
    for (const oldest of this.#media.keys()) {
      if (this.#bytes <= MAX_KEPT_BYTES || oldest === id) break;
      this.remove(oldest);
    }
    return media;
  }

  find(id: string): Media | null {
    return this.#media.get(id) ?? null;
  }

  remove(id: string): boolean {
    this.#bytes -= this.#media.get(id)?.bytes.length ?? 0;
    return this.#media.delete(id);
  }
}

/** Most bytes by kind of media (Meta, "Supported media types"). */
export function maxMediaBytes(mimeType: string): number {
  const megabytes = mimeType.startsWith('image/') ? 5 : /^(audio|video)\//.test(mimeType) ? 16 : 100;
  return megabytes * 1024 * 1024;
}
