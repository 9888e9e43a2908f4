import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type EngineRow, findEngine } from './engines.queries.ts';
import { engines } from './engines.schema.ts';

/** An engine as seen from a workspace; other workspaces' engines do not exist. */
export interface EngineKey {
  engineId: string;
  workspaceId: string;
}

/** The condition that selects exactly it. */
export const isEngine = ({ engineId, workspaceId }: EngineKey) =>
  and(eq(engines.id, engineId), eq(engines.workspaceId, workspaceId));

type Row = typeof engines.$inferSelect;

/** Locks an engine until the transaction ends. @throws Refusal `NOT_FOUND` */
export async function lockEngine(tx: Db, key: EngineKey): Promise<EngineRow> {
  await tx.select({ id: engines.id }).from(engines).where(isEngine(key)).for('update');
  const engine = await findEngine(tx, key);
  if (!engine) throw new Refusal('NOT_FOUND');
  return engine;
}

/** Updates a locked engine. @returns its new state */
export async function updateEngine(
  tx: Db,
  key: EngineKey,
  changes: { [Column in keyof Row]?: Row[Column] | SQL },
): Promise<EngineRow> {
  await tx
    .update(engines)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(isEngine(key));
  const row = await findEngine(tx, key);
  if (!row) throw new Error(`engine ${key.engineId} vanished while it was locked`);
  return row;
}
