import { readFileSync } from 'node:fs';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { readProcesses, withDescendants } from '../proportional-memory.ts';

const TICKS_PER_SECOND = 100;
/**
 * A look at the server's measures makes it count its open files: 20 ms of its only thread with twenty thousand of them.
 */
const POLL_INTERVAL_MS = 1_000;

/** Processor time of a process so far, in seconds; with `ended`, of its children too that have ended. */
export function cpuSeconds(pid: number, { ended = false } = {}): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const times = ended ? fields.slice(11, 15) : fields.slice(11, 13);
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** The first process of a database's PostgreSQL. */
export async function postmasterOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8'))?.[1]);
}

/** Processor time of all of a PostgreSQL so far, in seconds. */
export function databaseCpuSeconds(postmaster: number): number {
  const all = withDescendants(readProcesses(), (one) => one.pid === postmaster);
  return all.reduce((sum, { pid }) => sum + cpuSecondsUnlessGone(pid, pid === postmaster), 0);
}

function cpuSecondsUnlessGone(pid: number, ended: boolean): number {
  try {
    return cpuSeconds(pid, { ended });
  } catch {
    return 0;
  }
}

/**
 * Looks again and again how many statements wait for one of the server's connections.
 * @returns a function that ends it and tells the most
 */
export function watchPool(serverUrl: string): () => number {
  let most = 0;
  const timer = setInterval(async () => {
    const told = await fetch(`${serverUrl}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    );
    most = Math.max(most, Number(/^switchyard_database_pool_waiting(?:\{.*\})? (\d+)/m.exec(told)?.[1] ?? 0));
  }, POLL_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}
