import { createHash } from 'node:crypto';
import type { Queue } from 'pg-boss';
import { retryWhileUnavailable } from '../database/retry-while-unavailable.ts';
import type { Stoppable } from '../domain.ts';
import type { Platform } from '../platform.ts';

const POLL_SECONDS = 30;
const EXPIRE_SECONDS = 900;

/**
 * Role `worker`: runs `work` once an hour, on one of however many workers there are. A failure is told in the log and
 * tried again an hour later.
 * @param name of the job's queue; its minute follows from it, so that not everything begins at once.
 * @param options of the queue, such as for work that takes longer than 15 minutes
 */
export async function runHourly(
  { jobs, log }: Pick<Platform, 'jobs' | 'log'>,
  name: string,
  work: () => Promise<void>,
  options: Pick<Queue, 'policy' | 'expireInSeconds'> = {},
): Promise<Stoppable> {
  const queue = { retryLimit: 0, expireInSeconds: EXPIRE_SECONDS, ...options };
  await retryWhileUnavailable(() => jobs.createQueue(name, queue));
  const minute = (createHash('sha256').update(name).digest()[0] ?? 0) % 60;
  await retryWhileUnavailable(() => jobs.schedule(name, `${minute} * * * *`));
  const worker = await jobs.work(name, { pollingIntervalSeconds: POLL_SECONDS }, async () => {
    await work().catch((error: unknown) => {
      log.warn({ err: error, job: name }, 'an hourly job failed');
      throw error;
    });
  });
  return { stop: () => jobs.offWork(name, { id: worker }) };
}
