import { createHash } from 'node:crypto';
import type { Queue } from 'pg-boss';
import { retryWhileUnavailable } from '../database/retry-while-unavailable.ts';
import type { Stoppable } from '../domain.ts';
import type { Platform } from '../platform.ts';

const POLL_SECONDS = 30;
const EXPIRE_SECONDS = 900;

/**
 * Role `worker`: runs `work` once an hour, on one of the workers. A failure is logged and retried an hour later.
 * @param name name of the job's queue; determines the minute, so that not all jobs start at once
 * @param options options of the queue, such as for work that takes longer than 15 minutes
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
