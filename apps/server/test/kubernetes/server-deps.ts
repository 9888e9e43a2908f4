import type { Pod } from '@switchyard/kubernetes/objects';
import { type ShownPodStatus, shownPodStatus } from '@switchyard/kubernetes/pod-status';
import { Reconciler } from '../../src/domains/engines/reconciler/reconciler.ts';
import { KubernetesClient } from '../../src/platform/kubernetes/client.ts';
import { kubeconfigConnection } from '../../src/platform/kubernetes/kubeconfig.ts';
import { ResourceCache } from '../../src/platform/kubernetes/resource-cache.ts';
import { createLog } from '../../src/platform/logging/log.ts';
import type { Broker } from '../../src/platform/mqtt/broker.ts';
import { createLaneFixture } from '../lane-fixture.ts';
import type { KubernetesWorld } from './world.ts';

export interface ServerDeps {
  client: KubernetesClient;
  /** All pods, as the console watches them. */
  pods: ResourceCache<Pod, { namespace: string; name: string; shown: ShownPodStatus }>;
  /** Creates an engine that should run. @returns its id */
  wantEngine(): Promise<string>;
  /** The name of an engine's pod; undefined if it has none yet. */
  podOf(engineId: string): string | undefined;
  /** Why an engine has no pod, as shown to its users. */
  troubleOf(engineId: string): Promise<string | null>;
  /** Removes the engines and their pods. */
  stop(): Promise<void>;
}

/** The server's parts that talk to a cluster: its client, the console's watch, and the reconciler. */
export async function startServerParts(world: KubernetesWorld): Promise<ServerDeps> {
  const { database, namespace } = world;
  process.env.KUBECONFIG = world.kubeconfig;
  const connection = await kubeconfigConnection(namespace);
  const client = new KubernetesClient(connection);
  const log = createLog('silent');
  const pods: ServerDeps['pods'] = new ResourceCache({
    client,
    log,
    path: '/api/v1/pods',
    project: (pod) => ({
      namespace: pod.metadata.namespace ?? '',
      name: pod.metadata.name,
      shown: shownPodStatus(pod),
    }),
  });
  const broker = { publish: () => undefined } as unknown as Broker;
  const events = { dispatch: () => undefined, flush: () => undefined };
  const settings = {
    installation: `try-${process.pid}`,
    image: 'switchyard-engine',
    version: '0.0.0',
    environment: { SERVER_URL: 'http://127.0.0.1:9', MQTT_URL: 'mqtt://127.0.0.1:9' },
    profilesDirectory: '/profiles',
    inContainers: true,
    enginesPerPod: 1,
    placement: {},
  };
  const cluster = { client, namespace, browserPort: null, fleet: null, stop: async () => undefined };
  const secret = 'a secret of at least thirty-two characters';
  const reconciler = new Reconciler({ database, log, events, broker, secret }, cluster, settings).start();
  pods.start();
  const engineIds: string[] = [];
  const podOf = (engineId: string) => [...pods.items.values()].find(({ name }) => name.includes(engineId))?.name;
  return {
    client,
    pods,
    podOf,
    async wantEngine() {
      const { engineId } = await createLaneFixture(database);
      engineIds.push(engineId);
      reconciler.poke(engineId);
      return engineId;
    },
    async troubleOf(engineId) {
      const { rows } = await database.pool.query(`select trouble ->> 'detail' as detail from engines where id = $1`, [
        engineId,
      ]);
      return rows[0]?.detail ?? null;
    },
    async stop() {
      await database.pool.query('delete from engines where id = any($1)', [engineIds]);
      await reconciler.stop();
      await pods.stop();
      for (const name of engineIds.flatMap((id) => podOf(id) ?? [])) {
        await client.delete(client.path('pods', namespace, name), { gracePeriodSeconds: 0 }).catch(() => undefined);
      }
    },
  };
}
