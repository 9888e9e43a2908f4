import { retryWhileUnavailable } from './platform/database/retry-while-unavailable.ts';
import type { Domain, Stoppable } from './platform/domain.ts';
import type { Platform } from './platform/platform.ts';

/** Role `worker`: all work that no request triggers. Stops in reverse order of its start. */
export async function startWorker(platform: Platform, domains: Domain[]): Promise<Stoppable> {
  const running: Stoppable[] = [];
  const stop = async () => {
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  try {
    for (const domain of domains) await retryWhileUnavailable(async () => domain.prepare?.(platform));
    for (const domain of domains) {
      if (domain.work) running.push(await domain.work(platform));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
