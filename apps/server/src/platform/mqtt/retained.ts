import { Readable } from 'node:stream';
import type { AedesPublishPacket, Client } from 'aedes';
import persistence, { type AedesPersistence } from 'aedes-persistence';
import { covers } from './rights.ts';

/** The package says that it exports its function by the name `default`; it is what the package exports. */
const createMemory = persistence as unknown as typeof persistence.default;

/** What the listener's MQTT server remembers, with the two questions that every connection asks answered at once. */
type Memory = Omit<AedesPersistence, 'storeRetained'> & {
  storeRetained(packet: AedesPublishPacket): Promise<void>;
};

/**
 * The memory of aedes, but for retained messages, which are found by their topic: its own looks through all of them at
 * every subscription, so that ten thousand engines that connect look through ten thousand messages ten thousand times.
 * And a clean session has nothing that waits for it.
 */
export function rememberByTopic(): Memory {
  const retained = new Map<string, AedesPublishPacket>();
  const all = createMemory();
  const within = (filter: string): AedesPublishPacket[] => {
    if (/[+#]/.test(filter)) return [...retained.values()].filter((packet) => covers(filter, packet.topic));
    const packet = retained.get(filter);
    return packet ? [packet] : [];
  };
  const queued = all.outgoingStream.bind(all);
  return Object.assign(all, {
    async storeRetained(packet: AedesPublishPacket) {
      if (packet.payload.length === 0) retained.delete(packet.topic);
      else retained.set(packet.topic, { ...packet });
    },
    createRetainedStream: (filter: string) => streamOf(within(filter)),
    createRetainedStreamCombi: (filters: string[]) => streamOf(filters.flatMap(within)),
    outgoingStream: (client: Client) => (client.clean ? streamOf([]) : queued(client)),
  });
}

/** Without the iterators of `Readable.from`, which cost more than what they read. */
function streamOf(packets: AedesPublishPacket[]): Readable {
  let next = 0;
  return new Readable({
    objectMode: true,
    read() {
      this.push(packets[next++] ?? null);
    },
  });
}
