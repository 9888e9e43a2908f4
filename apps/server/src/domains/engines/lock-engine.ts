import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type EngineRow, findEngine } from './engines.queries.ts';
import { engines } from './engines.schema.ts';

/** Which engine, seen from which workspace: another workspace's engine does not exist. */
export interface EngineKey {
  engineId: string;
  workspaceId: string;
}

/** The condition that finds it, and nobody else's. */
export const whose = ({ engineId, workspaceId }: EngineKey) =>
  and(eq(engines.id, engineId), eq(engines.workspaceId, workspaceId));

type Row = typeof engines.$inferSelect;

/** An engine, kept from everybody else until the transaction ends. @throws Refusal `NOT_FOUND` */
export async function lockEngine(tx: Db, key: EngineKey): Promise<EngineRow> {
  await tx.select({ id: engines.id }).from(engines).where(whose(key)).for('update');
  const engine = await findEngine(tx, key);
  if (!engine) throw new Refusal('NOT_FOUND');
  return engine;
}

/** Changes an engine that is locked. @returns it as it is now */
export async function updateEngine(
  tx: Db,
  key: EngineKey,
  changes: { [Column in keyof Row]?: Row[Column] | SQL },
): Promise<EngineRow> {
  await tx
    .update(engines)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(whose(key));
  const row = await findEngine(tx, key);
  if (!row) throw new Error(`engine ${key.engineId} vanished while it was locked`);
  return row;
}
