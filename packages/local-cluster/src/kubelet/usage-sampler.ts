import { readFileSync } from 'node:fs';
import { memoryBytes as quantityBytes } from '@switchyard/kubernetes/quantity';
import type { Measurement, MetricsSource, Usage } from '../metrics.ts';
import type { ContainerWorker } from './container-worker.ts';
import type { Kubelet } from './kubelet.ts';
import { type ProcessSample, processTree, sampleAllProcesses, TICKS_PER_SECOND } from './process-table.ts';

/** Interval for checking memory limits and counting CPU. */
const SAMPLE_MS = 2_000;
/** Minimum time over which CPU usage is averaged. */
const WINDOW_MS = 10_000;

interface Count {
  atMs: number;
  cpuTicks: number;
}

/** CPU counts within the window, oldest first. */
type Counts = Count[];

/**
 * Measures the processes of this machine's pods from `/proc`, and kills containers that exceed their memory limit.
 * Memory is the proportional set size of a container's processes, so that shared pages are counted once.
 */
export class UsageSampler implements MetricsSource {
  readonly #kubelet: Kubelet;
  readonly #nodeName: string;
  readonly #containers = new Map<string, { counts: Counts; memoryBytes: number }>();
  #node: { counts: Counts; memoryBytes: number } = { counts: [], memoryBytes: 0 };
  readonly #timer: NodeJS.Timeout;

  constructor(kubelet: Kubelet, nodeName: string) {
    this.#kubelet = kubelet;
    this.#nodeName = nodeName;
    this.#timer = setInterval(() => this.sample(), SAMPLE_MS);
    this.#timer.unref();
    this.sample();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Samples every process now. */
  sample(): void {
    const nowMs = Date.now();
    const samples = sampleAllProcesses();
    const seen = new Set<string>();
    for (const { pod, worker } of this.#kubelet.processes()) {
      for (const container of worker.containers) {
        if (!container.identity) continue;
        const key = keyOf(pod.metadata.uid, container);
        seen.add(key);
        this.#measure(key, container, processTree(samples, container.identity.pid), nowMs);
      }
    }
    for (const key of this.#containers.keys()) if (!seen.has(key)) this.#containers.delete(key);
    this.#node = {
      counts: counted(this.#node.counts, { atMs: nowMs, cpuTicks: machineTicks() }),
      memoryBytes: machineMemoryBytes(),
    };
  }

  *nodes(): Iterable<Measurement> {
    const usage = usageOf(this.#node);
    if (usage) yield { metadata: { name: this.#nodeName }, ...usage };
  }

  *pods(): Iterable<Measurement> {
    for (const { pod, worker } of this.#kubelet.processes()) {
      const measured = worker.containers.flatMap((container) => {
        const tracked = this.#containers.get(keyOf(pod.metadata.uid, container));
        const usage = tracked && usageOf(tracked);
        return usage ? [{ name: container.container.name, ...usage }] : [];
      });
      const [first] = measured;
      if (!first) continue;
      const { name, namespace = '', labels = {} } = pod.metadata;
      const containers = measured.map(({ name: container, usage }) => ({ name: container, usage }));
      yield { metadata: { name, namespace, labels }, atMs: first.atMs, windowMs: first.windowMs, containers };
    }
  }

  #measure(key: string, container: ContainerWorker, tree: ProcessSample[], nowMs: number): void {
    const before = this.#containers.get(key);
    const cpuTicks = tree.reduce((sum, { cpuTicks }) => sum + cpuTicks, 0);
    const memory = tree.reduce((sum, sample) => sum + proportionalBytes(sample), 0);
    this.#containers.set(key, {
      counts: counted(before?.counts ?? [], { atMs: nowMs, cpuTicks }),
      memoryBytes: memory,
    });
    const limit = container.container.resources?.limits?.memory;
    if (limit !== undefined && memory > quantityBytes(limit)) container.killOutOfMemory();
  }
}

/** Includes the instance, because each one counts from zero. */
function keyOf(uid: string, container: ContainerWorker): string {
  return `${uid}/${container.container.name}/${container.record.containerId}`;
}

function counted(counts: Counts, count: Count): Counts {
  const next = [...counts, count];
  // Keep the youngest count that is still a whole window old.
  while (next.length > 2 && count.atMs - (next[1]?.atMs ?? 0) >= WINDOW_MS) next.shift();
  return next;
}

function usageOf({ counts, memoryBytes }: { counts: Counts; memoryBytes: number }) {
  const [oldest] = counts;
  const newest = counts.at(-1);
  if (!oldest || !newest || newest.atMs === oldest.atMs) return null;
  const windowMs = newest.atMs - oldest.atMs;
  // Ticks of processes that have ended are missing from the sum.
  const seconds = Math.max(0, newest.cpuTicks - oldest.cpuTicks) / TICKS_PER_SECOND;
  const usage: Usage = { nanocores: (seconds / (windowMs / 1_000)) * 1e9, memoryBytes };
  return { usage, atMs: newest.atMs, windowMs };
}

function proportionalBytes({ pid, residentBytes }: ProcessSample): number {
  try {
    const kibibytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1];
    return kibibytes === undefined ? residentBytes : Number(kibibytes) * 1024;
  } catch {
    return residentBytes;
  }
}

/** CPU ticks that this machine's processors were busy since boot: all but idle and waiting for a disk. */
function machineTicks(): number {
  const [, user = 0, nice = 0, system = 0, , , interrupt = 0, softInterrupt = 0, steal = 0] =
    readFileSync('/proc/stat', 'latin1').slice(0, 200).split('\n', 1)[0]?.split(/\s+/).map(Number) ?? [];
  return user + nice + system + interrupt + softInterrupt + steal;
}

function machineMemoryBytes(): number {
  const text = readFileSync('/proc/meminfo', 'latin1');
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return (kibibytes('MemTotal') - kibibytes('MemAvailable')) * 1024;
}
