import { kubernetesTime, type Pod, type PodStatus } from '@switchyard/kubernetes/objects';
import type { Clock } from '../clock.ts';
import type { ContainerLog } from './container-log.ts';
import { type ContainerSurroundings, ContainerWorker, newContainerRecord } from './container-worker.ts';
import type { CrashBackoffLimits } from './crash-backoff.ts';
import { PodFolder, type PodRecord } from './pod-folder.ts';
import { podConditions, podPhase } from './pod-phase.ts';

export interface PodSurroundings {
  clock: Clock;
  crashBackoff: CrashBackoffLimits;
  podsPath: string;
  prepare: (
    pod: Pod,
    container: Parameters<ContainerSurroundings['prepare']>[0],
  ) => ReturnType<ContainerSurroundings['prepare']>;
  /** Writes a new status into the cluster. @returns the pod as it is now; null when it is gone */
  publish: (pod: Pod, status: PodStatus) => Pod | null;
  /** Something of this machine failed (a full disk); the pod goes on. */
  problem: (error: unknown) => void;
  event: (pod: Pod, type: 'Normal' | 'Warning', reason: string, message: string, container: string | null) => void;
}

const POD_ADDRESS = '127.0.0.1';

/** One pod on this machine: its containers, its status, and its end. */
export class PodWorker {
  #pod: Pod;
  readonly containers: ContainerWorker[];
  readonly #folder: PodFolder;
  readonly #around: PodSurroundings;
  #cancelKill: () => void = () => undefined;
  #ending: Promise<void> | null = null;

  /** @param record null: a pod that was just created */
  constructor(pod: Pod, record: PodRecord | null, around: PodSurroundings) {
    this.#pod = pod;
    this.#around = around;
    this.#folder = new PodFolder(around.podsPath, pod.metadata.uid);
    this.#folder.create();
    this.containers = pod.spec.containers.map((container) => {
      const known = record?.containers[container.name] ?? newContainerRecord();
      return new ContainerWorker(pod, container, known, {
        clock: around.clock,
        crashBackoff: around.crashBackoff,
        folder: this.#folder,
        prepare: (one) => around.prepare(pod, one),
        changed: () => this.#changed(),
        event: (type, reason, message) => around.event(this.#pod, type, reason, message, container.name),
      });
    });
  }

  get pod(): Pod {
    return this.#pod;
  }

  /** Keeps what somebody has written on the pod. */
  relabel(pod: Pod): void {
    this.#pod = pod;
    this.#save();
  }

  start(): void {
    this.#changed();
    for (const container of this.containers) container.start();
  }

  /** Goes on with a pod that an earlier local cluster left. */
  resume(): void {
    for (const container of this.containers) container.resume();
    this.#changed();
  }

  /**
   * Ends the pod: `SIGTERM`, then `SIGKILL` when the grace period is over. A later call with a shorter period shortens it.
   * @returns resolves when no process of it runs and its folder is gone
   */
  delete(pod: Pod, graceMs: number): Promise<void> {
    this.#pod = pod;
    this.#save();
    this.#ending ??= this.#end('deleted').then(() => {
      for (const container of this.containers) container.detach();
      this.#folder.remove();
    });
    this.#killAfter(graceMs);
    return this.#ending;
  }

  /** Stops the processes in order but remembers the pod. */
  async stop(graceMs: number): Promise<void> {
    const ended = this.#end('in-order');
    this.#killAfter(graceMs);
    await ended;
    this.#cancelKill();
    for (const container of this.containers) container.detach();
  }

  /** Leaves the processes running. */
  detach(): void {
    this.#cancelKill();
    for (const container of this.containers) container.detach();
  }

  log(container: string, previous: boolean): ContainerLog | null {
    return this.containers.find((one) => one.container.name === container)?.log(previous) ?? null;
  }

  async #end(why: 'deleted' | 'in-order'): Promise<void> {
    for (const container of this.containers) {
      const running = container.identity !== null;
      container.terminate(why);
      if (running && why === 'deleted') {
        const { name } = container.container;
        this.#around.event(this.#pod, 'Normal', 'Killing', `Stopping container ${name}`, name);
      }
    }
    await Promise.all(this.containers.map((container) => container.gone()));
    this.#cancelKill();
  }

  #killAfter(graceMs: number): void {
    this.#cancelKill();
    const kill = () => {
      for (const container of this.containers) container.kill();
    };
    if (graceMs <= 0) kill();
    else this.#cancelKill = this.#around.clock.after(graceMs, kill);
  }

  #changed(): void {
    this.#pod = this.#around.publish(this.#pod, this.#status()) ?? this.#pod;
    this.#save();
  }

  #save(): void {
    const containers = Object.fromEntries(this.containers.map((one) => [one.container.name, one.record]));
    try {
      this.#folder.save({ pod: this.#pod, containers });
    } catch (error) {
      this.#around.problem(error);
    }
  }

  #status(): PodStatus {
    const now = kubernetesTime(this.#around.clock.now());
    const before = this.#pod.status;
    const containerStatuses = this.containers.map((one) => one.status);
    const phase = podPhase(this.#pod.spec.restartPolicy, containerStatuses);
    return {
      ...before,
      phase,
      conditions: podConditions(phase, containerStatuses, before.conditions ?? [], now),
      hostIP: POD_ADDRESS,
      podIP: POD_ADDRESS,
      podIPs: [{ ip: POD_ADDRESS }],
      startTime: before.startTime ?? now,
      containerStatuses,
    };
  }
}
