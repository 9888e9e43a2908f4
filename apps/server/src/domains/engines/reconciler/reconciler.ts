import type { EngineTrouble } from '@switchyard/contracts/engines/trouble';
import type { Pod } from '@switchyard/kubernetes/objects';
import type { Stoppable } from '../../../platform/domain.ts';
import { isNotFound, KubernetesError } from '../../../platform/kubernetes/kubernetes-error.ts';
import { type CacheChange, ResourceCache } from '../../../platform/kubernetes/resource-cache.ts';
import type { Cluster } from '../../../platform/kubernetes/start-cluster.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fenceStranger, isHeldBy, releaseLeaseOf, releaseLeaseOfEngine } from '../engine-lease.ts';
import { issueEngineToken } from '../engine-token.ts';
import { enginesStale } from '../engines.events.ts';
import { pokeHost } from '../hosted-engines.ts';
import { recordSessionEvents } from '../record-session-events.ts';
import { PodBackoff } from './backoff.ts';
import { BrowserProfiles } from './browser-profiles.ts';
import {
  type DesiredEngine,
  type EnginePod,
  type EnginePodSettings,
  enginePod,
  enginePodName,
  enginePodSelector,
  enginePodTemplate,
  readEnginePod,
  sharesPods,
} from './engine-pod.ts';
import {
  markInitializing,
  markNotCreated,
  markPodGone,
  markReplaced,
  markTroubled,
  RECONCILER,
  readDesiredEngine,
  readDesiredEngineIds,
  readEngineIdsOfPod,
} from './engine-rows.ts';
import { FRESH_MS, KnownPods } from './known-pods.ts';
import { makePod, NameTaken } from './make-pod.ts';
import { NodeWatch } from './node-watch.ts';
import { OUTDATED_RETRY_MS, planSteps, type Removal, reasonToRemoveShared, type Step } from './plan-steps.ts';
import { trouble } from './pod-trouble.ts';
import { SharedPods } from './shared-pods.ts';
import { WorkQueue } from './work-queue.ts';

/** Interval of full resyncs, in case a change was not reported. */
const RESYNC_MS = 60_000;
const CONCURRENCY = 8;
const MIN_REPLACED_AT_ONCE = 5;
const MAX_SHARE_REPLACED_AT_ONCE = 0.1;
/** A host releases an engine within moments; one that does not is not waited for. */
const DRAIN_MS = 15_000;
const DRAIN_POLL_MS = 500;
/** A shared pod that no engine's row names is kept this long, because an engine may be on its way to it. */
const EMPTY_POD_GRACE_MS = 30_000;
/** Prefix for shared pods among the queue's keys; all others are engine ids. */
const SHARED_POD = 'pod:';

type ReconcilerPlatform = Pick<Platform, 'database' | 'log' | 'events' | 'secret' | 'broker'>;

/**
 * Makes the cluster's pods match the engines' rows. Runs in one process at a time (see `runAsLeader`). It has no state
 * of its own that matters: rows say what should be, the cluster says what is, and `planSteps` decides what to do about
 * the difference.
 */
export class Reconciler implements Stoppable {
  readonly #platform: ReconcilerPlatform;
  readonly #cluster: Cluster;
  readonly #settings: EnginePodSettings;
  readonly #pods: ResourceCache<Pod, EnginePod>;
  readonly #nodes: NodeWatch;
  /** Null if they end with their pods. */
  readonly #profiles: BrowserProfiles | null;
  readonly #queue: WorkQueue;
  readonly #backoff = new PodBackoff();
  readonly #resync: NodeJS.Timeout;
  readonly #known = new KnownPods();
  readonly #shared: SharedPods;
  /** Pods by uid whose container was healthy when its last run ended, with the restart count until then. */
  readonly #healthyEnds = new Map<string, number>();
  /** The last recorded trouble per engine. Also stored with the engine; this saves queries. */
  readonly #recordedTroubles = new Map<string, string>();

