import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from './is-database-unavailable.ts';

const PATIENCE_MS = 30_000;
const RETRY_MS = 100;

/**
 * Retries while the database is unavailable: a server killed during our start is back in a moment. Only for work that
 * may be done twice.
 * @throws the last error after `patienceMs`, and any other error immediately
 */
export async function retryWhileUnavailable<Answer>(
  work: () => Promise<Answer>,
  patienceMs = PATIENCE_MS,
): Promise<Answer> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadlineMs) throw error;
      await delay(RETRY_MS);
    }
  }
}
