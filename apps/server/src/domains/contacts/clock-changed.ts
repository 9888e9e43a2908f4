import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { defineHook, type Hook } from '../../platform/hooks.ts';

/** People whose zone or quiet hours may have changed. */
interface ChangedClocks {
  workspaceId: string;
  /** E.164. */
  mobiles: readonly string[];
}

/** Runs in the transaction that changes the zone or quiet hours. */
export const clocksChanged = defineHook<ChangedClocks>('clocks-changed');

/** Call after writing contacts, in the same transaction. */
export const followClocks = (hooks: readonly Hook[], tx: Db, changed: ChangedClocks): Promise<DomainEvent[]> =>
  clocksChanged.callBatch(hooks, tx, changed.mobiles.length > 0 ? [changed] : []);
