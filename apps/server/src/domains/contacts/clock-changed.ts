import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { defineHook, type Hook } from '../../platform/hooks.ts';

/** People whose zone or quiet hours are, or may be, not as they were. */
interface ChangedClocks {
  workspaceId: string;
  /** E.164. */
  mobiles: readonly string[];
}

/** Called in the transaction that stores the other clock. */
export const clocksChanged = defineHook<ChangedClocks>('clocks-changed');

/** To be called after contacts were written, in their transaction. */
export const followClocks = (hooks: readonly Hook[], tx: Db, changed: ChangedClocks): Promise<DomainEvent[]> =>
  clocksChanged.callBatch(hooks, tx, changed.mobiles.length > 0 ? [changed] : []);
