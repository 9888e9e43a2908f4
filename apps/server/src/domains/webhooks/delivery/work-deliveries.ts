import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { attemptDelivery } from './attempt.ts';
import { type ClaimedDelivery, claimDeliveries } from './claim.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Under way at one time in one process. */
const AT_ONCE = 64;
const IDLE_MS = 500;
/** What was claimed together comes to an end together; the next is looked for while the slow ones are still out. */
const BUSY_MS = 20;

type Parts = Pick<Platform, 'config' | 'secret' | 'database' | 'events' | 'log'>;

/** Claims, sends and records what is due, until stopped. */
export function workDeliveries(platform: Parts): Stoppable {
  const underWay = new Set<Promise<void>>();
  const loop = runRepeatedly(async () => {
    const free = AT_ONCE - underWay.size;
    if (free === 0) return BUSY_MS;
    try {
      const claimed = await claimDeliveries(platform.database.db, free);
      for (const delivery of claimed) {
        const work = deliver(platform, delivery).finally(() => underWay.delete(work));
        underWay.add(work);
      }
      return claimed.length > 0 ? BUSY_MS : IDLE_MS;
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

/** What goes wrong here is tried again when the claim is over. */
async function deliver(platform: Parts, delivery: ClaimedDelivery): Promise<void> {
  try {
    const result = await attemptDelivery(platform, delivery);
    platform.events.dispatch(await settleAttempt(platform.database.db, delivery, result));
  } catch (error) {
    platform.log.warn({ err: error, delivery: delivery.id }, 'a webhook delivery could not be recorded');
  }
}
