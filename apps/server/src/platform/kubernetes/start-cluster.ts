import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FleetOptions, type LocalCluster, parseFleet, startLocalCluster } from '@switchyard/local-cluster';
import { type Config, namespaceOfEngines } from '../config/config.ts';
import type { Log } from '../logging/log.ts';
import { engineProgram } from '../paths.ts';
import { portError } from '../start-error.ts';
import { KubernetesClient } from './client.ts';
import { tokenConnection } from './connection.ts';
import { kubeconfigConnection } from './kubeconfig.ts';

/** The cluster in which engines run, local or real. */
export interface Cluster {
  client: KubernetesClient;
  /** Namespace of our pods. */
  namespace: string;
  /** Port on this machine at which a browser reaches the cluster's API directly; null if none is configured. */
  browserPort: number | null;
  /** The simulated fleet of a local cluster in this process; null elsewhere. */
  fleet: FleetControl | null;
  /**
   * Stops what was started here; may be called repeatedly. A local cluster's pods are stopped and return at its next
   * start.
   */
  stop(): Promise<void>;
}

export interface FleetControl {
  /** Null if there is no fleet and none is being created. */
  current(): FleetOptions | null;
  /**
   * Replaces the fleet and resolves when that is done. `text` is in the format of `FLEET`; null removes the fleet.
   * @throws Error describing the fault in the text
   */
  set(text: string | null): Promise<void>;
}

export const DEFAULT_BROWSER_PORT = 8181;
/** Image name of an engine pod on the local cluster; runs the engine program of this project. */
const LOCAL_ENGINE_IMAGE = 'switchyard-engine';
const SHUTDOWN_GRACE_MS = 10_000;

/** Starts or connects to the configured cluster; null for `none`. @throws StartError */
export async function startCluster(config: Config, log: Log): Promise<Cluster | null> {
  if (config.cluster === 'none') return null;
  if (config.cluster === 'kubernetes') {
    const connection = await kubeconfigConnection(config.kubernetesNamespace);
    log.info({ server: connection.server, namespace: connection.namespace }, 'using a Kubernetes cluster');
    return {
      client: new KubernetesClient(connection),
      namespace: connection.namespace,
      // Not the default port unless configured: on this machine it may belong to another cluster.
      browserPort: config.localClusterPort,
      fleet: null,
      stop: async () => undefined,
    };
  }
  return config.roles.includes('worker') ? startOwnCluster(config, log) : reachOwnCluster(config);
}

async function startOwnCluster(config: Config, log: Log): Promise<Cluster> {
  const namespace = namespaceOfEngines(config);
  const { port } = config;
  const started = await startOnAvailablePort(config, (localClusterPort) =>
    startLocalCluster({
      port: localClusterPort,
      directory: join(config.dataDir, 'cluster'),
      allowedOrigins: [
        new URL(config.publicUrl).origin,
        ...['localhost', '127.0.0.1'].map((host) => `http://${host}:${port}`),
      ],
      images: { [LOCAL_ENGINE_IMAGE]: { command: [process.execPath, engineProgram] } },
      namespaces: [namespace],
      onProblem: (error) => log.error({ err: error }, 'the local cluster could not write'),
      ...(config.fleet !== null && { fleet: parseFleet(config.fleet, namespace) }),
      // Like kubelet with a reduced CrashLoopBackOff decay (KEP-4603): a killed engine is back within seconds.
      crashBackoff: { firstMs: 1_000, maximumMs: 60_000 },
    }),
  );
  log.info({ url: started.url, node: started.nodeName }, 'the local cluster is up');
  let stopped: Promise<void> | null = null;
  return {
    client: new KubernetesClient(tokenConnection(started.url, () => started.token, namespace)),
    namespace,
    browserPort: Number(new URL(started.url).port),
    fleet: {
      current: () => started.fleet,
      set: async (text) => started.setFleet(text === null ? null : parseFleet(text, namespace)),
    },
    stop() {
      stopped ??= started.stop(SHUTDOWN_GRACE_MS);
      return stopped;
    },
  };
}

/** Falls back to any free port if the default one is taken by another instance and no port was configured. */
async function startOnAvailablePort(
  config: Config,
  start: (port: number) => Promise<LocalCluster>,
): Promise<LocalCluster> {
  const port = config.localClusterPort ?? DEFAULT_BROWSER_PORT;
  try {
    return await start(port);
  } catch (error) {
    if (config.localClusterPort === null && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') return start(0);
    throw portError(error, 'the local cluster', port, 'LOCAL_CLUSTER_PORT');
  }
}

/** The cluster of the worker process that shares this data folder. */
function reachOwnCluster(config: Config): Cluster {
  const namespace = namespaceOfEngines(config);
  const browserPort = config.localClusterPort ?? DEFAULT_BROWSER_PORT;
  const path = join(config.dataDir, 'cluster', 'token');
  // The worker may start later, so the token is read when it is needed.
  const token = () => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const connection = tokenConnection(`http://127.0.0.1:${browserPort}`, token, namespace);
  return { client: new KubernetesClient(connection), namespace, browserPort, fleet: null, stop: async () => undefined };
}
