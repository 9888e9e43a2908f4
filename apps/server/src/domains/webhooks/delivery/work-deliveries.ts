import { Batcher } from '../../../platform/batcher.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { attemptDelivery } from './attempt.ts';
import { type ClaimedDelivery, claimDeliveries } from './claim.ts';
import { type FinishedAttempt, settleAttempts } from './settle-attempt.ts';

/** Maximum concurrent attempts per process. */
const MAX_CONCURRENT = 512;
const IDLE_POLL_MS = 500;
/** Deliveries claimed together tend to finish together; poll for more while the slow ones are still running. */
const BUSY_POLL_MS = 20;
/** Poll interval while attempts are running and nothing else is due: their followers become due when they finish. */
const PENDING_POLL_MS = 100;
/** Attempts that finish within this time are recorded together. */
const BATCH_DELAY_MS = 10;

type Parts = Pick<Platform, 'config' | 'secret' | 'database' | 'events' | 'log'>;

/** Claims, sends and records due deliveries until stopped. */
export function workDeliveries(platform: Parts): Stoppable {
  const running = new Set<Promise<void>>();
  const record = new Batcher<FinishedAttempt, void>(BATCH_DELAY_MS, async (attempted) => {
    platform.events.dispatch(await settleAttempts(platform.database.db, attempted));
    return attempted.map(() => undefined);
  });
  const loop = runRepeatedly(async () => {
    const free = MAX_CONCURRENT - running.size;
    if (free === 0) return BUSY_POLL_MS;
    try {
      const claimed = await claimDeliveries(platform.database.db, free, free < MAX_CONCURRENT / 2 ? 'busy' : 'free');
      for (const delivery of claimed) {
        const work = deliver(platform, delivery, record).finally(() => running.delete(work));
        running.add(work);
      }
      if (claimed.length > 0) return BUSY_POLL_MS;
      return running.size > 0 ? PENDING_POLL_MS : IDLE_POLL_MS;
    } catch (error) {
      platform.log.warn({ err: error }, 'webhook deliveries could not be claimed');
      return IDLE_POLL_MS;
    }
  });
  return {
    async stop() {
      await loop.stop();
      await Promise.all(running);
    },
  };
}

/** Sends a delivery and records the result. After an error it is retried when the claim expires. */
async function deliver(
  platform: Parts,
  delivery: ClaimedDelivery,
  record: Batcher<FinishedAttempt, void>,
): Promise<void> {
  try {
    await record.ask({ delivery, result: await attemptDelivery(platform, delivery) });
  } catch (error) {
    platform.log.warn({ err: error, delivery: delivery.id }, 'a webhook delivery could not be recorded');
  }
}
