import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kubernetesTime, type Namespace, type Node } from '@switchyard/kubernetes/objects';
import type { Authority } from './api/authority.ts';
import { ApiServer, type ServerTls } from './api/server.ts';
import { type Clock, systemClock } from './clock.ts';
import { readConfidential, rememberConfidential } from './confidential-objects.ts';
import { EventRecorder } from './events.ts';
import type { FleetOptions } from './fleet/fleet-options.ts';
import { FleetPlace } from './fleet/fleet-place.ts';
import { collectGarbage } from './garbage-collector.ts';
import { type CrashBackoffLimits, KUBELET_CRASH_BACKOFF } from './kubelet/crash-backoff.ts';
import type { LocalImage } from './kubelet/images.ts';
import { Kubelet } from './kubelet/kubelet.ts';
import { readLog } from './kubelet/read-log.ts';
import { conditions, localNode, localNodeName } from './kubelet/this-machine.ts';
import { UsageSampler } from './kubelet/usage-sampler.ts';
import { rememberNodeMarks, withNodeMarks } from './node-marks.ts';
import { replaceFile } from './replace-file.ts';
import { placeWaitingPods } from './scheduler.ts';
import { ObjectStore, StoredObject } from './store/object-store.ts';

export interface LocalClusterOptions {
  /** 0 takes any free port. */
  port: number;
  /** Everything of this cluster lives here; two clusters never share a folder. */
  directory: string;
  /** Origins of the web app, which may call from a page. */
  allowedOrigins: readonly string[];
  /** What image names stand for on this machine. */
  images: Readonly<Record<string, LocalImage>>;
  /** Namespaces that exist beside the usual ones. */
  namespaces?: readonly string[];
  clock?: Clock;
  /** Told what went wrong on this machine (a full disk) without ending anything. */
  onProblem?: (error: unknown) => void;
  /** Default: kubelet's own. */
  crashBackoff?: CrashBackoffLimits;
  /** Events kept for watches to resume from. */
  historyLimit?: number;
  bookmarkIntervalMs?: number;
  /** A simulated fleet beside this machine, from the start. */
  fleet?: FleetOptions;
  /** Serves TLS instead of plain HTTP. */
  tls?: ServerTls;
  /** Enforces these rules instead of the usual ones. */
  authority?: Authority;
  /** Whether calls can be made to fail, at `/faults`. For tests and demonstrations. */
  hasFaultSwitch?: boolean;
}

export interface LocalCluster {
  /** `http://127.0.0.1:PORT`, with TLS `https:` */
  url: string;
  /**
   * Bearer token with all rights: creating, and reading secrets. Everybody on this machine may read the rest, delete
   * and evict.
   */
  token: string;
  nodeName: string;
  /** Stops every pod in order within `maximumGraceMs`, then the API. The next start brings them back. */
  stop(maximumGraceMs?: number): Promise<void>;
  /** Stops the API and leaves the pods running, for the next start to adopt. */
  abandon(): Promise<void>;
  /** The simulated fleet that is there or on its way; null: none. */
  readonly fleet: FleetOptions | null;
  /**
   * Puts a simulated fleet into the cluster, in place of an earlier one; null: only takes that out. In slices: resolves
   * when it is done, or something else is wanted.
   */
  setFleet(options: FleetOptions | null): Promise<void>;
  /** Forgets the history of changes, so that watches from before get 410. */
  compact(): void;
}

const HISTORY_LIMIT = 10_000;
const BOOKMARK_INTERVAL_MS = 60_000;
const HEARTBEAT_MS = 60_000;
/**
 * Versions are made durable in blocks: a restarted cluster starts above every version of the last one, known or not.
 */
const VERSION_BLOCK = 10_000;
const USUAL_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/**
 * Starts a Kubernetes API with one node, this machine, whose pods are child processes. Whatever an earlier cluster in
 * the same folder left running is adopted, whatever it stopped in order is started again.
 * @throws the listen error when the port is taken
 */
