import { readdirSync, readFileSync } from 'node:fs';

interface ProcessMemory {
  pid: number;
  parent: number;
  command: string;
  bytes: number;
}

/**
 * Returns all processes of the machine with their proportional memory (PSS), which counts shared memory by share. Linux
 * only.
 */
export function readProcesses(): ProcessMemory[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
}

/** Returns the processes selected by `isRoot` and all their descendants. */
export function withDescendants(
  processes: readonly ProcessMemory[],
  isRoot: (process: ProcessMemory) => boolean,
): ProcessMemory[] {
  const tree = new Set(processes.filter(isRoot).map((process) => process.pid));
  for (let grown = true; grown; ) {
    const found = processes.filter((process) => !tree.has(process.pid) && tree.has(process.parent));
    for (const process of found) tree.add(process.pid);
    grown = found.length > 0;
  }
  return processes.filter((process) => tree.has(process.pid));
}

/** Returns the proportional memory of these processes and all their descendants, in bytes. */
export function treeBytes(pids: readonly number[]): number {
  const all = withDescendants(readProcesses(), (process) => pids.includes(process.pid));
  return all.reduce((sum, { bytes }) => sum + bytes, 0);
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
