import type { Duplex } from 'node:stream';

/** A sign-in is a few hundred bytes: ids, a ticket and a last will. */
const MAX_CONNECT_BYTES = 4_096;
/** Presence, pokes, replies to commands and subscriptions are small. */
const MAX_PACKET_BYTES = 64 * 1024;

const CONNECT = 0x10;
/** Maximum digits of a packet's length, MQTT 3.1.1 section 2.2.3. */
const MAX_LENGTH_DIGITS = 4;
const NOTHING = Buffer.alloc(0);

/**
 * Limits what the broker reads from a connection. The broker buffers a packet until it is complete, whatever length it
 * announces. So before the sign-in only one small CONNECT can be read, and the rest stays in the socket until `admit`;
 * after that, packets must be small too. Implemented in the connection's own `read` rather than in a stream in between,
 * of which ten thousand engines would need ten thousand.
 */
export class PacketGuard {
  readonly #connection: Duplex;
  readonly #readSource: (size?: number) => Buffer | null;
  /** Called once, when a complete CONNECT has arrived. */
  readonly #onConnect: () => void;
  #state: 'connecting' | 'deciding' | 'admitted' = 'connecting';
  /** The partial CONNECT, or what arrived together with it: at most one chunk of the socket. */
  #pending: Buffer = NOTHING;
  /** Remaining bytes of the packet whose header has been read. */
  #remaining = 0;
  /** Header in progress: whether its first byte was read, the length so far, and the number of the length's digits. */
  #isInHeader = false;
  #length = 0;
  #digits = 0;

  constructor(connection: Duplex, onConnect: () => void) {
    this.#connection = connection;
    this.#readSource = connection.read;
    this.#onConnect = onConnect;
    connection.read = (size) => this.#read(size);
  }

  /**
   * Accepts the sign-in, so that what follows can be read. The broker continues reading by itself after its response.
   */
  admit(): void {
    this.#state = 'admitted';
  }

  #read(size: number | undefined): Buffer | null {
    // A read of 0 only makes the socket continue.
    if (size === 0) return this.#readSource.call(this.#connection, 0);
    if (this.#state === 'deciding') return null;
    const chunk = this.#withPending(this.#readSource.call(this.#connection, size));
    if (chunk === null) return null;
    if (this.#state === 'connecting') return this.#readConnect(chunk);
    return this.#scan(chunk) ? chunk : this.#refuse('a packet is too long');
  }

  #withPending(chunk: Buffer | null): Buffer | null {
    if (this.#pending.length === 0) return chunk;
    const all = chunk === null ? this.#pending : Buffer.concat([this.#pending, chunk]);
    this.#pending = NOTHING;
    return all;
  }

  #readConnect(all: Buffer): Buffer | null {
    const end = endOfFirst(all);
    if (all[0] !== CONNECT || end > MAX_CONNECT_BYTES)
      return this.#refuse('the first packet is not a CONNECT of a few kilobytes');
    if (all.length < end) {
      this.#pending = all;
      return null;
    }
    this.#state = 'deciding';
    this.#pending = all.length === end ? NOTHING : all.subarray(end);
    this.#onConnect();
    return all.subarray(0, end);
  }

  /** Follows the packets of a chunk. @returns false if one announces an excessive length */
  #scan(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length; ) {
      if (this.#remaining > 0) {
        const step = Math.min(this.#remaining, chunk.length - at);
        this.#remaining -= step;
        at += step;
      } else if (!this.#scanHeader(chunk[at++] ?? 0)) return false;
    }
    return true;
  }

  #scanHeader(byte: number): boolean {
    if (!this.#isInHeader) {
      this.#isInHeader = true;
      return true;
    }
    this.#length += (byte & 0x7f) * 128 ** this.#digits;
    this.#digits += 1;
    if (this.#length > MAX_PACKET_BYTES || this.#digits > MAX_LENGTH_DIGITS) return false;
    if (byte < 0x80) {
      this.#remaining = this.#length;
      this.#isInHeader = false;
      this.#length = 0;
      this.#digits = 0;
    }
    return true;
  }

  #refuse(reason: string): null {
    this.#connection.destroy(new Error(reason));
    return null;
  }
}

/**
 * Index where the first packet ends: beyond the available bytes while its header is incomplete, infinity for an invalid
 * length.
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