export async function startLocalCluster(options: LocalClusterOptions): Promise<LocalCluster> {
  const { directory, clock = systemClock, images, crashBackoff = KUBELET_CRASH_BACKOFF } = options;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const problem = options.onProblem ?? (() => undefined);
  const store = openStore(directory, options.historyLimit ?? HISTORY_LIMIT, problem);
  const token = keepToken(directory);
  const nodeName = localNodeName();
  const events = new EventRecorder(store, clock, nodeName);
  const kubelet = new Kubelet({ nodeName, directory, store, events, clock, images, crashBackoff, problem });
  const sampler = new UsageSampler(kubelet, nodeName);
  const fleetPlace = new FleetPlace(store, clock, events);
  const setFleet = (wanted: FleetOptions | null) => {
    if (wanted) addNamespaces(store, [wanted.namespace], clock.now());
    return fleetPlace.set(wanted);
  };
  const api = new ApiServer({
    metrics: {
      *nodes() {
        yield* sampler.nodes();
        if (fleetPlace.fleet) yield* fleetPlace.fleet.members.nodes();
      },
      *pods() {
        yield* sampler.pods();
        if (fleetPlace.fleet) yield* fleetPlace.fleet.members.pods();
      },
    },
    port: options.port,
    allowedOrigins: options.allowedOrigins,
    ...(options.tls && { tls: options.tls }),
    ...(options.authority && { authority: options.authority }),
    hasFaultSwitch: options.hasFaultSwitch ?? false,
    token,
    store,
    clock,
    nodeName,
    isNodeServed: (node) => node === nodeName || fleetPlace.fleet?.hasNode(node) === true,
    bookmarkIntervalMs: options.bookmarkIntervalMs ?? BOOKMARK_INTERVAL_MS,
    log(pod, container, previous, query, signal) {
      const simulated = fleetPlace.fleet?.log(pod.metadata.name, container, previous, query, signal);
      if (simulated !== undefined) return simulated;
      const log = kubelet.log(pod.metadata.uid, container, previous);
      return log && readLog(log, query, signal);
    },
  });
  // The port first: when another cluster has it, that one may be working these very pods.
  const url = await api.listen();
  addNamespaces(store, [...USUAL_NAMESPACES, ...(options.namespaces ?? [])], clock.now());
  store.add('nodes', withNodeMarks(directory, localNode(nodeName, directory, clock.now())));
  readConfidential(directory, store);
  const stops = [
    rememberConfidential(directory, store),
    rememberNodeMarks(directory, store, nodeName),
    placeWaitingPods(store, nodeName, clock, events),
  ];
  kubelet.start();
  const stopCollecting = collectGarbage(store);
  if (options.fleet) await setFleet(options.fleet);
  const stopHeartbeat = keepHeartbeat(store, nodeName, clock);
  const stopAll = async () => {
    fleetPlace.halt();
    sampler.stop();
    stopHeartbeat();
    stopCollecting();
    for (const stop of stops) stop();
    await api.close();
  };
  return {
    url,
    token,
    nodeName,
    get fleet() {
      return fleetPlace.wanted;
    },
    setFleet,
    compact: () => store.compact(),
    async stop(maximumGraceMs = 30_000) {
      await kubelet.stop(maximumGraceMs);
      await stopAll();
    },
    async abandon() {
      kubelet.abandon();
      await stopAll();
    },
  };
}

function openStore(directory: string, historyLimit: number, problem: (error: unknown) => void): ObjectStore {
  const path = join(directory, 'version');
  let durable = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  return new ObjectStore({
    startVersion: durable,
    historyLimit,
    onVersion(version) {
      if (version <= durable) return;
      durable = version + VERSION_BLOCK;
      try {
        replaceFile(path, String(durable), { durable: true });
      } catch (error) {
        problem(error);
      }
    },
  });
}

function keepToken(directory: string): string {
  const path = join(directory, 'token');
  if (!existsSync(path)) replaceFile(path, randomBytes(32).toString('hex'), { durable: true });
  return readFileSync(path, 'utf8');
}

function addNamespaces(store: ObjectStore, names: readonly string[], nowMs: number): void {
  for (const name of new Set(names)) {
    if (store.find('namespaces', '', name)) continue;
    const namespace: Namespace = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name,
        uid: randomUUID(),
        resourceVersion: '',
        creationTimestamp: kubernetesTime(nowMs),
        labels: { 'kubernetes.io/metadata.name': name },
      },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    };
    store.add('namespaces', namespace);
  }
}

/** The node says that it is alive; a console shows by it how old its picture is. */
function keepHeartbeat(store: ObjectStore, nodeName: string, clock: Clock): () => void {
  const timer = setInterval(() => {
    const node = store.find('nodes', '', nodeName)?.toObject() as Node | undefined;
    if (!node) return;
    const now = kubernetesTime(clock.now());
    const fresh = conditions(now).map((condition) => {
      const before = node.status.conditions.find((one) => one.type === condition.type);
      return { ...condition, lastTransitionTime: before?.lastTransitionTime ?? now };
    });
    const status = { ...node.status, conditions: fresh };
    store.put('nodes', (version) => new StoredObject({ ...node, status } as Node, version));
  }, HEARTBEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}
