import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';

/** People whose zone or quiet hours are, or may be, not as they were. */
interface ChangedClocks {
  workspaceId: string;
  /** E.164. */
  mobiles: readonly string[];
}

type Follow = (tx: Db, changed: ChangedClocks) => Promise<DomainEvent[]>;
const followers: Follow[] = [];
/** Also does what a domain above makes of another clock, in the transaction that stores it. */
export const whenClocksChange = (follow: Follow): void => void followers.push(follow);

/** To be called after contacts were written, in their transaction. */
export async function clocksChanged(tx: Db, changed: ChangedClocks): Promise<DomainEvent[]> {
  if (changed.mobiles.length === 0) return [];
  const events: DomainEvent[] = [];
  for (const follow of followers) events.push(...(await follow(tx, changed)));
  return events;
}
