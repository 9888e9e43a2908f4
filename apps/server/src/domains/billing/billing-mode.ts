import type { Platform } from '../../platform/platform.ts';
import { billingMode } from './billing.schema.ts';
import { planApplied } from './plan-hooks.ts';

/**
 * Writes down whether this platform sells plans, for all who have only the database to ask. Switched off, it lets go of
 * what plans held.
 */
export async function rememberMode({ config, database, hooks, log, events }: Platform): Promise<void> {
  const isOn = config.billing === 'on';
  const told = await database.db.transaction(async (tx) => {
    await tx.insert(billingMode).values({ id: 1, isOn }).onConflictDoUpdate({ target: billingMode.id, set: { isOn } });
    return isOn ? [] : planApplied.call({ hooks, log }, tx, { workspaceId: null, gatewayEngines: null });
  });
  events.dispatch(told);
}
