import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrokerConnection, connectToBroker } from '../../apps/engine/src/connection/broker.ts';
import { connectToServer, type EngineServer, openConnections } from '../../apps/engine/src/connection/server-client.ts';
import { BatchedRenewals } from '../../apps/engine/src/host/batched-renewals.ts';
import { createLane, type Lane } from '../../apps/engine/src/lane/lane.ts';
import { createLog } from '../../apps/engine/src/log.ts';
import { instantDriver } from './instant-driver.ts';

interface LoadOptions {
  serverUrl: string;
  mqttUrl: string;
  /** Time over which the engines' starts are spread. */
  rampMs: number;
  /** Engines sharing HTTP connections, as in a pod; 1: none are shared. */
  enginesPerPod: number;
  /** Maximum open HTTP connections per pod. */
  connectionsPerPod: number;
  /** Returns the token of a pod's host. */
  hostToken(podName: string): string;
}

/** What the engines of a pod share. */
interface Pod {
  connections: Agent;
  /** Null if each engine renews its own lease. */
  renewals: BatchedRenewals | null;
}

/**
 * Up to tens of thousands of engines in this process, each with the engine's own lane, HTTP client and MQTT connection.
 */
export class Load {
  readonly #options: LoadOptions;
  readonly #lanes: Lane[] = [];
  readonly #brokers: BrokerConnection[] = [];
  readonly #log = createLog('silent');
  /** Duration of each call since the last `reset`, in milliseconds. */
  #claims: number[] = [];
  #renewals: number[] = [];
  #failed = 0;
  #ended = 0;
  #stopping = false;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  get isConnected(): boolean {
    return this.#lanes.every((lane) => lane.status === 'connected') && this.present === this.#lanes.length;
  }

  /** Number of engines currently present at the broker. */
  get present(): number {
    return this.#brokers.filter((broker) => broker.connected()).length;
  }

  /** Counts since the last `reset`; `ended`: leases lost since the start. */
  get seen() {
    return { claims: this.#claims, renewals: this.#renewals, failed: this.#failed, ended: this.#ended };
  }

  reset(): void {
    this.#claims = [];
    this.#renewals = [];
    this.#failed = 0;
  }

  async start(engines: { engineId: string; token: string }[]): Promise<void> {
    const began = performance.now();
    let pod = this.#openPod('bench');
    for (const [at, { engineId, token }] of engines.entries()) {
      const aheadMs = began + (this.#options.rampMs * at) / engines.length - performance.now();
      if (aheadMs > 5) await delay(aheadMs);
      if (at % this.#options.enginesPerPod === 0) pod = this.#openPod(`bench-${at}`);
      this.#begin(engineId, token, pod);
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all([
      ...this.#lanes.map((lane) => lane.stop(1_000)),
      ...this.#brokers.map((broker) => broker.close()),
    ]);
  }

  #openPod(podName: string): Pod {
    const { serverUrl, hostToken, enginesPerPod, connectionsPerPod } = this.#options;
    const connections = openConnections(serverUrl, connectionsPerPod);
    const hostServer = connectToServer(serverUrl, hostToken(podName), { connections });
    return { connections, renewals: enginesPerPod > 1 ? new BatchedRenewals(hostServer) : null };
  }

  #begin(engineId: string, token: string, { connections, renewals }: Pod): void {
    const instanceId = randomUUID();
    const lane = createLane({
      engineId,
      holder: `bench-${engineId}`,
      instanceId,
      server: this.#timed(connectToServer(this.#options.serverUrl, token, { connections }), (generation) =>
        renewals?.renew(token, generation),
      ),
      createDriver: instantDriver,
      log: this.#log,
      onLease: (generation) => {
        const broker = connectToBroker({
          url: this.#options.mqttUrl,
          engineId,
          token,
          instanceId,
          generation,
          log: this.#log,
          onPoke: () => lane.poke(),
          onCommand: async () => ({}),
        });
        this.#brokers.push(broker);
      },
    });
    void lane.done.then(() => {
      if (!this.#stopping) this.#ended += 1;
    });
    this.#lanes.push(lane);
  }

  #timed(server: EngineServer, renew: (generation: number) => Promise<{ ok: true }> | undefined): EngineServer {
    const timed = async <Answer>(times: () => number[], call: () => Promise<Answer>) => {
      const began = performance.now();
      try {
        return await call();
      } catch (error) {
        this.#failed += 1;
        throw error;
      } finally {
        times().push(performance.now() - began);
      }
    };
    return {
      ...server,
      claim: (body) =>
        timed(
          () => this.#claims,
          () => server.claim(body),
        ),
      renew: (body) =>
        timed(
          () => this.#renewals,
          () => renew(body.generation) ?? server.renew(body),
        ),
    };
  }
}
