import type { CacheChange } from '../../../platform/kubernetes/resource-cache.ts';
import type { Cluster } from '../../../platform/kubernetes/start-cluster.ts';
import type { Platform } from '../../../platform/platform.ts';
import { issueHostToken } from '../engine-token.ts';
import { pokeHost } from '../hosted-engines.ts';
import {
  type DesiredEngine,
  type EnginePod,
  type EnginePodSettings,
  enginePodTemplate,
  readEnginePod,
  sharedPod,
} from './engine-pod.ts';
import { countEnginesOfPods } from './engine-rows.ts';
import { FRESH_MS } from './known-pods.ts';
import { makePod } from './make-pod.ts';

interface SharedPodsDeps {
  platform: Pick<Platform, 'database' | 'log' | 'secret' | 'broker'>;
  cluster: Cluster;
  settings: EnginePodSettings;
  isNodeLost(node: string): boolean;
  /** When to check a newly created pod, in case the watch never reports it. */
  checkAt(podName: string, atMs: number): void;
}

/**
 * The pods that engines share. Only the engines' rows say which engine is in which pod (`pod_name`), so an engine stays
 * where it is whatever happens to its neighbours; the host in the pod fetches the list.
 */
export class SharedPods {
  readonly #deps: SharedPodsDeps;
  readonly #pods = new Map<string, EnginePod>();
  /** Pods we have just created: missing from the cache does not mean deleted. */
  readonly #fresh = new Map<string, { pod: EnginePod; freshSinceMs: number }>();
  /** Pods being removed; no engine is placed there any more. */
  readonly #leaving = new Set<string>();
  /** The state of each engine last sent to its host. */
  readonly #notified = new Map<string, string>();
  /** Serialises placement: two engines must not both take the last slot, or both create a pod. */
  #placing: Promise<unknown> = Promise.resolve();

  constructor(deps: SharedPodsDeps) {
    this.#deps = deps;
  }

  handleChange({ type, item: pod }: CacheChange<EnginePod>): void {
    this.#fresh.delete(pod.name);
    if (type !== 'deleted') {
      this.#pods.set(pod.name, pod);
      return;
    }
    this.#pods.delete(pod.name);
    this.#leaving.delete(pod.name);
  }

  names(): Iterable<string> {
    return this.#pods.keys();
  }

  /** How many there are, and how many of them are not running. */
  count(): { all: number; down: number } {
    const pods = [...this.#pods.values()];
    return { all: pods.length, down: pods.filter((pod) => pod.deleting || pod.phase !== 'Running').length };
  }

  find(name: string): EnginePod | null {
    const known = this.#pods.get(name);
    if (known) return known;
    const fresh = this.#fresh.get(name);
    if (fresh && Date.now() - fresh.freshSinceMs < FRESH_MS) return fresh.pod;
    this.#fresh.delete(name);
    return null;
  }

  /**
   * Finds a place for an engine, in the oldest pod with a free slot or in a new one.
   * @param take saves the place
   * @returns the pod's name
   */
  async place(driver: string, take: (podName: string) => Promise<void>): Promise<string> {
    return this.#serialised(async () => {
      const podName = (await this.#findFreePod(driver)) ?? (await this.#create(driver));
      await take(podName);
      return podName;
    });
  }

  /** Makes the host in this pod check its list if the engine has changed since the last time. */
  notify(podName: string, { id, podRevision, tokenVersion, desired }: DesiredEngine): void {
    const now = `${podName} ${podRevision} ${tokenVersion} ${desired}`;
    if (this.#notified.get(id) === now) return;
    this.#notified.set(id, now);
    pokeHost(this.#deps.platform, podName);
  }

  forget(engineId: string): void {
    this.#notified.delete(engineId);
  }

  /** Whether no engine's row names the pod. If so, it accepts no more engines. */
  async closeIfEmpty(podName: string): Promise<boolean> {
    return this.#serialised(async () => {
      const counts = await countEnginesOfPods(this.#deps.platform.database.db, [podName]);
      if (counts.size > 0) return false;
      this.#leaving.add(podName);
      return true;
    });
  }

  async #findFreePod(driver: string): Promise<string | null> {
    const { platform, settings, isNodeLost } = this.#deps;
    const template = enginePodTemplate(driver, settings);
    const isOpen = (pod: EnginePod) =>
      pod.sharedBy === driver &&
      pod.template === template &&
      !pod.deleting &&
      !this.#leaving.has(pod.name) &&
      (pod.phase === 'Running' || pod.phase === 'Pending') &&
      !(pod.nodeName !== null && isNodeLost(pod.nodeName));
    const known = [...this.#pods.values(), ...[...this.#fresh.keys()].flatMap((name) => this.find(name) ?? [])];
    const open = known.filter(isOpen).sort((a, b) => a.createdAtMs - b.createdAtMs);
    if (open.length === 0) return null;
    const counts = await countEnginesOfPods(
      platform.database.db,
      open.map((pod) => pod.name),
    );
    return open.find((pod) => (counts.get(pod.name) ?? 0) < settings.enginesPerPod)?.name ?? null;
  }

  async #create(driver: string): Promise<string> {
    const { platform, cluster, settings, checkAt } = this.#deps;
    const parts = sharedPod(driver, settings);
    const { name } = (parts.pod as { metadata: { name: string } }).metadata;
    const made = await makePod(cluster, parts, issueHostToken(platform.secret, name), (pod) => {
      // The watch may report a pod before its creation is answered.
      if (this.#pods.has(name)) return;
      this.#fresh.set(name, { pod: readEnginePod(pod), freshSinceMs: Date.now() });
      checkAt(name, Date.now() + FRESH_MS);
    });
    if (!made) throw new Error(`a pod named ${name} already exists`);
    platform.log.info({ pod: name, driver }, 'created a shared pod');
    return name;
  }

  #serialised<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#placing.then(work);
    this.#placing = result.catch(() => undefined);
    return result;
  }
}
