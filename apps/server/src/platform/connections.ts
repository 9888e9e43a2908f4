import type { Duplex } from 'node:stream';

/**
 * Connections that may wait to be accepted. Beyond them the kernel drops a caller's first packet, which is then sent
 * again a second later: with Node's own 511 whoever came beside a burst of strangers waited so long (`npm run bench
 * abuse`). The kernel cuts it to its `somaxconn`, 4,096 on most machines.
 */
export const MAX_TO_ACCEPT = 4_096;

interface Place {
  address: string;
  among: Set<Duplex>;
}

/**
 * The open connections whose callers have not shown who they are, by address. Beyond so many of one address the one
 * goes that was quiet for longest, so that whoever fills it with idle connections loses those and nobody else's next
 * one is refused.
 */
export class UnknownConnections {
  readonly #most: number;
  readonly #byAddress = new Map<string, Set<Duplex>>();
  readonly #places = new WeakMap<Duplex, Place>();
  readonly #busy = new WeakSet<Duplex>();

  /** @param most of one address; 0: any number */
  constructor(most: number) {
    this.#most = most;
  }

  /** A connection was opened. It is forgotten when it closes. */
  enter(connection: Duplex, remoteAddress: string | undefined): void {
    if (this.#most === 0) return;
    const address = addressGroup(remoteAddress ?? '');
    const among = this.#byAddress.get(address) ?? new Set();
    this.#byAddress.set(address, among.add(connection));
    this.#places.set(connection, { address, among });
    connection.on('close', () => this.leave(connection));
    if (among.size > this.#most) this.#quietest(among).destroy();
  }

  /** Its caller is known now: it does not count any more. */
  leave(connection: Duplex): void {
    const place = this.#places.get(connection);
    if (!place) return;
    this.#places.delete(connection);
    place.among.delete(connection);
    if (place.among.size === 0) this.#byAddress.delete(place.address);
  }

  /** Something whole has come over it, which is worked on until `rest`. */
  work(connection: Duplex): void {
    const place = this.#places.get(connection);
    if (!place) return;
    this.#busy.add(connection);
    place.among.delete(connection);
    place.among.add(connection);
  }

  rest(connection: Duplex): void {
    this.#busy.delete(connection);
  }

  #quietest(among: Set<Duplex>): Duplex {
    for (const one of among) if (!this.#busy.has(one)) return one;
    const [first] = among;
    return first as Duplex;
  }
}

/** An IPv6 network of 64 bits is one customer's, whoever of its addresses is used. */
export function addressGroup(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [start = '', end] = plain.split('::');
  const first = start === '' ? [] : start.split(':');
  const last = end ? end.split(':') : [];
  const zeros = end === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
