import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrokerConnection, connectToBroker } from '../../apps/engine/src/connection/broker.ts';
import { connectToServer, openConnections } from '../../apps/engine/src/connection/server-client.ts';
import type { CreateDriver, DriverContext } from '../../apps/engine/src/drivers/driver.ts';
import { createLane, type Lane } from '../../apps/engine/src/lane/lane.ts';
import { createLog } from '../../apps/engine/src/log.ts';
import { standInDriver } from '../../apps/engine/test/stand-in-driver.ts';

/** Simulates contacts of several engines who write once each, and measures how soon they get a reply. */
export class SimulatedContacts {
  readonly #lanes: Lane[] = [];
  readonly #brokers: BrokerConnection[] = [];
  readonly #drivers: DriverContext[] = [];
  /** Time at which each contact wrote, by number. */
  readonly #wrote = new Map<string, number>();
  readonly #answers = new Map<string, number>();
  /** In order of the replies; times are of `performance.now()`. */
  readonly replies: { wroteMs: number; replyMs: number }[] = [];
  #contacts = 0;

  constructor(options: { serverUrl: string; mqttUrl: string; engines: { engineId: string; token: string }[] }) {
    const log = createLog('silent');
    const createDriver: CreateDriver = (context) => {
      this.#drivers.push(context);
      return standInDriver(context, {
        name: 'simulator',
        send: async ({ to, waMessageId }) => {
          this.#recordReply(to);
          return { kind: 'accepted', wireId: waMessageId, atMs: Date.now() };
        },
      });
    };
    for (const { engineId, token } of options.engines) {
      const instanceId = randomUUID();
      const connections = openConnections(options.serverUrl, 2);
      const lane: Lane = createLane({
        engineId,
        holder: `bench-${engineId}`,
        instanceId,
        server: connectToServer(options.serverUrl, token, { connections }),
        createDriver,
        log,
        onLease: (generation) => {
          const onPoke = () => lane.poke();
          const onCommand = async () => ({});
          this.#brokers.push(
            connectToBroker({ url: options.mqttUrl, engineId, token, instanceId, generation, log, onPoke, onCommand }),
          );
        },
      });
      this.#lanes.push(lane);
    }
  }

  get isConnected(): boolean {
    return (
      this.#lanes.every((lane) => lane.status === 'connected') &&
      this.#brokers.filter((broker) => broker.connected()).length === this.#lanes.length
    );
  }

  /** Sends the given number of messages per second, with the engines in turn. */
  async write(perSecond: number, seconds: number): Promise<void> {
    const began = performance.now();
    for (let count = 0; count < perSecond * seconds; count += 1) {
      const aheadMs = began + (count * 1_000) / perSecond - performance.now();
      if (aheadMs > 2) await delay(aheadMs);
      const number = `+4477${String(10_000_000 + this.#contacts)}`;
      this.#contacts += 1;
      this.#wrote.set(number, performance.now());
      this.#drivers[count % this.#drivers.length]?.emit({
        kind: 'messages',
        messages: [
          { waMessageId: randomUUID(), chat: number, from: number, kind: 'text', text: 'hello', atMs: Date.now() },
        ],
        taken: () => undefined,
      });
    }
  }

  /** Contacts without a reply so far, and replies beyond one each. */
  get outcome(): { lost: number; duplicates: number } {
    let duplicates = 0;
    for (const count of this.#answers.values()) duplicates += count - 1;
    return { lost: this.#wrote.size - this.#answers.size, duplicates };
  }

  async stop(): Promise<void> {
    await Promise.all([
      ...this.#lanes.map((lane) => lane.stop(1_000)),
      ...this.#brokers.map((broker) => broker.close()),
    ]);
  }

  #recordReply(number: string): void {
    const wroteAt = this.#wrote.get(number);
    if (wroteAt === undefined) return;
    const before = this.#answers.get(number) ?? 0;
    if (before === 0) this.replies.push({ wroteMs: wroteAt, replyMs: performance.now() - wroteAt });
    this.#answers.set(number, before + 1);
  }
}
