import { readdirSync, readFileSync } from 'node:fs';

/** Ids of the living processes whose environment holds this entry. */
export function processesWith(entry: string): number[] {
  return numbersIn('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(entry);
    } catch {
      return false; // ended meanwhile, or another user's
    }
  });
}

/** Ids of the processes that `parent` has started and that live. */
export function childrenOf(parent: number): number[] {
  return numbersIn('/proc').filter((pid) => {
    try {
      // After the name in brackets, which may hold anything: state, parent.
      const [state, its] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(its) === parent && state !== 'Z';
    } catch {
      return false;
    }
  });
}

/** The title that a process gives itself; empty when it has ended. */
export function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** SIGKILL. @returns false when there is no such process any more. */
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
