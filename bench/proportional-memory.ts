import { readdirSync, readFileSync } from 'node:fs';

interface ProcessMemory {
  pid: number;
  parent: number;
  command: string;
  bytes: number;
}

/**
 * Every process of the machine with its proportional memory (PSS): what it shares with others counts by its share.
 * Needs Linux.
 */
export function readProcesses(): ProcessMemory[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
}

/** The processes that `isRoot` picks, and all that descend from them. */
export function withDescendants(
  processes: readonly ProcessMemory[],
  isRoot: (one: ProcessMemory) => boolean,
): ProcessMemory[] {
  const ours = new Set(processes.filter(isRoot).map((process) => process.pid));
  for (let grown = true; grown; ) {
    const found = processes.filter((process) => !ours.has(process.pid) && ours.has(process.parent));
    for (const one of found) ours.add(one.pid);
    grown = found.length > 0;
  }
  return processes.filter((process) => ours.has(process.pid));
}

/** Proportional bytes of these processes and of all that descend from them. */
export function treeBytes(pids: readonly number[]): number {
  const all = withDescendants(readProcesses(), (one) => pids.includes(one.pid));
  return all.reduce((sum, one) => sum + one.bytes, 0);
}

function readProcess(pid: number): ProcessMemory[] {
  try {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);
    return [{ pid, parent, command, bytes: kilobytes * 1024 }];
  } catch {
    return [];
  }
}
