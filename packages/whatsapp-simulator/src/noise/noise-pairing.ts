import { createHmac, randomBytes } from 'node:crypto';
import { type BinaryNode, Curve, proto } from 'baileys';
import { CodeExchange } from './code-exchange.ts';
import { hiddenJidOf, jidOf, numberOfJid } from './jids.ts';
import { childOf, node } from './nodes.ts';
import { keyPairFor } from './noise-keys.ts';

/** Number of codes that a client may show in sequence. */
const REFS = 6;
/** Prefix of signed data (ADV, "account to device"). */
const ACCOUNT_SIGNATURE_PREFIX = Buffer.from([6, 0]);

/** A client that shows QR codes until a phone scans one. */
export class NoisePairing {
  readonly refs = Array.from({ length: REFS }, () => randomBytes(16).toString('base64'));
  readonly noiseKey: string;
  readonly #identity: Buffer;
  readonly #send: (node: BinaryNode) => void;
  #linked: (() => void) | null = null;
  #exchange: CodeExchange | null = null;

  constructor(hello: { identity: Uint8Array; noiseKey: Buffer }, send: (node: BinaryNode) => void) {
    this.#identity = Buffer.from(hello.identity);
    this.noiseKey = hello.noiseKey.toString('base64');
    this.#send = send;
    const refs = this.refs.map((ref) => node('ref', {}, Buffer.from(ref)));
    const attrs = { from: 's.whatsapp.net', type: 'set', id: 'pair-device', xmlns: 'md' };
    send(node('iq', attrs, [node('pair-device', {}, refs)]));
  }

  /**
   * The secret in a QR text (`[prefix]ref,noise key,identity key,secret[,platform]`) made from one of our refs; null if
   * it wasn't.
   */
  secretOf(qr: string): Buffer | null {
    const ref = this.refs.find((ref) => qr.includes(ref));
    if (ref === undefined) return null;
    return Buffer.from(qr.slice(qr.indexOf(ref)).split(',')[3] ?? '', 'base64');
  }

  /** Whether the client waits for a code to be typed into the phone of `number`. */
  expectsCodeFrom(number: string): boolean {
    return this.#exchange?.number === number;
  }

  /** Checks a code typed into the phone. @returns the secret for `accept`; null if it isn't the client's code */
  async settleCode(code: string): Promise<Buffer | null> {
    return (await this.#exchange?.settle(code, this.#send)) ?? null;
  }

  /**
   * Lets the phone of `number` accept: signs the device's identity with the account's key and sends the device its
   * name. Resolves once the device has confirmed; the caller must have linked it before.
   * @param secret seals the identity; only the side that showed the code knows it
   */
  async accept(number: string, device: number, secret: Buffer): Promise<void> {
    const account = keyPairFor('account signature');
    const identity = { rawId: 1, timestamp: Math.floor(Date.now() / 1_000), keyIndex: device };
    const details = proto.ADVDeviceIdentity.encode(identity).finish();
    const signed = Buffer.concat([ACCOUNT_SIGNATURE_PREFIX, details, this.#identity]);
    const signedIdentity = proto.ADVSignedDeviceIdentity.encode({
      details,
      accountSignatureKey: account.public,
      accountSignature: Curve.sign(account.private, signed),
    }).finish();
    const hmac = createHmac('sha256', secret).update(signedIdentity).digest();
    const sealed = proto.ADVSignedDeviceIdentityHMAC.encode({ details: signedIdentity, hmac }).finish();
    const confirmed = new Promise<void>((resolve) => {
      this.#linked = resolve;
    });
    this.#send(
      node('iq', { from: 's.whatsapp.net', type: 'set', id: 'pair-success', xmlns: 'md' }, [
        node('pair-success', {}, [
          node('device-identity', {}, sealed),
          node('device', { jid: jidOf(number, device), lid: hiddenJidOf(number, device) }),
          node('platform', { name: 'android' }),
        ]),
      ]),
    );
    await confirmed;
  }

  /** @returns true if the client has confirmed that it is linked; it must then reconnect */
  take(stanza: BinaryNode): boolean {
    const code = childOf(stanza, 'link_code_companion_reg');
    if (code?.attrs.stage === 'companion_hello') {
      this.#exchange = new CodeExchange(numberOfJid(code.attrs.jid ?? ''), code);
    } else if (code?.attrs.stage === 'companion_finish') this.#exchange?.finish(code);
    if (stanza.tag !== 'iq' || !childOf(stanza, 'pair-device-sign')) return false;
    this.#linked?.();
    return true;
  }
}
