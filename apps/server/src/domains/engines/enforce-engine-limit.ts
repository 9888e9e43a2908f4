import { enginesBeyondLimit } from '@switchyard/contracts/billing/plans';
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { entitlements, planApplied } from '../billing/index.ts';
import { enginesStale } from './engines.events.ts';
import { engines } from './engines.schema.ts';

/**
 * Holds the lanes of engines beyond the workspace's limit and releases the others. Nothing is deleted or stopped:
 * pending messages wait with the rule `plan`.
 * @param limit null for no limit
 */
async function holdExcessEngines(tx: Db, workspaceId: string, limit: number | null): Promise<DomainEvent[]> {
  const rows = await tx
    .select({ id: engines.id })
    .from(engines)
    .where(and(eq(engines.workspaceId, workspaceId), eq(engines.engineType, 'session-pod')))
    .orderBy(asc(engines.createdAt), asc(engines.id));
  const held = limit === null ? [] : enginesBeyondLimit(rows, limit).map(({ id }) => id);
  const isHeld = held.length === 0 ? sql`false` : inArray(engines.id, held);
  const changed = await tx
    .update(engines)
    .set({ planHeldAt: sql`case when ${isHeld} then now() end` })
    .where(
      and(eq(engines.workspaceId, workspaceId), sql`(${engines.planHeldAt} is not null) is distinct from (${isHeld})`),
    )
    .returning({ id: engines.id });
  return changed.map(({ id }) => enginesStale(workspaceId, id));
}

/** Call after an engine was deleted, which may free its place for another. */
export async function enforceEngineLimit(tx: Db, workspaceId: string): Promise<DomainEvent[]> {
  const [held] = await tx
    .select({ id: engines.id })
    .from(engines)
    .where(and(eq(engines.workspaceId, workspaceId), isNotNull(engines.planHeldAt)))
    .limit(1);
  if (!held) return [];
  return holdExcessEngines(tx, workspaceId, (await entitlements(tx, workspaceId)).gatewayEngines);
}

/** Applies a change of plan to the workspace's engines. */
export const holdEnginesOfPlan = planApplied.hook('engines', async (tx, { workspaceId, gatewayEngines }) => {
  if (workspaceId !== null) return holdExcessEngines(tx, workspaceId, gatewayEngines);
  await tx.update(engines).set({ planHeldAt: null }).where(isNotNull(engines.planHeldAt));
  return [];
});
