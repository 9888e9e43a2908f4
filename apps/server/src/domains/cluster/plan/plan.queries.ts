import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { pageOf } from '../../../platform/database/page-of.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { engineLanes, engines } from '../../engines/engines.schema.ts';
import { engineState, standingColumns } from '../../engines/index.ts';
import { type AffectedSession, planRuns } from '../plan.schema.ts';

export type PlanRunRecord = typeof planRuns.$inferSelect;

const LIVE_STATES = ['open', 'undoing'] as const;

/** Sessions affected by moving these pods, by pod name; of all pods if none are given. */
export async function findAffectedSessions(
  db: Db,
  podNames?: readonly string[],
): Promise<Map<string, AffectedSession[]>> {
  const found = new Map<string, AffectedSession[]>();
  if (podNames?.length === 0) return found;
  const rows = await db
    .select({
      standing: standingColumns,
      podName: engines.podName,
      engineId: engines.id,
      name: engines.name,
      user: users.email,
    })
    .from(engines)
    .leftJoin(users, eq(users.id, engines.ownerId))
    .leftJoin(engineLanes, eq(engineLanes.engineId, engines.id))
    .where(podNames && inArray(engines.podName, [...podNames]));
  for (const { podName, standing, user, ...engine } of rows) {
    if (podName === null) continue;
    const wasConnected = engineState(standing, null).status === 'connected';
    const session = { ...engine, user: user ?? '', generation: standing.statusGeneration, wasConnected };
    found.set(podName, [...(found.get(podName) ?? []), session]);
  }
  return found;
}

/** Current statuses of these engines. */
export async function findEngineStatuses(db: Db, engineIds: readonly string[]) {
  const rows = await db
    .select({ ...standingColumns, id: engines.id, podName: engines.podName })
    .from(engines)
    .leftJoin(engineLanes, eq(engineLanes.engineId, engines.id))
    .where(inArray(engines.id, [...engineIds]));
  return rows.map(({ id, podName, ...standing }) => ({
    id,
    podName,
    status: engineState(standing, null).status,
    generation: standing.statusGeneration,
  }));
}

/** Runs that are not closed, oldest first. */
export function findLiveRuns(db: Db): Promise<PlanRunRecord[]> {
  return db
    .select()
    .from(planRuns)
    .where(inArray(planRuns.state, [...LIVE_STATES]))
    .orderBy(asc(planRuns.createdAt));
}

/** A page of the runs, newest first. */
export async function findRuns(
  db: Db,
  { limit, skip, isOpen }: { limit: number; skip: number; isOpen?: 'true' | 'false' | undefined },
): Promise<{ rows: PlanRunRecord[]; total: number }> {
  const filter =
    isOpen === undefined
      ? undefined
      : and(inArray(planRuns.state, isOpen === 'true' ? [...LIVE_STATES] : ['undone', 'finished']));
  return pageOf(db, planRuns, filter, { limit, skip }, desc(planRuns.createdAt), desc(planRuns.id));
}

/** Reads a run and locks it until the transaction ends, so that concurrent changes are seen. */
export async function lockRun(tx: Db, id: string): Promise<PlanRunRecord | null> {
  const [run] = await tx.select().from(planRuns).where(eq(planRuns.id, id)).for('update');
  return run ?? null;
}

export async function writeRun(
  db: Db,
  id: string,
  change: Partial<Omit<typeof planRuns.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>>,
): Promise<PlanRunRecord> {
  const [run] = await db
    .update(planRuns)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(planRuns.id, id))
    .returning();
  if (!run) throw new Error('a run of the plan has vanished');
  return run;
}
