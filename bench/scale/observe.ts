import { readFileSync } from 'node:fs';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { readProcesses, withDescendants } from '../proportional-memory.ts';

const TICKS_PER_SECOND = 100;
/**
 * Interval of reading the server's metrics. A read makes it count its open files, which takes its only thread 20 ms
 * with twenty thousand of them.
 */
const POLL_INTERVAL_MS = 1_000;

/** Returns the CPU time of a process so far, in seconds; with `ended`, including its ended children. */
export function cpuSeconds(pid: number, { ended = false } = {}): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const times = ended ? fields.slice(11, 15) : fields.slice(11, 13);
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** Returns the main process of a database's PostgreSQL. */
export async function postmasterOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8'))?.[1]);
}

/** Returns the CPU time of all processes of a PostgreSQL so far, in seconds. */
export function databaseCpuSeconds(postmaster: number): number {
  const all = withDescendants(readProcesses(), (process) => process.pid === postmaster);
  return all.reduce((sum, { pid }) => sum + cpuSecondsOrZero(pid, pid === postmaster), 0);
}

function cpuSecondsOrZero(pid: number, ended: boolean): number {
  try {
    return cpuSeconds(pid, { ended });
  } catch {
    return 0;
  }
}

/**
 * Polls how many statements wait for one of the server's connections.
 * @returns a function that stops polling and returns the maximum
 */
export function watchPool(serverUrl: string): () => number {
  let maximum = 0;
  const timer = setInterval(async () => {
    const metrics = await fetch(`${serverUrl}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    );
    maximum = Math.max(maximum, Number(/^switchyard_database_pool_waiting(?:\{.*\})? (\d+)/m.exec(metrics)?.[1] ?? 0));
  }, POLL_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    return maximum;
  };
}
