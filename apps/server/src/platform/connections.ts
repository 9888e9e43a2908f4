import type { Duplex } from 'node:stream';

/**
 * Backlog of connections waiting to be accepted. When it is full, the kernel drops a caller's first packet, which is
 * resent only after a second; with Node's default of 511, callers waited that long during a burst of anonymous
 * connections (`npm run bench abuse`). The kernel caps it at `somaxconn`, 4,096 on most machines.
 */
export const MAX_TO_ACCEPT = 4_096;

interface Place {
  address: string;
  siblings: Set<Duplex>;
}

/**
 * Open connections of callers that have not authenticated yet, by address. When one address exceeds the limit, its
 * longest-idle connection is closed. Filling the limit with idle connections therefore costs the attacker those, and
 * new callers are not refused.
 */
export class UnknownConnections {
  readonly #maxPerAddress: number;
  readonly #byAddress = new Map<string, Set<Duplex>>();
  readonly #places = new WeakMap<Duplex, Place>();
  readonly #busy = new WeakSet<Duplex>();

  /** @param maxPerAddress 0 for no limit */
  constructor(maxPerAddress: number) {
    this.#maxPerAddress = maxPerAddress;
  }

  /** Starts to track a connection until it closes. */
  enter(connection: Duplex, remoteAddress: string | undefined): void {
    if (this.#maxPerAddress === 0) return;
    const address = addressGroup(remoteAddress ?? '');
    const siblings = this.#byAddress.get(address) ?? new Set();
    this.#byAddress.set(address, siblings.add(connection));
    this.#places.set(connection, { address, siblings });
    connection.on('close', () => this.leave(connection));
    if (siblings.size > this.#maxPerAddress) this.#quietest(siblings).destroy();
  }

  /** Stops counting a connection, because its caller has authenticated. */
  leave(connection: Duplex): void {
    const place = this.#places.get(connection);
    if (!place) return;
    this.#places.delete(connection);
    place.siblings.delete(connection);
    if (place.siblings.size === 0) this.#byAddress.delete(place.address);
  }

  /** A complete request has arrived on the connection; it is being processed until `rest`. */
  work(connection: Duplex): void {
    const place = this.#places.get(connection);
    if (!place) return;
    this.#busy.add(connection);
    place.siblings.delete(connection);
    place.siblings.add(connection);
  }

  rest(connection: Duplex): void {
    this.#busy.delete(connection);
  }

  #quietest(siblings: Set<Duplex>): Duplex {
    for (const connection of siblings) if (!this.#busy.has(connection)) return connection;
    const [first] = siblings;
    return first as Duplex;
  }
}

/** Groups IPv6 addresses by their /64 network, which belongs to one customer. */
export function addressGroup(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [start = '', end] = plain.split('::');
  const first = start === '' ? [] : start.split(':');
  const last = end ? end.split(':') : [];
  const zeros = end === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
