import type { Pod } from '@switchyard/local-cluster/objects';
import type { Running } from '../../../platform/domain.ts';
import { isNotFound, KubernetesError } from '../../../platform/kubernetes/kubernetes-error.ts';
import { type CacheChange, ResourceCache } from '../../../platform/kubernetes/resource-cache.ts';
import type { Cluster } from '../../../platform/kubernetes/start-cluster.ts';
import type { Platform } from '../../../platform/platform.ts';
import { releaseLeaseOf } from '../engine-lease.ts';
import { issueEngineToken } from '../engine-token.ts';
import { PodBackoff } from './backoff.ts';
import { BrowserProfiles } from './browser-profiles.ts';
import { decide, type Removal, type Step } from './decide.ts';
import {
  type DesiredEngine,
  type EnginePod,
  type EnginePodSettings,
  enginePod,
  enginePodSecret,
  enginePodSelector,
  enginePodTemplate,
  readEnginePod,
} from './engine-pod.ts';
import {
  markDisconnected,
  markInitializing,
  readDesiredEngine,
  readDesiredEngineIds,
  recordSessionStep,
} from './engine-rows.ts';
import { NodeWatch } from './node-watch.ts';
import { WorkQueue } from './work-queue.ts';

/** Everything is looked at again this often, in case a change was told to nobody. */
const RESYNC_MS = 60_000;
const CONCURRENCY = 8;
const MIN_REPLACED_AT_ONCE = 5;
const MAX_SHARE_REPLACED_AT_ONCE = 0.1;
/** A watch tells of a new pod within moments; a pod that it never tells of came and went while it was broken. */
const FRESH_MS = 10_000;

type ReconcilerPlatform = Pick<Platform, 'database' | 'log' | 'live' | 'secret'>;

/**
 * Makes the cluster's pods match the engines' rows. Runs in one process at a time (see `lead.ts`). It keeps no state of its own that matters: rows say
 * what should be, the cluster says what is, and `decide` says what to do about the difference.
 */
export class Reconciler implements Running {
  readonly #platform: ReconcilerPlatform;
  readonly #cluster: Cluster;
  readonly #settings: EnginePodSettings;
  readonly #pods: ResourceCache<Pod, EnginePod>;
  readonly #nodes: NodeWatch;
  /** Null: they end with their pods. */
  readonly #profiles: BrowserProfiles | null;
  readonly #queue: WorkQueue;
  readonly #backoff = new PodBackoff();
  readonly #resync: NodeJS.Timeout;
  /** By engine, so that one engine's pods are found without looking at all. */
  readonly #podsOfEngine = new Map<string, Map<string, EnginePod>>();
  /** When the watch first told of a pod, by uid. */
  readonly #seenSinceMs = new Map<string, number>();
  /** Made by us a moment ago, by uid, until the watch tells of them: what is not in the cache yet is not gone. */
  readonly #fresh = new Map<string, { pod: EnginePod; madeAtMs: number }>();

