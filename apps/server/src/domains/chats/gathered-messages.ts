import type { DomainEvent } from '../../platform/events.ts';
import { Gathered } from '../../platform/gathered.ts';
import type { Platform } from '../../platform/platform.ts';
import { together } from '../messages/index.ts';
import { messagesAlone, messagesTogether, type StoreMessages } from './store-received.ts';

/** Nobody waits for an answer here: what a bot says to it is some tens of milliseconds later while much comes in. */
const GATHER_MS = 20;
const MOST_LANES = 50;
/** What a phone catches up with gains nothing by company, and would keep it waiting. */
const MOST_ROWS = 20;

/**
 * Stores what many engines hear in few transactions: mostly a message each. Should one fail, nothing of it has happened, and each lane's is stored alone; so it
 * is when nobody knows whether it has happened, since a message that is there already is told to nobody again.
 */
export function gatheredMessages(parts: Pick<Platform, 'database' | 'hooks' | 'log'>): StoreMessages {
  const alone = messagesAlone(parts);
  const gathered = new Gathered<Parameters<StoreMessages>[0], DomainEvent[]>(
    GATHER_MS,
    (lanes) => together(lanes, (asks) => messagesTogether(parts, asks).catch(() => asks.map(() => null)), alone),
    MOST_LANES,
  );
  return (lane) => (lane.rows.length > MOST_ROWS ? alone(lane) : gathered.ask(lane));
}
