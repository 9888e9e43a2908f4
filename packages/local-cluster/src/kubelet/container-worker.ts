import { randomUUID } from 'node:crypto';
import {
  type Container,
  type ContainerState,
  type ContainerStatus,
  kubernetesTime,
  type Pod,
  type PodSpec,
} from '@switchyard/kubernetes/objects';
import type { Clock } from '../clock.ts';
import { ContainerLog } from './container-log.ts';
import {
  adoptContainer,
  type ContainerEnd,
  type ContainerProcess,
  findContainer,
  killContainer,
  killLeftovers,
  startContainer,
} from './container-process.ts';
import { type CrashBackoffLimits, nextRestart } from './crash-backoff.ts';
import { CannotStart, type LocalImage } from './images.ts';
import type { ContainerRecord, PodFolder } from './pod-folder.ts';
import { type ProcessIdentity, signal } from './process-table.ts';

/** What a container's worker gets from its pod. */
export interface ContainerContext {
  clock: Clock;
  crashBackoff: CrashBackoffLimits;
  restartPolicy: NonNullable<PodSpec['restartPolicy']>;
  folder: PodFolder;
  /** Determines what to run. @throws CannotStart */
  prepare: (container: Container) => {
    command: [string, ...string[]];
    environment: Record<string, string>;
    image: LocalImage;
  };
  /** Called after a change of status or record; the record is durable when it returns. */
  changed: () => void;
  event: (type: 'Normal' | 'Warning', reason: string, message: string) => void;
}

/** Retry interval for a container that couldn't be created, usually because its secret comes right after its pod. */
const CANNOT_START_RETRY_MS = 100;
/** Attempts, about a second's worth, before a missing secret is reported: it is usually created right after its pod. */
const SILENT_CONFIG_TRIES = 10;

export function newContainerRecord(reason: string): ContainerRecord {
  return {
    containerId: null,
    restartCount: 0,
    newestInstance: null,
    process: null,
    state: { waiting: { reason } },
    lastState: {},
    backoff: null,
    stoppedInOrder: false,
  };
}

/** One container of a pod, through all its restarts. */
export class ContainerWorker {
  readonly container: Container;
  readonly #pod: Pod;
  readonly #context: ContainerContext;
  #record: ContainerRecord;
  /** Consecutive failures for the same reason. */
  #failedStarts = 0;
  #process: ContainerProcess | null = null;
  #logs = new Map<number, ContainerLog>();
  #cancelRetry: () => void = () => undefined;
  #outOfMemory = false;
  #stopping: 'no' | 'deleted' | 'in-order' = 'no';
  #detached = false;

  constructor(pod: Pod, container: Container, record: ContainerRecord, context: ContainerContext) {
    this.#pod = pod;
    this.container = container;
    this.#record = record;
    this.#context = context;
  }

  get record(): ContainerRecord {
    return this.#record;
  }

  /** The running process; null if there is none. */
  get identity(): ProcessIdentity | null {
    return this.#process?.identity ?? null;
  }

  /** Whether it ended by itself with exit code 0. */
  get hasSucceeded(): boolean {
    const { state, stoppedInOrder } = this.#record;
    return state.terminated?.exitCode === 0 && !stoppedInOrder;
  }

  get status(): ContainerStatus {
    const { containerId, restartCount, state, lastState } = this.#record;
    const running = state.running !== undefined;
    return {
      name: this.container.name,
      state,
      lastState,
      ready: running,
      started: running,
      restartCount,
      image: this.container.image,
      imageID: `local://${this.container.image}`,
      ...(containerId && { containerID: `process://${containerId}` }),
    };
  }

  /** Starts the container for the first time. */
  start(): void {
    void this.#launch();
  }

