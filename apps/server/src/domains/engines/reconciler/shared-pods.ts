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
  /** When a pod that was just made should be looked at, in case no watch ever tells of it. */
  lookAt(podName: string, atMs: number): void;
}

/**
 * The pods that engines share. Which engine is in which pod is in the engines' rows (`pod_name`) and nowhere else, so
 * an engine stays where it is whatever becomes of its neighbours; the host in the pod asks for the list.
 */
export class SharedPods {
  readonly #parts: SharedPodsDeps;
  readonly #pods = new Map<string, EnginePod>();
  /** Made by us a moment ago: what is not in the cache yet is not gone. */
  readonly #fresh = new Map<string, { pod: EnginePod; madeAtMs: number }>();
  /** On their way out: nothing is put into them any more. */
  readonly #leaving = new Set<string>();
  /** What each engine's host was last told of it. */
  readonly #told = new Map<string, string>();
  /** One after the other: two engines must not both take the last place, or both make a pod. */
  #placing: Promise<unknown> = Promise.resolve();

  constructor(deps: SharedPodsDeps) {
    this.#parts = deps;
  }

  changed({ type, item: pod }: CacheChange<EnginePod>): void {
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

  /** How many there are, and how many of them do not run. */
  count(): { all: number; down: number } {
    const pods = [...this.#pods.values()];
    return { all: pods.length, down: pods.filter((pod) => pod.deleting || pod.phase !== 'Running').length };
  }

  named(name: string): EnginePod | null {
    const known = this.#pods.get(name);
    if (known) return known;
    const fresh = this.#fresh.get(name);
    if (fresh && Date.now() - fresh.madeAtMs < FRESH_MS) return fresh.pod;
    this.#fresh.delete(name);
    return null;
  }

  /**
   * Finds a place for an engine, in the oldest pod that has room, or in a new one.
   * @param take writes the place down
   * @returns the pod's name
   */
  async place(driver: string, take: (podName: string) => Promise<void>): Promise<string> {
    return this.#alone(async () => {
      const podName = (await this.#withRoom(driver)) ?? (await this.#make(driver));
      await take(podName);
      return podName;
    });
  }

  /** Has the host in this pod look at its list, when something about the engine has changed since the last time. */
  tell(podName: string, { id, podRevision, tokenVersion, desired }: DesiredEngine): void {
    const now = `${podName} ${podRevision} ${tokenVersion} ${desired}`;
    if (this.#told.get(id) === now) return;
    this.#told.set(id, now);
    pokeHost(this.#parts.platform, podName);
  }

  forget(engineId: string): void {
    this.#told.delete(engineId);
  }

  /** Whether no engine's row names the pod. If so, none is put into it any more. */
  async closeIfEmpty(podName: string): Promise<boolean> {
    return this.#alone(async () => {
      const counts = await countEnginesOfPods(this.#parts.platform.database.db, [podName]);
      if (counts.size > 0) return false;
      this.#leaving.add(podName);
      return true;
    });
  }

  async #withRoom(driver: string): Promise<string | null> {
    const { platform, settings, isNodeLost } = this.#parts;
    const template = enginePodTemplate(driver, settings);
    const isOpen = (pod: EnginePod) =>
      pod.sharedBy === driver &&
      pod.template === template &&
      !pod.deleting &&
      !this.#leaving.has(pod.name) &&
      (pod.phase === 'Running' || pod.phase === 'Pending') &&
      !(pod.nodeName !== null && isNodeLost(pod.nodeName));
    const known = [...this.#pods.values(), ...[...this.#fresh.keys()].flatMap((name) => this.named(name) ?? [])];
    const open = known.filter(isOpen).sort((one, other) => one.createdAtMs - other.createdAtMs);
    if (open.length === 0) return null;
    const counts = await countEnginesOfPods(
      platform.database.db,
      open.map((pod) => pod.name),
    );
    return open.find((pod) => (counts.get(pod.name) ?? 0) < settings.enginesPerPod)?.name ?? null;
  }

  async #make(driver: string): Promise<string> {
    const { platform, cluster, settings, lookAt } = this.#parts;
    const parts = sharedPod(driver, settings);
    const { name } = (parts.pod as { metadata: { name: string } }).metadata;
    const made = await makePod(cluster, parts, issueHostToken(platform.secret, name), (pod) => {
      // The watch may tell of a pod before the answer to its making does.
      if (this.#pods.has(name)) return;
      this.#fresh.set(name, { pod: readEnginePod(pod), madeAtMs: Date.now() });
      lookAt(name, Date.now() + FRESH_MS);
    });
    if (!made) throw new Error(`a pod is called ${name} already`);
    platform.log.info({ pod: name, driver }, 'made a pod for several engines');
    return name;
  }

  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#placing.then(work);
    this.#placing = result.catch(() => undefined);
    return result;
  }
}
