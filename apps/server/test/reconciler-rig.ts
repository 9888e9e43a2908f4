import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pod } from '@switchyard/kubernetes/objects';
import { type LocalCluster, startLocalCluster } from '@switchyard/local-cluster';
import type { Fault } from '@switchyard/local-cluster/faults';
import { askCluster } from '../../../packages/local-cluster/test/ask-cluster.ts';
import type { EnginePodSettings } from '../src/domains/engines/reconciler/engine-pod.ts';
import { Reconciler } from '../src/domains/engines/reconciler/reconciler.ts';
import type { Database } from '../src/platform/database/database.ts';
import { runAsLeader } from '../src/platform/database/lead.ts';
import type { Stoppable } from '../src/platform/domain.ts';
import type { EventDispatcher } from '../src/platform/events.ts';
import { KubernetesClient } from '../src/platform/kubernetes/client.ts';
import { tokenConnection } from '../src/platform/kubernetes/connection.ts';
import type { Cluster } from '../src/platform/kubernetes/start-cluster.ts';
import { createLog } from '../src/platform/logging/log.ts';
import type { Broker } from '../src/platform/mqtt/broker.ts';
import { createTestDatabase } from './test-database.ts';

export const NAMESPACE = 'engines';
export const SECRET = 'a secret of at least thirty-two characters';
const log = createLog('silent');

/** Reconcilers between a database and a real local cluster, whose pods run a shell script in place of an engine. */
export class ReconcilerRig {
  readonly database: Database;
  readonly local: LocalCluster;
  /** The client that reconcilers started from now on use. */
  client: KubernetesClient;
  /** The cluster's directory; browser profiles are in `profiles`. */
  readonly directory: string;
  /** Types of the live events sent to workspaces. */
  readonly told: string[] = [];
  /** Topics published to. */
  readonly published: string[] = [];
  readonly #drop: () => Promise<void>;
  readonly #running: Stoppable[] = [];

  private constructor(setup: Pick<ReconcilerRig, 'database' | 'local' | 'directory'>, drop: () => Promise<void>) {
    this.database = setup.database;
    this.local = setup.local;
    this.directory = setup.directory;
    this.client = new KubernetesClient(tokenConnection(this.local.url, () => this.local.token, NAMESPACE));
    this.#drop = drop;
  }

  /** @param script what an engine's container runs */
  static async start(script: string): Promise<ReconcilerRig> {
    const { database, drop } = await createTestDatabase();
    const directory = mkdtempSync(join(tmpdir(), 'switchyard-reconciler-'));
    const local = await startLocalCluster({
      port: 0,
      directory,
      allowedOrigins: [],
      namespaces: [NAMESPACE],
      images: { engine: { command: ['/bin/sh', '-c', script] } },
      hasFaultSwitch: true,
    });
    return new ReconcilerRig({ database, local, directory }, drop);
  }

  async stop(): Promise<void> {
    for (const reconciler of this.#running) await reconciler.stop();
    await this.local.stop(0);
    await this.#drop();
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  settings(more: Partial<EnginePodSettings> = {}): EnginePodSettings {
    return {
      installation: 'this-installation',
      image: 'engine',
      version: '1.2.3',
      environment: { SERVER_URL: 'http://server', MQTT_URL: 'mqtt://broker' },
      profilesDirectory: join(this.directory, 'profiles'),
      inContainers: false,
      enginesPerPod: 1,
      placement: {},
      ...more,
    };
  }

  /** Starts a reconciler as each process has one; only one acts at a time. `nodePatienceMs`: see `Reconciler`. */
  startReconciler(more: Partial<EnginePodSettings> = {}, nodePatienceMs?: number): Stoppable {
    const events: EventDispatcher = {
      dispatch: (happened) => void this.told.push(...happened.map(({ name }) => name)),
      flush: () => undefined,
    };
    const broker = { publish: (topic: string) => void this.published.push(topic) } as unknown as Broker;
    const platform = { database: this.database, log, events, broker, secret: SECRET };
    const cluster: Cluster = {
      client: this.client,
      namespace: NAMESPACE,
      browserPort: 0,
      fleet: null,
      stop: async () => undefined,
    };
    const started = runAsLeader({
      databaseUrl: this.database.url,
      lock: 42,
      name: 'reconciler',
      log,
      channels: ['engines_changed'],
      lead: async (notified) => {
        const reconciler = new Reconciler(platform, cluster, this.settings(more), nodePatienceMs).start();
        notified((_channel, engineId) => reconciler.poke(engineId));
        return reconciler;
      },
    });
    this.#running.push(started);
    return started;
  }

  /** Sets the cluster's faults from now on; none clears them. */
  async setFaults(...faults: Fault[]): Promise<void> {
    await askCluster(this.local, 'PUT', '/faults', faults);
  }

  /** The active faults, with how many calls each can still affect. */
  async faults(): Promise<Fault[]> {
    return JSON.parse(await askCluster(this.local, 'GET', '/faults')) as Fault[];
  }

  /** Breaks every connection to the cluster. */
  async cut(): Promise<void> {
    await askCluster(this.local, 'POST', '/faults');
  }

  async pods(): Promise<Pod[]> {
    const found: Pod[] = [];
    await this.client.list<Pod>(this.client.path('pods', NAMESPACE), {}, (pod) => found.push(pod));
    return found;
  }

  async deletePod(name: string, gracePeriodSeconds: number): Promise<void> {
    await this.client.delete(this.client.path('pods', NAMESPACE, name), { gracePeriodSeconds });
  }
}

export const isRunning = (pod: Pod | undefined): boolean =>
  pod?.status.containerStatuses?.[0]?.state?.running !== undefined;