  /** Resumes where an earlier local cluster stopped or was killed. */
  resume(): void {
    const { containerId, process: identity, state, lastState } = this.#record;
    // Started, but its process id wasn't saved yet: the process carries the container's id.
    const starting = containerId !== null && identity === null && state.waiting !== undefined;
    const found = identity ?? (starting ? findContainer(containerId) : null);
    const adopted = found && adoptContainer(found);
    if (adopted) {
      this.#set({ newestInstance: this.#record.restartCount });
      this.#running(adopted, state.running?.startedAt ?? null);
    } else if (identity) this.#ended({ exitCode: 137, reason: null });
    else if (state.terminated && this.#record.stoppedInOrder) void this.#restart();
    else if (state.terminated) this.#scheduleRestart();
    else if (state.waiting?.reason === 'CrashLoopBackOff' && lastState.terminated) {
      this.#set({ state: { terminated: lastState.terminated } });
      this.#scheduleRestart();
    } else void this.#launch();
  }

  /** Sends SIGTERM; the caller sends `SIGKILL` after its grace period. */
  terminate(why: 'deleted' | 'in-order'): void {
    this.#stopping = why;
    this.#cancelRetry();
    if (this.#process) signal(this.#process.identity.pid, 'SIGTERM');
  }

  /** Kills the process and everything that it started. */
  kill(): void {
    if (this.#process && this.#record.containerId) killContainer(this.#record.containerId, this.#process.identity);
  }

  /** Kills it because it exceeded its memory limit. */
  killOutOfMemory(): void {
    this.#outOfMemory = true;
    this.kill();
  }

  /** Resolves when no process is running. */
  async whenEnded(): Promise<void> {
    await this.#process?.ended;
    // The worker handles the end in a later turn than this.
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Stops watching the process: the cluster stops, the container continues. */
  detach(): void {
    this.#detached = true;
    this.#cancelRetry();
    for (const log of this.#logs.values()) log.detach();
  }

  /** The log of the current or the previous instance; null if there is none. */
  log(previous: boolean): ContainerLog | null {
    const { newestInstance, state, lastState } = this.#record;
    if (newestInstance === null) return null;
    if (!previous) return this.#logOf(newestInstance);
    if (!lastState.terminated) return null;
    // As with kubelet: while a container waits for its restart, the instance that ended is both the current and the
    // previous one.
    return this.#logOf(state.waiting ? newestInstance : newestInstance - 1);
  }

  #logOf(restartCount: number): ContainerLog {
    let log = this.#logs.get(restartCount);
    if (!log) {
      log = new ContainerLog(this.#context.folder.logPath(this.container.name, restartCount));
      this.#logs.set(restartCount, log);
      if (!this.#process) log.close();
    }
    return log;
  }

  async #launch(): Promise<void> {
    const { clock, folder, changed, event } = this.#context;
    let prepared: ReturnType<ContainerContext['prepare']>;
    try {
      prepared = this.#context.prepare(this.container);
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error;
      return this.#waitToStart(error);
    }
    const containerId = randomUUID();
    const { restartCount } = this.#record;
    // Saved before the process exists: after a kill, the next cluster finds it by this id.
    this.#set({ containerId, process: null, stoppedInOrder: false });
    changed();
    const started = await startContainer({
      containerId,
      command: prepared.command,
      environment: prepared.environment,
      workingDirectory: this.container.workingDir ?? prepared.image.workingDirectory ?? folder.path,
      logPath: folder.logPath(this.container.name, restartCount),
    }).catch((error: Error) => error);
    // No log file or no free process: a failure of this machine, which may pass.
    if (started instanceof Error) return this.#waitToStart(new CannotStart('CreateContainerError', started.message));
    const now = kubernetesTime(clock.now());
    this.#logs.delete(restartCount);
    this.#set({ newestInstance: restartCount });
    const { name } = this.container;
    if ('identity' in started || started.reason !== 'StartError')
      event('Normal', 'Started', `Started container ${name}`);
    else event('Warning', 'Failed', `Error: failed to start container "${name}": ${started.message}`);
    if ('identity' in started) {
      this.#running(started, now);
    } else {
      this.#set({ state: { running: { startedAt: now } } });
      this.#ended(started);
    }
  }

  #waitToStart(error: CannotStart): void {
    const { state } = this.#record;
    if (state.waiting?.reason !== error.reason || state.waiting.message !== error.message) {
      this.#set({ state: { waiting: { reason: error.reason, message: error.message } } });
      this.#context.changed();
      this.#failedStarts = 0;
    }
    this.#failedStarts += 1;
    const silentTries = error.reason === 'CreateContainerConfigError' ? SILENT_CONFIG_TRIES : 0;
    if (this.#failedStarts === silentTries + 1) this.#context.event('Warning', 'Failed', `Error: ${error.message}`);
    this.#cancelRetry = this.#context.clock.after(CANNOT_START_RETRY_MS, () => void this.#launch());
  }

  #running(process: ContainerProcess, startedAt: string | null): void {
    this.#process = process;
    this.#outOfMemory = false;
    const since = startedAt ?? kubernetesTime(this.#context.clock.now());
    this.#set({ process: process.identity, state: { running: { startedAt: since } } });
    this.#context.changed();
    const { pid } = process.identity;
    this.#logOf(this.#record.restartCount).follow((action) => {
      signal(-pid, 'SIGSTOP');
      try {
        return action();
      } finally {
        signal(-pid, 'SIGCONT');
      }
    });
    // A deletion or shutdown arrived while the process was starting.
    if (this.#stopping !== 'no') signal(pid, 'SIGTERM');
    void process.ended.then((end) => {
      if (!this.#detached) this.#ended(end);
    });
  }

  #ended(end: ContainerEnd): void {
    const { clock, changed } = this.#context;
    const { containerId, restartCount, state } = this.#record;
    this.#process = null;
    if (containerId) killLeftovers(containerId);
    const log = this.#logs.get(restartCount);
    log?.close();
    const terminated = {
      ...(this.#outOfMemory ? { exitCode: 137, reason: 'OOMKilled' } : endFields(end)),
      startedAt: state.running?.startedAt ?? null,
      finishedAt: kubernetesTime(clock.now()),
      ...(containerId && { containerID: `process://${containerId}` }),
    };
    this.#set({ process: null, state: { terminated }, stoppedInOrder: this.#stopping === 'in-order' });
    changed();
    if (this.#stopping === 'no') this.#scheduleRestart();
  }

  #scheduleRestart(): void {
    const { clock, changed, event } = this.#context;
    const { terminated } = this.#record.state;
    if (!terminated || !this.#mayRestart(terminated.exitCode)) return;
    const endedAtMs = Date.parse(terminated.finishedAt ?? '') || clock.now();
    const next = nextRestart(this.#record.backoff, endedAtMs, this.#context.crashBackoff);
    if (next.delayMs === 0) return void this.#restart();
    const { name, namespace, uid } = this.#pod.metadata;
    const where = `container=${this.container.name} pod=${name}_${namespace}(${uid})`;
    const message = `back-off ${Math.round(next.delayMs / 1_000)}s restarting failed ${where}`;
    this.#set({ state: { waiting: { reason: 'CrashLoopBackOff', message } }, lastState: { terminated } });
    changed();
    event(
      'Warning',
      'BackOff',
      `Back-off restarting failed container ${this.container.name} in pod ${name}_${namespace}(${uid})`,
    );
    this.#cancelRetry = clock.after(Math.max(0, next.atMs - clock.now()), () => void this.#restart());
  }

  async #restart(): Promise<void> {
    const { state, lastState, backoff, restartCount, stoppedInOrder } = this.#record;
    const terminated = state.terminated ?? lastState.terminated;
    const { clock, crashBackoff } = this.#context;
    const nowMs = clock.now();
    const endedAtMs = Date.parse(terminated?.finishedAt ?? '') || nowMs;
    this.#set({
      restartCount: restartCount + 1,
      lastState: terminated ? { terminated } : {},
      state: { waiting: { reason: 'ContainerCreating' } },
      backoff: stoppedInOrder ? backoff : nextRestart(backoff, endedAtMs, crashBackoff).onRestart(nowMs),
    });
    this.#forgetLog(restartCount - 1);
    await this.#launch();
  }

  #forgetLog(restartCount: number): void {
    if (restartCount < 0) return;
    this.#logOf(restartCount).remove();
    this.#logs.delete(restartCount);
  }

  #mayRestart(exitCode: number): boolean {
    const policy = this.#context.restartPolicy;
    return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
  }

  #set(change: Partial<ContainerRecord> & { state?: ContainerState }): void {
    this.#record = { ...this.#record, ...change };
  }
}

/** The status fields of an end. One that nobody observed is reported as kubelet does. */
function endFields(end: ContainerEnd) {
  if (end.reason !== null) {
    return { exitCode: end.exitCode, reason: end.reason, ...(end.message && { message: end.message }) };
  }
  const message = 'The container could not be located when the pod was terminated';
  return { exitCode: 137, reason: 'ContainerStatusUnknown', message };
}
