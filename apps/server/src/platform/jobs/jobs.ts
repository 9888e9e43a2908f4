import { PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { retryWhileUnavailable } from '../database/retry-while-unavailable.ts';
import type { Log } from '../logging/log.ts';

/** Running jobs get this long to finish on shutdown; unfinished ones run again elsewhere. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts the job queue in the same database and on the same pool, so that lost connections are replaced as for other
 * queries. Only a process with the worker role supervises and runs schedules; any process may enqueue.
 */
export async function startJobs(database: Database, log: Log, supervises: boolean): Promise<PgBoss> {
  let started = false;
  const jobs = new PgBoss({
    db: {
      executeSql(text, values) {
        const query = () => database.pool.query(text, values as unknown[]);
        // Once started, the queue retries by itself; a failed start would end the program.
        return started ? query() : retryWhileUnavailable(query);
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

/** Takes no more jobs and waits at most five seconds for those that are running. */
export const stopJobs = (jobs: PgBoss): Promise<void> => jobs.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