  /** @param nodePatienceMs how long a node may be silent before its pods are created elsewhere */
  constructor(platform: ReconcilerPlatform, cluster: Cluster, settings: EnginePodSettings, nodePatienceMs?: number) {
    this.#platform = platform;
    this.#cluster = cluster;
    this.#settings = settings;
    const { profilesDirectory, inContainers } = settings;
    this.#profiles = inContainers ? null : new BrowserProfiles(profilesDirectory, platform.database.pool);
    this.#queue = new WorkQueue((key) => this.#work(key), CONCURRENCY, platform.log);
    this.#shared = new SharedPods({
      platform,
      cluster,
      settings,
      isNodeLost: (node) => this.#nodes.isLost(node, Date.now()),
      checkAt: (podName, atMs) => this.#queue.addAt(SHARED_POD + podName, atMs),
    });
    this.#pods = new ResourceCache<Pod, EnginePod>({
      client: cluster.client,
      log: platform.log,
      path: cluster.client.path('pods', cluster.namespace),
      selection: { labelSelector: enginePodSelector(settings.installation) },
      project: readEnginePod,
      onChange: (change) => this.#podChanged(change),
      onSynced: () => void this.#addAll(),
      // Retry at once what the cluster could not be asked for, not at its next turn.
      onReopened: () => void this.#addAll(),
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

  /** An engine's row may have changed. */
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
      // Engines deleted while no reconciler ran have left a folder behind.
      const profiles = (await this.#profiles?.engineIds()) ?? [];
      for (const id of new Set([...ids, ...this.#known.engineIds(), ...profiles])) this.#queue.add(id);
      for (const name of this.#shared.names()) this.#queue.add(SHARED_POD + name);
    } catch (error) {
      this.#platform.log.warn({ err: error }, 'the engines could not be read; retrying shortly');
    }
  }

  #addPodsAt(atMs: number): void {
    for (const engineId of this.#known.engineIds()) this.#queue.addAt(engineId, atMs);
    for (const name of this.#shared.names()) this.#queue.addAt(SHARED_POD + name, atMs);
  }

  #podChanged(change: CacheChange<EnginePod>): void {
    const { sharedBy, name, engineId } = change.item;
    this.#known.handleChange(change);
    if (change.type === 'deleted') this.#healthyEnds.delete(change.uid);
    if (sharedBy !== null) this.#shared.handleChange(change);
    this.#queue.add(sharedBy === null ? engineId : SHARED_POD + name);
  }

  async #work(key: string): Promise<void> {
    // Before the initial sync, a pod missing from the cache may just not have been read yet.
    if (!this.#pods.state.synced) return;
    if (key.startsWith(SHARED_POD)) await this.#reconcileShared(key.slice(SHARED_POD.length));
    else await this.#reconcile(key);
  }

  async #reconcile(engineId: string): Promise<void> {
    const engine = await readDesiredEngine(this.#platform.database.db, engineId);
    const nowMs = Date.now();
    const pods = this.#known.podsOf(engineId, nowMs);
    const shared = engine?.podName ? this.#shared.find(engine.podName) : null;
    if (engine && shared) await this.#notifyHost(engine, shared);
    const all = shared ? [shared, ...pods] : pods;
    // Before the exit is recorded: afterwards the engine's row no longer shows how it was.
    if (engine?.wasHealthy) this.#recordHealthyEnd(all.find(({ name }) => name === engine.podName));
    if (engine) await this.#saveState(engine, all);
    const steps = planSteps(engine, pods, {
      nowMs,
      seenSinceMs: (pod) => this.#known.seenSinceMs(pod) ?? nowMs,
      isNodeLost: (node) => this.#nodes.isLost(node, nowMs),
      hadBeenHealthy: (pod) => this.#healthyEnds.get(pod.uid) === pod.restarts,
      template: engine ? enginePodTemplate(engine.driver, this.#settings) : '',
      mayReplaceOutdated: this.#canReplaceOutdated(),
      isShared: shared !== null && engine !== null && sharesPods(engine.driver, this.#settings),
      mayCreateAtMs: engine ? this.#backoff.canCreateAtMs(engine, nowMs) : 0,
    });
    for (const step of steps) await this.#take(engineId, engine, step);
    // A later start should not wait because of earlier pods.
    if (engine?.desired !== 'running') this.#backoff.reset(engineId);
    if (engine || pods.length > 0) return;
    this.#recordedTroubles.delete(engineId);
    this.#shared.forget(engineId);
    await this.#profiles?.removeDeleted(engineId);
  }

  /** Decides whether a shared pod stays, and applies its arrival or removal to its engines. */
  async #reconcileShared(podName: string): Promise<void> {
    const { db } = this.#platform.database;
    const engineIds = await readEngineIdsOfPod(db, podName);
    for (const engineId of engineIds) this.#queue.add(engineId);
    const pod = this.#shared.find(podName);
    if (!pod || pod.sharedBy === null) return;
    const nowMs = Date.now();
    const seenSinceMs = this.#known.seenSinceMs(pod) ?? nowMs;
    const isOld = nowMs - seenSinceMs >= EMPTY_POD_GRACE_MS;
    const circumstances = {
      nowMs,
      seenSinceMs: () => seenSinceMs,
      isNodeLost: (node: string) => this.#nodes.isLost(node, nowMs),
      hadBeenHealthy: () => this.#healthyEnds.get(pod.uid) === pod.restarts,
      template: enginePodTemplate(pod.sharedBy, this.#settings),
      mayReplaceOutdated: this.#canReplaceOutdated(),
    };
    const isEmpty = engineIds.length === 0 && isOld && (await this.#shared.closeIfEmpty(podName));
    const why = reasonToRemoveShared(pod, circumstances, isEmpty);
    if (why !== null && (!pod.deleting || why === 'node lost')) {
      await this.#delete(null, pod, why === 'node lost', why);
      return;
    }
    const isOutdated = pod.template !== circumstances.template;
    if (engineIds.length === 0 || pod.lacksSecret) this.#queue.addAt(SHARED_POD + podName, nowMs + EMPTY_POD_GRACE_MS);
    else if (isOutdated && !pod.deleting) this.#queue.addAt(SHARED_POD + podName, nowMs + OUTDATED_RETRY_MS);
  }

  /**
   * Makes the host of a shared pod follow its list. An engine that should no longer run has left the pod once it has
   * released its lane, or has had the time to.
   */
  async #notifyHost(engine: DesiredEngine & { unchangedForMs: number }, pod: EnginePod): Promise<void> {
    this.#shared.notify(pod.name, engine);
    if (engine.desired === 'running') return;
    const { db, pool } = this.#platform.database;
    if (engine.unchangedForMs < DRAIN_MS && (await isHeldBy(pool, engine.id, pod.name))) {
      this.#queue.addAt(engine.id, Date.now() + DRAIN_POLL_MS);
      return;
    }
    await releaseLeaseOfEngine(pool, engine.id, pod.name);
    if (await markPodGone(db, engine, pod.name)) this.#publishChange(engine);
    this.#queue.add(SHARED_POD + pod.name);
  }

  #recordHealthyEnd(pod: EnginePod | undefined): void {
    if (!pod || pod.problem === null) return;
    this.#healthyEnds.set(pod.uid, pod.restarts);
    if (pod.sharedBy !== null) this.#queue.add(SHARED_POD + pod.name);
  }

  /** After an upgrade every pod is out of date; only a limited number are replaced at a time. */
  #canReplaceOutdated(): boolean {
    const [shared, own] = [this.#shared.count(), this.#known.count()];
    const most = Math.max(MIN_REPLACED_AT_ONCE, (own.all + shared.all) * MAX_SHARE_REPLACED_AT_ONCE);
    return own.down + shared.down < most;
  }

  async #take(engineId: string, engine: DesiredEngine | null, step: Step): Promise<void> {
    if (step.kind === 'wait') this.#queue.addAt(engineId, step.untilMs);
    else if (step.kind === 'delete') await this.#delete(engine, step.pod, step.force, step.why);
    else if (engine) {
      await this.#create(engine).catch(async (error: unknown) => {
        if (error instanceof KubernetesError)
          await this.#recordNotCreated(engine, trouble('cannot-start', error.message));
        if (error instanceof NameTaken) await this.#recordNotCreated(engine, trouble('name-taken', error.podName));
        throw error;
      });
    }
  }

  /**
   * Records why the cluster creates no pod (quota, permissions, a name that is taken, unreachable), so that people can
   * see it.
   */
  async #recordNotCreated(engine: DesiredEngine, why: EngineTrouble): Promise<void> {
    if (await markNotCreated(this.#platform.database.db, engine, why)) this.#publishChange(engine);
  }

  async #create(engine: DesiredEngine): Promise<void> {
    const { database, log } = this.#platform;
    if (await fenceStranger(database.pool, engine.id, this.#holdersOf(engine))) {
      log.warn({ engineId: engine.id }, 'an unknown process held the lane of an engine; its token was revoked');
      this.#queue.add(engine.id);
      return;
    }
    if (sharesPods(engine.driver, this.#settings)) {
      const podName = await this.#shared.place(engine.driver, (name) => markInitializing(database.db, engine, name));
      this.#backoff.recordCreated(engine, Date.now());
      this.#shared.notify(podName, engine);
      log.info({ engineId: engine.id, pod: podName }, 'placed an engine in a pod');
    } else {
      const podName = await this.#makeOwnPod(engine);
      if (podName === null) return;
      await markInitializing(database.db, engine, podName);
      log.info({ engineId: engine.id, pod: podName }, 'created the pod of an engine');
      // It leaves the pod that it shared before sharing was switched off.
      if (engine.podName !== null && this.#shared.find(engine.podName)) {
        pokeHost(this.#platform, engine.podName);
        this.#queue.add(SHARED_POD + engine.podName);
      }
    }
    this.#publishChange(engine);
  }

  /** Names of our pods that may hold the lane of an engine that currently has no pod of its own. */
  #holdersOf(engine: DesiredEngine): string[] {
    const shared = engine.podName !== null && this.#shared.find(engine.podName) ? [engine.podName] : [];
    return [enginePodName(engine), ...shared];
  }

  /** Deletes a pod that was hidden from us by changed labels until the engine was restarted. */
  async #deletePredecessor({ id, podRevision }: DesiredEngine): Promise<void> {
    if (podRevision === 0) return;
    const { client, namespace } = this.#cluster;
    const name = enginePodName({ id, podRevision: podRevision - 1 });
    await client.delete(client.path('pods', namespace, name)).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }

  async #makeOwnPod(engine: DesiredEngine): Promise<string | null> {
    await this.#deletePredecessor(engine);
    const token = issueEngineToken(this.#platform.secret, { engineId: engine.id, tokenVersion: engine.tokenVersion });
    const made = await makePod(this.#cluster, enginePod(engine, this.#settings), token, (pod) => {
      this.#backoff.recordCreated(engine, Date.now());
      this.#known.add(readEnginePod(pod));
      this.#queue.addAt(engine.id, Date.now() + FRESH_MS);
    });
    return made?.metadata.name ?? null;
  }

  async #delete(engine: DesiredEngine | null, pod: EnginePod, force: boolean, why: Removal): Promise<void> {
    const { client, namespace } = this.#cluster;
    this.#platform.log.info({ engineId: pod.engineId, pod: pod.name, why }, 'removing the pod of an engine');
    // Before the pod learns that it must end, so that its last reports find a successor announced.
    if (engine && (why === 'node lost' || why === 'cannot start')) {
      await this.#recordTrouble(engine, pod, trouble(why === 'node lost' ? 'node-lost' : 'cannot-start'));
    }
    if (why === 'replaced' || why === 'out of date') {
      const replaced = await markReplaced(this.#platform.database.db, pod.name);
      this.#platform.events.dispatch(replaced.map(({ id, workspaceId }) => enginesStale(workspaceId, id)));
    }
    const choice = { uid: pod.uid, ...(force && { gracePeriodSeconds: 0 }) };
    await client.delete(client.path('pods', namespace, pod.name), choice).catch((error: unknown) => {
      if (!isNotFound(error) && !(error instanceof KubernetesError && error.code === 409)) throw error;
    });
    // A healthy engine starts over without backoff.
    if (engine && why === 'crashed') this.#backoff.reset(engine.id);
    if (engine && why !== 'not wanted') {
      const details = { reason: why, problem: pod.problem };
      const step = { event: 'session_cleanup', state: engine.status, trigger: RECONCILER, details };
      await recordSessionEvents(this.#platform.database.db, { ...engine, podName: pod.name }, [step]);
    }
  }

  /** Saves what the pods show and the engine itself can no longer report. */
  async #saveState(engine: DesiredEngine, pods: readonly EnginePod[]): Promise<void> {
    const { podName } = engine;
    if (podName === null) return;
    const { db, pool } = this.#platform.database;
    const pod = pods.find((pod) => pod.name === podName);
    if (!pod) {
      // The cluster has no such pod, and a node still running it would have reported it: its process has ended.
      await releaseLeaseOf(pool, podName);
      if (await markPodGone(db, engine, podName)) this.#publishChange(engine);
    } else if (pod.trouble !== null && engine.desired === 'running' && !isPredecessor(pod, engine)) {
      await this.#recordTrouble(engine, pod, pod.trouble);
    }
  }

  async #recordTrouble(engine: DesiredEngine, pod: EnginePod, why: EngineTrouble): Promise<void> {
    const key = JSON.stringify([pod.uid, pod.restarts, pod.problem, why]);
    if (this.#recordedTroubles.get(engine.id) === key) return;
    if (await markTroubled(this.#platform.database.db, engine, pod, why)) this.#publishChange(engine);
    this.#recordedTroubles.set(engine.id, key);
  }

  #publishChange({ id, workspaceId }: DesiredEngine): void {
    this.#platform.events.dispatch([enginesStale(workspaceId, id)]);
  }
}

/** A pod of an earlier revision ends on request. */
const isPredecessor = (pod: EnginePod, engine: DesiredEngine): boolean =>
  pod.sharedBy === null && pod.podRevision !== engine.podRevision;
