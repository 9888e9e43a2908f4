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
  /** 0 picks any free port. */
  port: number;
  /** The cluster's data; two clusters never share a folder. */
  directory: string;
  /** Origins of the web app that may call from a page. */
  allowedOrigins: readonly string[];
  /** The programs behind image names. */
  images: Readonly<Record<string, LocalImage>>;
  /** Namespaces to create beside the default ones. */
  namespaces?: readonly string[];
  clock?: Clock;
  /** Called with failures of this machine (such as a full disk), which end nothing. */
  onProblem?: (error: unknown) => void;
  /** Default: kubelet's. */
  crashBackoff?: CrashBackoffLimits;
  /** Number of events kept for watches to resume from. */
  historyLimit?: number;
  bookmarkIntervalMs?: number;
  /** A simulated fleet beside this machine, from the start. */
  fleet?: FleetOptions;
  /** Serves TLS instead of plain HTTP. */
  tls?: ServerTls;
  /** Enforces these rules instead of the default ones. */
  authority?: Authority;
  /** Whether calls can be made to fail through `/faults`. For tests and demonstrations. */
  hasFaultSwitch?: boolean;
}

export interface LocalCluster {
  /** `http://127.0.0.1:PORT`, or `https:` with TLS. */
  url: string;
  /**
   * Bearer token with all rights, including creating and reading secrets. Without it, any program on this machine may
   * read everything else, delete and evict.
   */
  token: string;
  nodeName: string;
  /** Stops every pod in order within `maximumGraceMs`, then the API. The next start brings them back. */
  stop(maximumGraceMs?: number): Promise<void>;
  /** Stops the API and leaves the pods running, for the next start to adopt. */
  abandon(): Promise<void>;
  /** The simulated fleet that is present or being added; null if none. */
  readonly fleet: FleetOptions | null;
  /**
   * Adds a simulated fleet in place of an earlier one; null only removes it. Works in slices, and resolves when it is
   * done or superseded by another call.
   */
  setFleet(options: FleetOptions | null): Promise<void>;
  /** Drops the history of changes, so that watches from before get 410. */
  compact(): void;
}

const HISTORY_LIMIT = 10_000;
const BOOKMARK_INTERVAL_MS = 60_000;
const HEARTBEAT_MS = 60_000;
/**
 * Versions are reserved on disk in blocks, so that a restarted cluster starts above every version it ever gave out.
 */
const VERSION_BLOCK = 10_000;
const DEFAULT_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/**
 * Starts a Kubernetes API with one node, this machine, whose pods are child processes. Pods that an earlier cluster in
 * the same folder left running are adopted; those it stopped in order are started again.
 * @throws the listen error if the port is in use
 */
export async function startLocalCluster(options: LocalClusterOptions): Promise<LocalCluster> {
  const { directory, clock = systemClock, images, crashBackoff = KUBELET_CRASH_BACKOFF } = options;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const problem = options.onProblem ?? (() => undefined);
  const store = openStore(directory, options.historyLimit ?? HISTORY_LIMIT, problem);
  const token = loadToken(directory);
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
  // Listen first: if another cluster has the port, it may be running these very pods.
  const url = await api.listen();
  addNamespaces(store, [...DEFAULT_NAMESPACES, ...(options.namespaces ?? [])], clock.now());
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
  const stopHeartbeat = startHeartbeat(store, nodeName, clock);
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

function loadToken(directory: string): string {
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

/** Refreshes the node's heartbeat, by which a console shows the age of its state. */
function startHeartbeat(store: ObjectStore, nodeName: string, clock: Clock): () => void {
  const timer = setInterval(() => {
    const node = store.find('nodes', '', nodeName)?.toObject() as Node | undefined;
    if (!node) return;
    const now = kubernetesTime(clock.now());
    const fresh = conditions(now).map((condition) => {
      const before = node.status.conditions.find(({ type }) => type === condition.type);
      return { ...condition, lastTransitionTime: before?.lastTransitionTime ?? now };
    });
    const status = { ...node.status, conditions: fresh };
    store.put('nodes', (version) => new StoredObject({ ...node, status } as Node, version));
  }, HEARTBEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}
