import type { Platform } from '../../platform/platform.ts';
import { billingMode } from './billing.schema.ts';
import { planApplied } from './plan-hooks.ts';

/**
 * Stores whether this installation sells plans, for code that only has the database. Switching billing off releases
 * everything held by a plan.
 */
export async function saveBillingMode({ config, database, hooks, log, events }: Platform): Promise<void> {
  const isOn = config.billing === 'on';
  const released = await database.db.transaction(async (tx) => {
    await tx.insert(billingMode).values({ id: 1, isOn }).onConflictDoUpdate({ target: billingMode.id, set: { isOn } });
    return isOn ? [] : planApplied.call({ hooks, log }, tx, { workspaceId: null, gatewayEngines: null });
  });
  events.dispatch(released);
}
