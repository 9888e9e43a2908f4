import { readdirSync, readFileSync } from 'node:fs';

/** Returns the ids of running processes whose environment contains this entry. */
export function processesWith(entry: string): number[] {
  return numbersIn('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(entry);
    } catch {
      return false; // it has ended in the meantime, or belongs to another user
    }
  });
}

/** Returns the ids of the running children of a process. */
export function childrenOf(parent: number): number[] {
  return numbersIn('/proc').filter((pid) => {
    try {
      // Fields after the name in brackets, which may contain anything: state, parent.
      const [state, ppid] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(ppid) === parent && state !== 'Z';
    } catch {
      return false;
    }
  });
}

/** Returns the title a process has set for itself; empty if it has ended. */
export function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Sends SIGKILL. @returns false if the process no longer exists */
export function killNow(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

function numbersIn(directory: string): number[] {
  return readdirSync(directory)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}
