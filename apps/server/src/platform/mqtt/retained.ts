import { Readable } from 'node:stream';
import type { AedesPublishPacket, Client } from 'aedes';
import persistence, { type AedesPersistence } from 'aedes-persistence';
import { covers } from './rights.ts';

/** The package's types declare a `default` export; the function is the module itself. */
const createMemory = persistence as unknown as typeof persistence.default;

/** The listener's persistence, with lookups by topic for what every connection needs. */
type Persistence = Omit<AedesPersistence, 'storeRetained'> & {
  storeRetained(packet: AedesPublishPacket): Promise<void>;
};

/**
 * The persistence of aedes, with retained messages indexed by topic. The original scans all of them at every
 * subscription: ten thousand connecting engines would scan ten thousand messages ten thousand times. A clean session
 * has no queued messages.
 */
export function createPersistence(): Persistence {
  const retained = new Map<string, AedesPublishPacket>();
  const base = createMemory();
  const matching = (filter: string): AedesPublishPacket[] => {
    if (/[+#]/.test(filter)) return [...retained.values()].filter((packet) => covers(filter, packet.topic));
    const packet = retained.get(filter);
    return packet ? [packet] : [];
  };
  const queued = base.outgoingStream.bind(base);
  return Object.assign(base, {
    async storeRetained(packet: AedesPublishPacket) {
      if (packet.payload.length === 0) retained.delete(packet.topic);
      else retained.set(packet.topic, { ...packet });
    },
    createRetainedStream: (filter: string) => streamOf(matching(filter)),
    createRetainedStreamCombi: (filters: string[]) => streamOf(filters.flatMap(matching)),
    outgoingStream: (client: Client) => (client.clean ? streamOf([]) : queued(client)),
  });
}

/** Avoids the iterators of `Readable.from`, which cost more than what they read. */
function streamOf(packets: AedesPublishPacket[]): Readable {
  let next = 0;
  return new Readable({
    objectMode: true,
    read() {
      this.push(packets[next++] ?? null);
    },
  });
}
