import PQueue from 'p-queue';
import { Batcher } from '../../platform/batcher.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { batchLanes } from '../messages/index.ts';
import { messagesAlone, type StoreMessages, storeBatch, type TellingLane } from './store-received.ts';

/** Nobody waits for an answer here: what a bot says to it is some tens of milliseconds later while much comes in. */
const BATCH_DELAY_MS = 40;
const MAX_LANES = 50;
/** More is what a phone catches up with: it gains nothing by company, and would keep it waiting. */
const MAX_ROWS = 20;
/**
 * Of the pool's connections: a hundred phones that catch up at once leave the others to what goes out and to people.
 */
const CATCHING_UP_SHARE = 1 / 4;

/**
 * Stores what many engines hear in few transactions: mostly a message each. Should one fail, nothing of it has
 * happened, and each lane's is stored alone; so it is when nobody knows whether it has happened, since a message that
 * is there already is told to nobody again.
 */
export function batchedMessages(deps: Pick<Platform, 'database' | 'hooks' | 'log'>): StoreMessages {
  const alone = messagesAlone(deps);
  const atOnce = (lanes: readonly TellingLane[]) => storeBatch(deps, lanes).catch(() => lanes.map(() => null));
  const gathered = new Batcher<TellingLane, DomainEvent[]>(
    BATCH_DELAY_MS,
    (lanes) => batchLanes(lanes, atOnce, alone),
    MAX_LANES,
  );
  const { max } = deps.database.pool.options;
  const catchingUp = new PQueue({ concurrency: Math.max(1, Math.floor(max * CATCHING_UP_SHARE)) });
  return (lane) =>
    lane.rows.length > MAX_ROWS
      ? catchingUp.add(async () => (await atOnce([lane]))[0] ?? alone(lane))
      : gathered.ask(lane);
}
