import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts what must not lie readable in the database, with a key from the server's secret (AES-256-GCM). What a value is bound to, such as the id of its
 * owner, is authenticated, so that it cannot be moved to another. Sealed: IV, ciphertext, tag. A changed secret makes all of it unreadable.
 */
export class Seal {
  readonly #key: Buffer;

  /** @param purpose each has a key of its own */
  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  }

  seal(text: string, ...boundTo: string[]): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    cipher.setAAD(Buffer.from(boundTo.join(' ')));
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** Null: it was sealed with another secret, for another purpose, or bound to something else. */
  open(sealed: Buffer, ...boundTo: string[]): string | null {
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, IV_BYTES));
      decipher.setAAD(Buffer.from(boundTo.join(' ')));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}
