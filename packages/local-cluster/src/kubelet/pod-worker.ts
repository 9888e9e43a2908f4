import { type Container, kubernetesTime, type Pod, type PodStatus } from '@switchyard/kubernetes/objects';
import type { Clock } from '../clock.ts';
import type { ContainerLog } from './container-log.ts';
import { type ContainerContext, ContainerWorker, newContainerRecord } from './container-worker.ts';
import type { CrashBackoffLimits } from './crash-backoff.ts';
import { PodFolder, type PodRecord } from './pod-folder.ts';
import { podConditions, podPhase } from './pod-phase.ts';

export interface PodContext {
  clock: Clock;
  crashBackoff: CrashBackoffLimits;
  podsPath: string;
  prepare: (pod: Pod, container: Parameters<ContainerContext['prepare']>[0]) => ReturnType<ContainerContext['prepare']>;
  /** Writes a new status to the cluster. @returns the pod as it is now; null if it was deleted */
  publish: (pod: Pod, status: PodStatus) => Pod | null;
  /** Reports a failure of this machine (such as a full disk); the pod continues. */
  problem: (error: unknown) => void;
  event: (pod: Pod, type: 'Normal' | 'Warning', reason: string, message: string, container: string | null) => void;
}

const POD_ADDRESS = '127.0.0.1';

/** One pod on this machine: its containers, status and termination. */
export class PodWorker {
  #pod: Pod;
  readonly containers: ContainerWorker[];
  /** Init containers: each runs to its end before the next one, and before the containers start. */
  readonly #initial: ContainerWorker[];
  readonly #begun = new Set<ContainerWorker>();
  #isEnding = false;
  readonly #folder: PodFolder;
  readonly #context: PodContext;
  #cancelKill: () => void = () => undefined;
  #ending: Promise<void> | null = null;

  /** @param record null for a newly created pod */
  constructor(pod: Pod, record: PodRecord | null, context: PodContext) {
    this.#pod = pod;
    this.#context = context;
    this.#folder = new PodFolder(context.podsPath, pod.metadata.uid);
    this.#folder.create();
    const { initContainers = [], restartPolicy = 'Always' } = pod.spec;
    const reason = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
    const worker = (container: Container, policy: ContainerContext['restartPolicy']) =>
      new ContainerWorker(pod, container, record?.containers[container.name] ?? newContainerRecord(reason), {
        clock: context.clock,
        crashBackoff: context.crashBackoff,
        restartPolicy: policy,
        folder: this.#folder,
        prepare: (container) => context.prepare(pod, container),
        changed: () => {
          this.#changed();
          if (!this.#isEnding) this.#proceed((next) => next.start());
        },
        event: (type, why, message) => context.event(this.#pod, type, why, message, container.name),
      });
    const once = restartPolicy === 'Never' ? 'Never' : 'OnFailure';
    this.#initial = initContainers.map((container) => worker(container, once));
    this.containers = pod.spec.containers.map((container) => worker(container, restartPolicy));
  }

  get #all(): ContainerWorker[] {
    return [...this.#initial, ...this.containers];
  }

  get pod(): Pod {
    return this.#pod;
  }

  /** Takes over labels and annotations set from outside. */
  relabel(pod: Pod): void {
    this.#pod = pod;
    this.#save();
  }

  start(): void {
    this.#changed();
    this.#proceed((container) => container.start());
  }

  /** Resumes a pod that an earlier local cluster left. */
  resume(): void {
    this.#proceed((container) => container.resume());
    this.#changed();
  }

  /**
   * Terminates the pod: `SIGTERM`, then `SIGKILL` after the grace period. A later call may only shorten the period.
   * @returns resolves when none of its processes runs and its folder is removed
   */
  delete(pod: Pod, graceMs: number): Promise<void> {
    this.#pod = pod;
    this.#save();
    this.#ending ??= this.#end('deleted').then(() => {
      for (const container of this.#all) container.detach();
      this.#folder.remove();
    });
    this.#killAfter(graceMs);
    return this.#ending;
  }

  /** Stops the processes in order but keeps the pod's record. */
  async stop(graceMs: number): Promise<void> {
    const ended = this.#end('in-order');
    this.#killAfter(graceMs);
    await ended;
    this.#cancelKill();
    for (const container of this.#all) container.detach();
  }

  /** Leaves the processes running. */
  detach(): void {
    this.#cancelKill();
    for (const container of this.#all) container.detach();
  }

  log(container: string, previous: boolean): ContainerLog | null {
    return this.#all.find((worker) => worker.container.name === container)?.log(previous) ?? null;
  }

  async #end(why: 'deleted' | 'in-order'): Promise<void> {
    this.#isEnding = true;
    for (const container of this.#all) {
      const running = container.identity !== null;
      container.terminate(why);
      if (running && why === 'deleted') {
        const { name } = container.container;
        this.#context.event(this.#pod, 'Normal', 'Killing', `Stopping container ${name}`, name);
      }
    }
    await Promise.all(this.#all.map((container) => container.whenEnded()));
    this.#cancelKill();
  }

  #killAfter(graceMs: number): void {
    this.#cancelKill();
    const kill = () => {
      for (const container of this.#all) container.kill();
    };
    if (graceMs <= 0) kill();
    else this.#cancelKill = this.#context.clock.after(graceMs, kill);
  }

  /** Starts the containers that are next in line. */
  #proceed(begin: (container: ContainerWorker) => void): void {
    const initial = this.#initial.find((worker) => !worker.hasSucceeded);
    for (const container of initial ? [initial] : this.containers) {
      if (this.#begun.has(container)) continue;
      this.#begun.add(container);
      begin(container);
    }
  }

  #changed(): void {
    this.#pod = this.#context.publish(this.#pod, this.#status()) ?? this.#pod;
    this.#save();
  }

  #save(): void {
    const containers = Object.fromEntries(this.#all.map((worker) => [worker.container.name, worker.record]));
    try {
      this.#folder.save({ pod: this.#pod, containers });
    } catch (error) {
      this.#context.problem(error);
    }
  }

  #status(): PodStatus {
    const now = kubernetesTime(this.#context.clock.now());
    const before = this.#pod.status;
    const containerStatuses = this.containers.map((container) => container.status);
    const initContainerStatuses = this.#initial.map(({ status, hasSucceeded }) => ({ ...status, ready: hasSucceeded }));
    const phase = podPhase(this.#pod.spec.restartPolicy, containerStatuses, initContainerStatuses);
    const isInitialized = this.#initial.every(({ hasSucceeded }) => hasSucceeded);
    return {
      ...before,
      phase,
      conditions: podConditions(phase, isInitialized, containerStatuses, before.conditions ?? [], now),
      hostIP: POD_ADDRESS,
      podIP: POD_ADDRESS,
      podIPs: [{ ip: POD_ADDRESS }],
      startTime: before.startTime ?? now,
      ...(initContainerStatuses.length > 0 && { initContainerStatuses }),
      containerStatuses,
    };
  }
}
