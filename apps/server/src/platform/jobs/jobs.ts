import { PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { retryWhileUnavailable } from '../database/retry-while-unavailable.ts';
import type { Log } from '../logging/log.ts';

/** Running jobs get this long to end on shutdown; what is left runs again elsewhere. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts the job queue in the same database, on the same pool, so that a lost connection is replaced as for every other
 * query. Only a process with the worker role supervises and runs schedules; any process may enqueue.
 */
export async function startJobs(database: Database, log: Log, supervises: boolean): Promise<PgBoss> {
  let started = false;
  const jobs = new PgBoss({
    db: {
      executeSql(text, values) {
        const ask = () => database.pool.query(text, values as unknown[]);
        // Later the queue itself tries again; its start would fail, and end the program.
        return started ? ask() : retryWhileUnavailable(ask);
      },
    },
    supervise: supervises,
    schedule: supervises,
  });
  jobs.on('error', (error) => log.warn({ err: error }, 'job queue'));
  jobs.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  await jobs.start();
  started = true;
  return jobs;
}

/** Takes no more jobs and waits five seconds at most for those at work. */
export const stopJobs = (jobs: PgBoss): Promise<void> => jobs.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
