import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';

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

/** Below the ports that the system gives to connections: one of those could be taken while its owner is dead. */
const FIRST_PORT = 21_000;
const LAST_PORT = 29_000;

/** @returns that many ports on which nobody listens now. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  for (let port = FIRST_PORT + (process.pid % 5_000); found.length < count && port < LAST_PORT; port += 1) {
    if (await isFree(port)) found.push(port);
  }
  if (found.length < count) throw new Error('there are no free ports');
  return found;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

function numbersIn(directory: string): number[] {
  return readdirSync(directory)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}
