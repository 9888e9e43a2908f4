import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import {
  type BinaryNode,
  Curve,
  decodeBinaryNode,
  encodeBinaryNode,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
} from 'baileys';
import { certificateChain, noiseStatic } from './noise-keys.ts';

const EMPTY = Buffer.alloc(0);
const TAG_BYTES = 16;
/** A client may send routing info first: `ED`, a version, a length of three bytes, and that many bytes. */
const ROUTING_MARK = 'ED';
const ROUTING_HEADER_BYTES = 7;

/** A client's identity at the end of the handshake, and the Noise key that it has proven to hold. */
export interface ClientHello {
  payload: proto.ClientPayload;
  noiseKey: Buffer;
}

/**
 * The server's side of WhatsApp's Noise_XX_25519_AESGCM_SHA256: a handshake of three messages, then binary nodes in
 * frames with a three-byte length. Feed it incoming bytes; it returns nodes and bytes to send.
 */
export class NoiseTransport {
  readonly #write: (bytes: Buffer) => void;
  readonly #onHello: (hello: ClientHello) => void;
  readonly #onNode: (node: BinaryNode) => void;
  readonly #ephemeral = Curve.generateKeyPair();
  #inbox: Buffer = EMPTY;
  #introduced = false;
  #step: 'hello' | 'finish' | 'open' = 'hello';
  #hash: Buffer = Buffer.from(NOISE_MODE);
  #salt: Buffer = this.#hash;
  #key: Buffer = this.#hash;
  #counter = 0;
  #readKey: Buffer = EMPTY;
  #writeKey: Buffer = EMPTY;
  #readCounter = 0;
  #writeCounter = 0;

  constructor(parts: {
    write: (bytes: Buffer) => void;
    onHello: (hello: ClientHello) => void;
    onNode: (node: BinaryNode) => void;
  }) {
    this.#write = parts.write;
    this.#onHello = parts.onHello;
    this.#onNode = parts.onNode;
    this.#mixHash(NOISE_WA_HEADER);
  }

  /** Call sequentially. @throws Error if the bytes don't follow the protocol */
  async take(bytes: Buffer): Promise<void> {
    this.#inbox = Buffer.concat([this.#inbox, bytes]);
    if (!this.#introduced && !this.#takeIntroduction()) return;
    while (this.#inbox.length >= 3) {
      const length = this.#inbox.readUIntBE(0, 3);
      if (this.#inbox.length < 3 + length) return;
      const frame = this.#inbox.subarray(3, 3 + length);
      this.#inbox = this.#inbox.subarray(3 + length);
      await this.#takeFrame(frame);
    }
  }

  send(node: BinaryNode): void {
    this.#frame(seal(this.#writeKey, this.#writeCounter++, EMPTY, encodeBinaryNode(node)));
  }

  #takeIntroduction(): boolean {
    const routed = this.#inbox.subarray(0, 2).toString('latin1') === ROUTING_MARK;
    if (routed && this.#inbox.length < ROUTING_HEADER_BYTES) return false;
    const skip = routed ? ROUTING_HEADER_BYTES + this.#inbox.readUIntBE(4, 3) : 0;
    if (this.#inbox.length < skip + NOISE_WA_HEADER.length) return false;
    this.#inbox = this.#inbox.subarray(skip + NOISE_WA_HEADER.length);
    this.#introduced = true;
    return true;
  }

  async #takeFrame(frame: Buffer): Promise<void> {
    if (this.#step === 'open') {
      this.#onNode(await decodeBinaryNode(open(this.#readKey, this.#readCounter++, EMPTY, frame)));
    } else if (this.#step === 'hello') this.#answerHello(frame);
    else this.#finish(frame);
  }

  #answerHello(frame: Buffer): void {
    const { clientHello } = proto.HandshakeMessage.decode(frame);
    const theirs = clientHello?.ephemeral;
    if (!theirs) throw new Error('a handshake without an ephemeral key');
    this.#mixHash(theirs);
    this.#mixHash(this.#ephemeral.public);
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, theirs));
    const encryptedStatic = this.#sealInHandshake(noiseStatic.public);
    this.#mixKey(Curve.sharedKey(noiseStatic.private, theirs));
    const payload = this.#sealInHandshake(certificateChain);
    const serverHello = { ephemeral: this.#ephemeral.public, static: encryptedStatic, payload };
    this.#frame(Buffer.from(proto.HandshakeMessage.encode({ serverHello }).finish()));
    this.#step = 'finish';
  }

  #finish(frame: Buffer): void {
    const { clientFinish } = proto.HandshakeMessage.decode(frame);
    if (!clientFinish?.static || !clientFinish.payload) throw new Error('a handshake without its end');
    const noiseKey = this.#openInHandshake(Buffer.from(clientFinish.static));
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, noiseKey));
    const payload = proto.ClientPayload.decode(this.#openInHandshake(Buffer.from(clientFinish.payload)));
    [this.#readKey, this.#writeKey] = derive(this.#salt, EMPTY);
    this.#step = 'open';
    this.#onHello({ payload, noiseKey });
  }

  #mixHash(data: Uint8Array): void {
    this.#hash = createHash('sha256').update(this.#hash).update(data).digest();
  }

  #mixKey(material: Uint8Array): void {
    [this.#salt, this.#key] = derive(this.#salt, material);
    this.#counter = 0;
  }

  #sealInHandshake(data: Uint8Array): Buffer {
    const sealed = seal(this.#key, this.#counter++, this.#hash, data);
    this.#mixHash(sealed);
    return sealed;
  }

  #openInHandshake(sealed: Buffer): Buffer {
    const data = open(this.#key, this.#counter++, this.#hash, sealed);
    this.#mixHash(sealed);
    return data;
  }

  #frame(data: Buffer): void {
    const framed = Buffer.alloc(3 + data.length);
    framed.writeUIntBE(data.length, 0, 3);
    data.copy(framed, 3);
    this.#write(framed);
  }
}

function derive(salt: Buffer, material: Uint8Array): [Buffer, Buffer] {
  const both = Buffer.from(hkdfSync('sha256', material, salt, '', 64));
  return [both.subarray(0, 32), both.subarray(32)];
}

function nonce(counter: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(counter, 8);
  return bytes;
}

function seal(key: Buffer, counter: number, authenticated: Buffer, data: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(counter));
  cipher.setAAD(authenticated);
  return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Buffer, counter: number, authenticated: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(counter));
  decipher.setAAD(authenticated);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
}
