import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from './is-database-unavailable.ts';

const PATIENCE_MS = 30_000;
const RETRY_MS = 100;

/**
 * Asks again while the database is away: one that was killed while we start is back in a moment. Only for what may be
 * asked twice.
 * @throws the last error after `patienceMs`, and any other error at once.
 */
export async function retryWhileUnavailable<Answer>(
  ask: () => Promise<Answer>,
  patienceMs = PATIENCE_MS,
): Promise<Answer> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadlineMs) throw error;
      await delay(RETRY_MS);
    }
  }
}
