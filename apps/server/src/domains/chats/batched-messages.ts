import PQueue from 'p-queue';
import { Batcher } from '../../platform/batcher.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { batchLanes } from '../messages/index.ts';
import { type LaneMessages, type StoreMessages, storeBatch, storeLane } from './store-received.ts';

/** Under load this delays bot replies by a few tens of milliseconds; nobody waits for the response of these calls. */
const BATCH_DELAY_MS = 40;
const MAX_LANES = 50;
/** A larger request is a phone catching up: batching gains it nothing and would delay the others. */
const MAX_ROWS = 20;
/**
 * Share of the pool's connections for phones catching up, so that a hundred at once leave enough for sending and for
 * people.
 */
const CATCHING_UP_SHARE = 1 / 4;

/**
 * Stores messages from many engines in few transactions; most engines send one message at a time. If a batch fails, it
 * is rolled back and each lane is stored alone. The same if its outcome is unknown, because messages that are already
 * stored are not reported to hooks again.
 */
export function batchedMessages(deps: Pick<Platform, 'database' | 'hooks' | 'log'>): StoreMessages {
  const storeAlone = storeLane(deps);
  const storeNow = (lanes: readonly LaneMessages[]) => storeBatch(deps, lanes).catch(() => lanes.map(() => null));
  const gathered = new Batcher<LaneMessages, DomainEvent[]>(
    BATCH_DELAY_MS,
    (lanes) => batchLanes(lanes, storeNow, storeAlone),
    MAX_LANES,
  );
  const { max } = deps.database.pool.options;
  const catchingUp = new PQueue({ concurrency: Math.max(1, Math.floor(max * CATCHING_UP_SHARE)) });
  return (lane) =>
    lane.rows.length > MAX_ROWS
      ? catchingUp.add(async () => (await storeNow([lane]))[0] ?? storeAlone(lane))
      : gathered.ask(lane);
}