  /** @param nodePatienceMs how long a node may be silent before its pods are made elsewhere */
  constructor(platform: ReconcilerPlatform, cluster: Cluster, settings: EnginePodSettings, nodePatienceMs?: number) {
    this.#platform = platform;
    this.#cluster = cluster;
    this.#settings = settings;
    const { directory, volume } = settings.profiles;
    this.#profiles = volume ? null : new BrowserProfiles(directory, platform.database.pool);
    this.#queue = new WorkQueue((engineId) => this.#reconcile(engineId), CONCURRENCY, platform.log);
    this.#pods = new ResourceCache<Pod, EnginePod>({
      client: cluster.client,
      log: platform.log,
      path: cluster.client.path('pods', cluster.namespace),
      selection: { labelSelector: enginePodSelector(settings.installation) },
      project: readEnginePod,
      onChange: (change) => this.#podChanged(change),
      onSynced: () => void this.#addAll(),
    });
    this.#nodes = new NodeWatch(cluster.client, platform.log, (atMs) => this.#addPodsAt(atMs), nodePatienceMs);
    this.#resync = setInterval(() => void this.#addAll(), RESYNC_MS);
    this.#resync.unref();
  }

  start(): this {
    this.#nodes.start();
    this.#pods.start();
    return this;
  }

  /** The row of an engine may have changed. */
  poke(engineId: string): void {
    this.#queue.add(engineId);
  }

  async stop(): Promise<void> {
    clearInterval(this.#resync);
    await Promise.all([this.#pods.stop(), this.#nodes.stop()]);
    await this.#queue.stop();
  }

  async #addAll(): Promise<void> {
    try {
      const ids = await readDesiredEngineIds(this.#platform.database.db);
      // Engines that were deleted while nobody looked have left a folder behind.
      const profiles = (await this.#profiles?.engineIds()) ?? [];
      for (const id of new Set([...ids, ...this.#podsOfEngine.keys(), ...profiles])) this.#queue.add(id);
    } catch (error) {
      this.#platform.log.warn({ err: error }, 'the engines could not be read; they are read again shortly');
    }
  }

  #addPodsAt(atMs: number): void {
    for (const engineId of this.#podsOfEngine.keys()) this.#queue.addAt(engineId, atMs);
  }

  #podChanged({ type, uid, item: pod }: CacheChange<EnginePod>): void {
    this.#fresh.delete(uid);
    if (type === 'deleted') this.#seenSinceMs.delete(uid);
    else if (!this.#seenSinceMs.has(uid)) this.#seenSinceMs.set(uid, Date.now());
    const pods = this.#podsOfEngine.get(pod.engineId) ?? new Map<string, EnginePod>();
    if (type === 'deleted') pods.delete(uid);
    else pods.set(uid, pod);
    if (pods.size > 0) this.#podsOfEngine.set(pod.engineId, pods);
    else this.#podsOfEngine.delete(pod.engineId);
    this.#queue.add(pod.engineId);
  }

  async #reconcile(engineId: string): Promise<void> {
    // Until the whole picture is known, a pod that is not in it may only not have been read yet.
    if (!this.#pods.state.synced) return;
    const engine = await readDesiredEngine(this.#platform.database.db, engineId);
    const nowMs = Date.now();
    const pods = this.#podsOf(engineId, nowMs);
    if (engine) await this.#tellState(engine, pods);
    const steps = decide(engine, pods, {
      nowMs,
      seenSinceMs: ({ uid }) => this.#seenSinceMs.get(uid) ?? nowMs,
      isNodeLost: (node) => this.#nodes.isLost(node, nowMs),
      template: engine ? enginePodTemplate(engine.driver, this.#settings) : '',
      mayReplaceOutdated: this.#mayReplaceOutdated(),
      mayCreateAtMs: this.#backoff.mayCreateAtMs(engineId, nowMs),
    });
    for (const step of steps) await this.#take(engineId, engine, step);
    if (engine || pods.length > 0) return;
    this.#backoff.forget(engineId);
    await this.#profiles?.removeDeleted(engineId);
  }

  /** After an upgrade every pod is out of date; only so many are down for it at a time. */
  #mayReplaceOutdated(): boolean {
    let down = 0;
    for (const pods of this.#podsOfEngine.values()) {
      if ([...pods.values()].some((pod) => pod.deleting || pod.phase !== 'Running')) down += 1;
    }
    return down < Math.max(MIN_REPLACED_AT_ONCE, this.#podsOfEngine.size * MAX_SHARE_REPLACED_AT_ONCE);
  }

  #podsOf(engineId: string, nowMs: number): EnginePod[] {
    const pods = [...(this.#podsOfEngine.get(engineId)?.values() ?? [])];
    for (const [uid, { pod, madeAtMs }] of this.#fresh) {
      if (pod.engineId !== engineId) continue;
      if (nowMs - madeAtMs < FRESH_MS) pods.push(pod);
      else this.#fresh.delete(uid);
    }
    return pods;
  }

  async #take(engineId: string, engine: DesiredEngine | null, step: Step): Promise<void> {
    if (step.kind === 'wait') this.#queue.addAt(engineId, step.untilMs);
    else if (step.kind === 'delete') await this.#delete(engine, step.pod, step.force, step.why);
    else if (engine) await this.#create(engine);
  }

  async #create(engine: DesiredEngine): Promise<void> {
    const { client, namespace } = this.#cluster;
    const { database, secret, log } = this.#platform;
    this.#backoff.made(engine.id, Date.now());
    const { pod, secretName } = enginePod(engine, this.#settings);
    const made = await client.create<Pod>(client.path('pods', namespace), pod).catch((error: unknown) => {
      // It is there already: the watch will tell.
      if (error instanceof KubernetesError && error.reason === 'AlreadyExists') return null;
      throw error;
    });
    if (!made) return;
    this.#fresh.set(made.metadata.uid, { pod: readEnginePod(made), madeAtMs: Date.now() });
    this.#queue.addAt(engine.id, Date.now() + FRESH_MS);
    const token = issueEngineToken(secret, { engineId: engine.id, tokenVersion: engine.tokenVersion });
    await client.create(client.path('secrets', namespace), enginePodSecret(made, secretName, token));
    await markInitializing(database.db, engine, made.metadata.name);
    log.info({ engineId: engine.id, pod: made.metadata.name }, 'made the pod of an engine');
    this.#tellBrowsers(engine);
  }

  async #delete(engine: DesiredEngine | null, pod: EnginePod, force: boolean, why: Removal): Promise<void> {
    const { client, namespace } = this.#cluster;
    this.#platform.log.info({ engineId: pod.engineId, pod: pod.name, why }, 'removing the pod of an engine');
    const choice = { uid: pod.uid, ...(force && { gracePeriodSeconds: 0 }) };
    await client.delete(client.path('pods', namespace, pod.name), choice).catch((error: unknown) => {
      if (!isNotFound(error) && !(error instanceof KubernetesError && error.code === 409)) throw error;
    });
    if (engine && why !== 'not wanted') {
      const details = { reason: why, problem: pod.problem };
      const step = { event: 'session_cleanup' as const, state: engine.status, podName: pod.name, details };
      await recordSessionStep(this.#platform.database.db, engine, step);
    }
  }

  /** Writes back what the pods show and the engine itself can no longer say. */
  async #tellState(engine: DesiredEngine, pods: readonly EnginePod[]): Promise<void> {
    const { podName } = engine;
    if (podName === null) return;
    const { db, pool } = this.#platform.database;
    const pod = pods.find((one) => one.name === podName);
    if (!pod) {
      // The cluster has no such pod, and a node that still ran it would have said so: its process is gone.
      await releaseLeaseOf(pool, podName);
      const event = engine.desired === 'running' ? 'session_error' : 'session_removed';
      const details = engine.desired === 'running' ? { reason: 'the pod is gone' } : {};
      if (await markDisconnected(db, engine, podName, { podIsGone: true, step: { event, details } })) {
        this.#tellBrowsers(engine);
      }
    } else if (pod.problem !== null && pod.restarts > 0) {
      const step = { event: 'disconnected' as const, details: { reason: pod.problem, restarts: pod.restarts } };
      if (await markDisconnected(db, engine, podName, { podIsGone: false, step })) this.#tellBrowsers(engine);
    }
  }

  #tellBrowsers({ id, workspaceId }: DesiredEngine): void {
    this.#platform.live.toWorkspace(workspaceId, { type: 'engines.stale', engineId: id });
  }
}
