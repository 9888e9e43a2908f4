import { Duplex } from 'node:stream';

/** Ids, a ticket and a last will: a sign-in is a few hundred bytes. */
const MAX_CONNECT_BYTES = 4_096;
/** Presence, pokes, replies to commands and subscriptions are small. */
const MAX_PACKET_BYTES = 64 * 1024;

const CONNECT = 0x10;
/** Digits of a packet's length at most, MQTT 3.1.1 section 2.2.3. */
const MAX_LENGTH_DIGITS = 4;

/**
 * A connection as the broker may see it. The broker gathers a packet until it has it whole, whatever length its first bytes announce; so before the
 * sign-in nothing but one small CONNECT comes through, and what follows it stays in the socket until `admit`; after it packets are small too.
 */
export class PacketGuard extends Duplex {
  readonly connection: Duplex;
  /** Called once: a whole CONNECT has come. */
  readonly #onConnect: () => void;
  #state: 'connecting' | 'deciding' | 'admitted' = 'connecting';
  /** Of what was sent with or after the CONNECT: at most what the socket handed over at once. */
  #held: Buffer = Buffer.alloc(0);
  /** Bytes that are still to come of the packet whose head was seen. */
  #left = 0;
  /** Of the head that comes: whether its first byte was seen, the length so far, and the number of the length's digits. */
  #isInHead = false;
  #length = 0;
  #digits = 0;

  constructor(connection: Duplex, onConnect: () => void) {
    super();
    this.connection = connection;
    this.#onConnect = onConnect;
    connection.on('data', (chunk: Buffer) => this.#take(chunk));
    connection.once('end', () => this.push(null));
    connection.once('error', (error) => this.destroy(error));
    connection.once('close', () => this.destroy());
  }

  /** The sign-in was accepted: what follows comes through. */
  admit(): void {
    this.#state = 'admitted';
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    if (held.length > 0) this.#take(held);
    else this.connection.resume();
  }

  override _read(): void {
    if (this.#state !== 'deciding') this.connection.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.connection.write(chunk)) done();
    else this.connection.once('drain', done);
  }

  /** The parts of a packet as one: over a WebSocket each would be a frame. */
  override _writev(parts: { chunk: Buffer | string }[], done: (error?: Error | null) => void): void {
    const chunks = parts.map(({ chunk }) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
    this._write(Buffer.concat(chunks), 'utf8', done);
  }

  override _final(done: () => void): void {
    this.connection.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.connection.destroy();
    done(error);
  }

  #take(chunk: Buffer): void {
    if (this.destroyed) return;
    if (this.#state === 'connecting') this.#takeConnect(chunk);
    else if (this.#passes(chunk)) {
      if (!this.push(chunk)) this.connection.pause();
    } else this.#refuse('a packet is too long');
  }

  #takeConnect(chunk: Buffer): void {
    const all = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = all;
    const end = endOfFirst(all);
    if (all[0] !== CONNECT || end > MAX_CONNECT_BYTES) {
      this.#refuse('the first packet is not a CONNECT of a few kilobytes');
      return;
    }
    if (all.length < end) return;
    this.#state = 'deciding';
    this.#held = all.subarray(end);
    this.connection.pause();
    this.#onConnect();
    this.push(all.subarray(0, end));
  }

  /** Follows the packets of a chunk. @returns false: one announces that it is too long */
  #passes(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length; ) {
      if (this.#left > 0) {
        const step = Math.min(this.#left, chunk.length - at);
        this.#left -= step;
        at += step;
      } else if (!this.#passesHead(chunk[at++] ?? 0)) return false;
    }
    return true;
  }

  #passesHead(byte: number): boolean {
    if (!this.#isInHead) {
      this.#isInHead = true;
      return true;
    }
    this.#length += (byte & 0x7f) * 128 ** this.#digits;
    this.#digits += 1;
    if (this.#length > MAX_PACKET_BYTES || this.#digits > MAX_LENGTH_DIGITS) return false;
    if (byte < 0x80) {
      this.#left = this.#length;
      this.#isInHead = false;
      this.#length = 0;
      this.#digits = 0;
    }
    return true;
  }

  #refuse(why: string): void {
    this.destroy(new Error(why));
  }
}

/** Where the first packet ends; beyond the bytes that are there while its head is not whole, infinity for a length that cannot be. */
function endOfFirst(bytes: Buffer): number {
  let length = 0;
  for (let digit = 0; digit < MAX_LENGTH_DIGITS; digit += 1) {
    const byte = bytes[1 + digit];
    if (byte === undefined) return bytes.length + 1;
    length += (byte & 0x7f) * 128 ** digit;
    if (byte < 0x80) return 2 + digit + length;
  }
  return Number.POSITIVE_INFINITY;
}
