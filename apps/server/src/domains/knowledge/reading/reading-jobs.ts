import type { Db } from '../../../platform/database/database.ts';
import { patiently } from '../../../platform/database/patiently.ts';
import type { Running } from '../../../platform/domain.ts';
import { inTransaction } from '../../../platform/jobs/in-transaction.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readDocument } from './read-document.ts';

const QUEUE = 'read-document';
/** A worker that died is silent for so long, and another begins anew. */
const SILENCE_SECONDS = 30;
const EXPIRE_SECONDS = 300;
/** Readings at once, of one process: each may take hundreds of megabytes. */
const AT_ONCE = 2;

interface Reading {
  documentId: string;
  readingId: string;
}

const ready = new WeakMap<Platform['jobs'], Promise<void>>();

/** Makes sure, outside of any transaction, that readings can be asked for: by any process, also where no worker has ever run. */
export async function prepareReadings(jobs: Platform['jobs']): Promise<void> {
  const made = ready.get(jobs) ?? createQueue(jobs);
  ready.set(jobs, made);
  await made.catch((error: unknown) => {
    ready.delete(jobs);
    throw error;
  });
}

const createQueue = (jobs: Platform['jobs']): Promise<void> =>
  jobs.createQueue(QUEUE, {
    retryLimit: 3,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: EXPIRE_SECONDS,
    heartbeatSeconds: SILENCE_SECONDS,
  });

/** Has a document read once the transaction is committed. */
export async function askForReading(jobs: Platform['jobs'], tx: Db, reading: Reading): Promise<void> {
  await jobs.send(QUEUE, reading, inTransaction(tx));
}

/** Role `worker`: reads what was asked for. */
export async function workReadings(platform: Platform): Promise<Running> {
  const { jobs } = platform;
  await patiently(() => prepareReadings(jobs));
  const worker = await jobs.work<Reading>(
    QUEUE,
    { pollingIntervalSeconds: 1, localConcurrency: AT_ONCE },
    async (taken) => {
      for (const { data } of taken) await readDocument(platform, data);
    },
  );
  return { stop: () => jobs.offWork(QUEUE, { id: worker }) };
}
