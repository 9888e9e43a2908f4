import { Batcher } from '../../../platform/batcher.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { attemptDelivery } from './attempt.ts';
import { type ClaimedDelivery, claimDeliveries } from './claim.ts';
import { type Attempted, settleAttempts } from './settle-attempt.ts';

/** Maximum concurrent attempts per process. */
const AT_ONCE = 512;
const IDLE_MS = 500;
/** Deliveries claimed together tend to finish together; poll for more while the slow ones are still running. */
const BUSY_MS = 20;
/** Poll interval while attempts are running and nothing else is due: their followers become due when they finish. */
const OUT_MS = 100;
/** Attempts that finish within this time are recorded together. */
const RECORDED_TOGETHER_MS = 10;

type Parts = Pick<Platform, 'config' | 'secret' | 'database' | 'events' | 'log'>;

/** Claims, sends and records due deliveries until stopped. */
export function workDeliveries(platform: Parts): Stoppable {
  const underWay = new Set<Promise<void>>();
  const record = new Batcher<Attempted, void>(RECORDED_TOGETHER_MS, async (attempted) => {
    platform.events.dispatch(await settleAttempts(platform.database.db, attempted));
    return attempted.map(() => undefined);
  });
  const loop = runRepeatedly(async () => {
    const free = AT_ONCE - underWay.size;
    if (free === 0) return BUSY_MS;
    try {
      const claimed = await claimDeliveries(platform.database.db, free, free < AT_ONCE / 2 ? 'busy' : 'free');
      for (const delivery of claimed) {
        const work = deliver(platform, delivery, record).finally(() => underWay.delete(work));
        underWay.add(work);
      }
      if (claimed.length > 0) return BUSY_MS;
      return underWay.size > 0 ? OUT_MS : IDLE_MS;
    } catch (error) {
      platform.log.warn({ err: error }, 'webhook deliveries could not be claimed');
      return IDLE_MS;
    }
  });
  return {
    async stop() {
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}

/** Sends a delivery and records the result. After an error it is retried when the claim expires. */
async function deliver(platform: Parts, delivery: ClaimedDelivery, record: Batcher<Attempted, void>): Promise<void> {
  try {
    await record.ask({ delivery, result: await attemptDelivery(platform, delivery) });
  } catch (error) {
    platform.log.warn({ err: error, delivery: delivery.id }, 'a webhook delivery could not be recorded');
  }
}
