import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { aesDecryptCTR, aesEncryptCTR, type BinaryNode, Curve, derivePairingCodeKey } from 'baileys';
import { bytesOf, childOf, node } from './nodes.ts';
import { keyPairFor } from './noise-keys.ts';

const SALT_BYTES = 32;
const CTR_IV_BYTES = 16;
const GCM_IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * The phone's side of pairing by code (the client's is `link_code_companion_reg` in Baileys' messages-recv.js): both
 * ends encrypt an ephemeral key with the code and agree on a secret; the client's key bundle proves that the codes
 * match.
 */
export class CodeExchange {
  readonly number: string;
  readonly #hello: Buffer;
  readonly #ephemeral = Curve.generateKeyPair();
  readonly #identity = keyPairFor('account signature');
  #finish: ((bundle: BinaryNode) => void) | null = null;

  /** @param hello `link_code_companion_reg` of stage `companion_hello` */
  constructor(number: string, hello: BinaryNode) {
    this.number = number;
    this.#hello = bytesOf(childOf(hello, 'link_code_pairing_wrapped_companion_ephemeral_pub'));
  }

  /**
   * Checks a code typed into the phone.
   * @returns the secret that seals the device's identity; null if the code isn't the client's
   */
  async settle(code: string, send: (node: BinaryNode) => void): Promise<Buffer | null> {
    const plain = code.replaceAll('-', '').toUpperCase();
    const theirs = await unhide(this.#hello, plain);
    const finished = new Promise<BinaryNode>((resolve) => {
      this.#finish = resolve;
    });
    const content = node('link_code_companion_reg', { stage: 'primary_hello' }, [
      node('link_code_pairing_ref', {}, randomBytes(16)),
      node('primary_identity_pub', {}, this.#identity.public),
      node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, await hide(this.#ephemeral.public, plain)),
    ]);
    const attrs = { from: 's.whatsapp.net', type: 'link_code_companion_reg', id: randomBytes(4).toString('hex') };
    send(node('notification', attrs, [content]));
    return this.#secret(await finished, Curve.sharedKey(this.#ephemeral.private, theirs));
  }

  /** Handles `link_code_companion_reg` of stage `companion_finish`. */
  finish(bundle: BinaryNode): void {
    this.#finish?.(bundle);
  }

  #secret(finish: BinaryNode, shared: Uint8Array): Buffer | null {
    const sealed = bytesOf(childOf(finish, 'link_code_pairing_wrapped_key_bundle'));
    const identity = bytesOf(childOf(finish, 'companion_identity_public'));
    const salt = sealed.subarray(0, SALT_BYTES);
    const info = 'link_code_pairing_key_bundle_encryption_key';
    const key = Buffer.from(hkdfSync('sha256', shared, salt, info, KEY_BYTES));
    try {
      const iv = sealed.subarray(SALT_BYTES, SALT_BYTES + GCM_IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv);
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const opened = decipher.update(sealed.subarray(SALT_BYTES + GCM_IV_BYTES, -TAG_BYTES));
      decipher.final();
      const random = opened.subarray(2 * KEY_BYTES);
      const identityShared = Curve.sharedKey(this.#identity.private, identity);
      return Buffer.from(
        hkdfSync('sha256', Buffer.concat([shared, identityShared, random]), '', 'adv_secret', KEY_BYTES),
      );
    } catch {
      return null;
    }
  }
}

/** A key encrypted with the code: salt, IV, ciphertext. */
async function hide(key: Uint8Array, code: string): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(CTR_IV_BYTES);
  return Buffer.concat([salt, iv, aesEncryptCTR(key, await derivePairingCodeKey(code, salt), iv)]);
}

async function unhide(hidden: Buffer, code: string): Promise<Buffer> {
  const salt = hidden.subarray(0, SALT_BYTES);
  const iv = hidden.subarray(SALT_BYTES, SALT_BYTES + CTR_IV_BYTES);
  const key = await derivePairingCodeKey(code, salt);
  return Buffer.from(aesDecryptCTR(hidden.subarray(SALT_BYTES + CTR_IV_BYTES), key, iv));
}
