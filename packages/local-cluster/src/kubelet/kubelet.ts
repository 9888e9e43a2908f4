import { join } from 'node:path';
import type { Pod, PodStatus, Secret } from '@switchyard/kubernetes/objects';
import type { Clock } from '../clock.ts';
import type { EventRecorder } from '../events.ts';
import { type ObjectStore, StoredObject, type StoreEvent } from '../store/object-store.ts';
import type { ContainerLog } from './container-log.ts';
import type { CrashBackoffLimits } from './crash-backoff.ts';
import { commandOf, environmentOf, findImage, type LocalImage } from './images.ts';
import { readPodRecords } from './pod-folder.ts';
import { PodWorker } from './pod-worker.ts';

export interface KubeletOptions {
  nodeName: string;
  /** The cluster's folder, which contains the pods' folders. */
  directory: string;
  store: ObjectStore;
  events: EventRecorder;
  clock: Clock;
  images: Readonly<Record<string, LocalImage>>;
  crashBackoff: CrashBackoffLimits;
  problem: (error: unknown) => void;
}

const DEFAULT_GRACE_SECONDS = 30;

/** Runs the pods of this machine's node as processes and reports their status to the cluster. */
export class Kubelet {
  readonly #options: KubeletOptions;
  readonly #podsPath: string;
  readonly #workers = new Map<string, PodWorker>();
  #stopWatching: () => void = () => undefined;
  #stopped = false;

  constructor(options: KubeletOptions) {
    this.#options = options;
    this.#podsPath = join(options.directory, 'pods');
  }

  /** Adopts the pods that an earlier cluster left in the same folder, then follows the store. */
  start(): void {
    const { store, clock } = this.#options;
    const records = readPodRecords(this.#podsPath);
    for (const { pod } of records) store.put('pods', (version) => new StoredObject(pod, version));
    const version = store.version;
    for (const record of records) {
      const worker = this.#worker(record.pod, record);
      worker.resume();
      const { deletionTimestamp } = worker.pod.metadata;
      if (deletionTimestamp) this.#delete(worker, worker.pod, Date.parse(deletionTimestamp) - clock.now());
    }
    this.#stopWatching = store.watch('pods', version, (event) => this.#follow(event));
  }

  /** The running processes, by pod uid and container name. */
  *processes(): Iterable<{ pod: Pod; worker: PodWorker }> {
    for (const worker of this.#workers.values()) yield { pod: worker.pod, worker };
  }

  log(uid: string, container: string, previous: boolean): ContainerLog | null {
    return this.#workers.get(uid)?.log(container, previous) ?? null;
  }

  /**
   * Stops every pod in order, each within its own grace period, at most `maximumGraceMs`. The next start brings them
   * back.
   */
  async stop(maximumGraceMs: number): Promise<void> {
    this.#stopped = true;
    this.#stopWatching();
    const workers = [...this.#workers.values()];
    await Promise.all(workers.map((worker) => worker.stop(Math.min(graceMsOf(worker.pod), maximumGraceMs))));
  }

  /** Leaves every process running, so that the next cluster in this folder can adopt it. */
  abandon(): void {
    this.#stopped = true;
    this.#stopWatching();
    for (const worker of this.#workers.values()) worker.detach();
  }

  #follow(event: StoreEvent): void {
    const pod = event.current.toObject() as Pod;
    if (pod.spec.nodeName !== this.#options.nodeName) return;
    const worker = this.#workers.get(pod.metadata.uid);
    if (event.type === 'DELETED') {
      // Removed by force: the object is already gone, the processes follow.
      void worker?.delete(pod, 0).then(() => this.#workers.delete(pod.metadata.uid));
    } else if (!worker) this.#worker(pod, null).start();
    else if (pod.metadata.deletionTimestamp) this.#deleteOnce(event, worker, pod);
    else if (isRelabelled(event)) worker.relabel(pod);
  }

  /** Reacts to a new or shortened grace period, but not to every change of an ending pod. */
  #deleteOnce(event: StoreEvent, worker: PodWorker, pod: Pod): void {
    const before = event.previous?.toObject().metadata.deletionTimestamp;
    // The timestamp has whole seconds; the period is exact.
    const graceMs = (pod.metadata.deletionGracePeriodSeconds ?? 0) * 1_000;
    if (before !== pod.metadata.deletionTimestamp) this.#delete(worker, pod, graceMs);
  }

  #delete(worker: PodWorker, pod: Pod, graceMs: number): void {
    const { store } = this.#options;
    const { uid, namespace = '', name } = pod.metadata;
    void worker.delete(pod, graceMs).then(() => {
      if (this.#stopped || !this.#workers.delete(uid)) return;
      const current = store.find('pods', namespace, name)?.toObject();
      if (current?.metadata.uid === uid) store.remove('pods', namespace, name);
    });
  }

  #worker(pod: Pod, record: Parameters<typeof createWorker>[1]): PodWorker {
    const worker = createWorker(pod, record, this.#podsPath, this.#options);
    this.#workers.set(pod.metadata.uid, worker);
    return worker;
  }
}

function createWorker(
  pod: Pod,
  record: ConstructorParameters<typeof PodWorker>[1],
  podsPath: string,
  { store, events, clock, images, crashBackoff, problem }: KubeletOptions,
): PodWorker {
  return new PodWorker(pod, record, {
    clock,
    crashBackoff,
    podsPath,
    problem,
    prepare(of, container) {
      const image = findImage(images, container.image);
      const secret = (name: string) =>
        (store.find('secrets', of.metadata.namespace ?? '', name)?.toObject() as Secret | undefined) ?? null;
      return { command: commandOf(container, image), environment: environmentOf(of, container, image, secret), image };
    },
    publish: (of, status) => publish(store, of, status),
    event(of, type, reason, message, container) {
      const fieldPath = container === null ? undefined : `spec.containers{${container}}`;
      events.record(of, { type, reason, message, component: 'kubelet', fieldPath });
    },
  });
}

/** Writes a status to the newest version of the pod; null if the pod was deleted or replaced. */
function publish(store: ObjectStore, { metadata }: Pod, status: PodStatus): Pod | null {
  const current = store.find('pods', metadata.namespace ?? '', metadata.name)?.toObject() as Pod | undefined;
  if (!current || current.metadata.uid !== metadata.uid) return null;
  if (JSON.stringify(current.status) === JSON.stringify(status)) return current;
  return store.replace('pods', { ...current, status } as Pod) as Pod;
}

/** Compares by identity: a status update keeps the same metadata object. */
function isRelabelled({ current, previous }: StoreEvent): boolean {
  const [now, before] = [current.toObject().metadata, previous?.toObject().metadata];
  return now.labels !== before?.labels || now.annotations !== before?.annotations;
}

function graceMsOf(pod: Pod): number {
  return (pod.spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS) * 1_000;
}
