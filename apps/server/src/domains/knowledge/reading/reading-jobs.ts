import type { Db } from '../../../platform/database/database.ts';
import { retryWhileUnavailable } from '../../../platform/database/retry-while-unavailable.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { inTransaction } from '../../../platform/jobs/in-transaction.ts';
import type { Platform } from '../../../platform/platform.ts';
import { failReading, readDocument } from './read-document.ts';

const QUEUE = 'read-document';
/** A worker without a heartbeat for this long is considered dead, and the job restarts. */
const SILENCE_SECONDS = 30;
const EXPIRE_SECONDS = 300;
/** An unreadable document fails at once; retries cover an unavailable database, for up to a quarter of an hour. */
const RETRIES = 20;
/** The queue's output for a job whose worker fell silent. */
const LOST_HEARTBEAT = 'job heartbeat timeout';
/**
 * Concurrent readings per process: each may take hundreds of megabytes, and two plus the server exceed its pod's
 * memory.
 */
const AT_ONCE = 1;
const WORK_OPTIONS = { pollingIntervalSeconds: 1, localConcurrency: AT_ONCE, includeMetadata: true } as const;

interface Reading {
  documentId: string;
  readingId: string;
}

const ready = new WeakMap<Platform['jobs'], Promise<void>>();

/**
 * Creates the queue outside any transaction, so that any process can request a reading even if no worker has ever run.
 */
export async function prepareReadings(jobs: Platform['jobs']): Promise<void> {
  const creating = ready.get(jobs) ?? createQueue(jobs);
  ready.set(jobs, creating);
  await creating.catch((error: unknown) => {
    ready.delete(jobs);
    throw error;
  });
}

const createQueue = (jobs: Platform['jobs']): Promise<void> =>
  jobs.createQueue(QUEUE, {
    retryLimit: RETRIES,
    retryDelay: 5,
    retryDelayMax: 60,
    retryBackoff: true,
    expireInSeconds: EXPIRE_SECONDS,
    heartbeatSeconds: SILENCE_SECONDS,
  });

/** Queues a reading, to start after the commit. */
export async function requestReading(jobs: Platform['jobs'], tx: Db, reading: Reading): Promise<void> {
  await jobs.send(QUEUE, reading, inTransaction(tx));
}

/**
 * A reading is retried once after a worker fell silent: a document that kills its process must not kill all of them.
 */
const hasEndedWorkers = ({ retryCount, output }: { retryCount: number; output: object }): boolean =>
  retryCount > 1 && JSON.stringify(output ?? null).includes(LOST_HEARTBEAT);

/** In the `worker` role: processes queued readings. */
export async function startReadings(platform: Platform): Promise<Stoppable> {
  const { jobs } = platform;
  await retryWhileUnavailable(() => prepareReadings(jobs));
  const stopping = new AbortController();
  const worker = await jobs.work<Reading, void, typeof WORK_OPTIONS>(QUEUE, WORK_OPTIONS, async (taken) => {
    for (const job of taken) {
      if (hasEndedWorkers(job)) await failReading(platform, job.data);
      else await readDocument(platform, job.data, stopping);
    }
  });
  return {
    stop() {
      stopping.abort();
      return jobs.offWork(QUEUE, { id: worker });
    },
  };
}
