import type { Duplex } from 'node:stream';

/** Ids, a ticket and a last will: a sign-in is a few hundred bytes. */
const MAX_CONNECT_BYTES = 4_096;
/** Presence, pokes, replies to commands and subscriptions are small. */
const MAX_PACKET_BYTES = 64 * 1024;

const CONNECT = 0x10;
/** Digits of a packet's length at most, MQTT 3.1.1 section 2.2.3. */
const MAX_LENGTH_DIGITS = 4;
const NOTHING = Buffer.alloc(0);

/**
 * What the broker reads of a connection. The broker gathers a packet until it has it whole, whatever length its first
 * bytes announce; so before the sign-in nothing but one small CONNECT is there to read, and what follows it stays in
 * the socket until `admit`; after it packets are small too. It stands in the connection's own `read`, and not in a
 * stream between: ten thousand engines would have ten thousand of those.
 */
export class PacketGuard {
  readonly #connection: Duplex;
  readonly #readOn: (size?: number) => Buffer | null;
  /** Called once: a whole CONNECT has come. */
  readonly #onConnect: () => void;
  #state: 'connecting' | 'deciding' | 'admitted' = 'connecting';
  /** What came of the CONNECT, then of what was sent with it: at most what the socket handed over at once. */
  #held: Buffer = NOTHING;
  /** Bytes that are still to come of the packet whose head was seen. */
  #left = 0;
  /**
   * Of the head that comes: whether its first byte was seen, the length so far, and the number of the length's digits.
   */
  #isInHead = false;
  #length = 0;
  #digits = 0;

  constructor(connection: Duplex, onConnect: () => void) {
    this.#connection = connection;
    this.#readOn = connection.read;
    this.#onConnect = onConnect;
    connection.read = (size) => this.#read(size);
  }

  /** The sign-in was accepted: what follows can be read. The broker reads on by itself when it has answered. */
  admit(): void {
    this.#state = 'admitted';
  }

  #read(size: number | undefined): Buffer | null {
    // Asks for nothing but that the socket goes on.
    if (size === 0) return this.#readOn.call(this.#connection, 0);
    if (this.#state === 'deciding') return null;
    const chunk = this.#withHeld(this.#readOn.call(this.#connection, size));
    if (chunk === null) return null;
    if (this.#state === 'connecting') return this.#takeConnect(chunk);
    return this.#passes(chunk) ? chunk : this.#refuse('a packet is too long');
  }

  #withHeld(chunk: Buffer | null): Buffer | null {
    if (this.#held.length === 0) return chunk;
    const all = chunk === null ? this.#held : Buffer.concat([this.#held, chunk]);
    this.#held = NOTHING;
    return all;
  }

  #takeConnect(all: Buffer): Buffer | null {
    const end = endOfFirst(all);
    if (all[0] !== CONNECT || end > MAX_CONNECT_BYTES)
      return this.#refuse('the first packet is not a CONNECT of a few kilobytes');
    if (all.length < end) {
      this.#held = all;
      return null;
    }
    this.#state = 'deciding';
    this.#held = all.length === end ? NOTHING : all.subarray(end);
    this.#onConnect();
    return all.subarray(0, end);
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

  #refuse(why: string): null {
    this.#connection.destroy(new Error(why));
    return null;
  }
}

/**
 * Where the first packet ends; beyond the bytes that are there while its head is not whole, infinity for a length that
 * cannot be.
 */
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
