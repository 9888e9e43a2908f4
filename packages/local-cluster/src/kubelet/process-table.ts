import { readdirSync, readFileSync } from 'node:fs';

/** Identifies a process despite reused ids: by its start time, counted in ticks since this boot. */
export interface ProcessIdentity {
  pid: number;
  startTicks: number;
  bootId: string;
}

/** One process, from `/proc/PID/stat`. */
export interface ProcessSample {
  pid: number;
  parentPid: number;
  state: string;
  startTicks: number;
  /** User and system time used so far. */
  cpuTicks: number;
  residentBytes: number;
}

/** Linux reports process times in hundredths of a second to every program (USER_HZ), whatever the kernel's own tick. */
export const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;

let cachedBootId: string | null = null;

function bootId(): string {
  cachedBootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return cachedBootId;
}

/** The running process `pid`; null if there is none, or only a zombie. */
export function identify(pid: number): ProcessIdentity | null {
  const sample = sampleProcess(pid);
  return sample && sample.state !== 'Z' ? { pid, startTicks: sample.startTicks, bootId: bootId() } : null;
}

/** Whether that same process is still running. */
export function isAlive(identity: ProcessIdentity): boolean {
  if (identity.bootId !== bootId()) return false;
  return identify(identity.pid)?.startTicks === identity.startTicks;
}

export function sampleProcess(pid: number): ProcessSample | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  // The command is in parentheses and may contain anything; everything after the last one is plain.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const number = (at: number) => Number(fields[at - 3]);
  return {
    pid,
    state: fields[0] ?? '?',
    parentPid: number(4),
    cpuTicks: number(14) + number(15),
    startTicks: number(22),
    residentBytes: number(24) * PAGE_BYTES,
  };
}

/** Every visible process of this machine. */
export function sampleAllProcesses(): ProcessSample[] {
  const samples: ProcessSample[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const sample = sampleProcess(Number(entry));
    if (sample) samples.push(sample);
  }
  return samples;
}

/** `root` and all its descendants. */
export function processTree(samples: readonly ProcessSample[], root: number): ProcessSample[] {
  const children = new Map<number, ProcessSample[]>();
  for (const sample of samples) {
    const siblings = children.get(sample.parentPid);
    if (siblings) siblings.push(sample);
    else children.set(sample.parentPid, [sample]);
  }
  const tree = samples.filter((sample) => sample.pid === root);
  for (let at = 0; at < tree.length; at++) tree.push(...(children.get(tree[at]?.pid ?? 0) ?? []));
  return tree;
}

/** Processes started with `name=value` in their environment, whatever their current parent. */
export function processesWithEnvironment(name: string, value: string): number[] {
  const wanted = `${name}=${value}`;
  const found: number[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (readFileSync(`/proc/${entry}/environ`, 'latin1').split('\0').includes(wanted)) found.push(Number(entry));
    } catch {
      // Ended in the meantime, or another user's.
    }
  }
  return found;
}

/** Sends a signal; false if the process is gone or not ours. A negative `pid` means the process group. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
