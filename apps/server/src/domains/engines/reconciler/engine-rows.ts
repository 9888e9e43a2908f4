import { and, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { engines } from '../engines.schema.ts';
import { recordSessionEvents, type SessionStep } from '../record-session-events.ts';
import type { DesiredEngine } from './engine-pod.ts';

/** What causes the steps that the reconciler tells. */
export const RECONCILER = 'reconciler';

const columns = {
  id: engines.id,
  workspaceId: engines.workspaceId,
  name: engines.name,
  driver: engines.driver,
  desired: engines.desired,
  podRevision: engines.podRevision,
  tokenVersion: engines.tokenVersion,
  podName: engines.podName,
  status: engines.status,
  engineType: engines.engineType,
  unchangedForMs: sql<number>`extract(epoch from now() - ${engines.updatedAt})::float8 * 1000`,
};

/** Every engine that runs, or that still has a pod to its name. */
export async function readDesiredEngineIds(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: engines.id })
    .from(engines)
    .where(sql`${engines.desired} = 'running' or ${engines.podName} is not null`);
  return rows.map((row) => row.id);
}

/** What should be of one engine; `unchangedForMs` is since its row was last written, by the database's clock. Null: it was deleted. */
export async function readDesiredEngine(
  db: Db,
  engineId: string,
): Promise<(DesiredEngine & { unchangedForMs: number }) | null> {
  const [row] = await db.select(columns).from(engines).where(eq(engines.id, engineId));
  return row ? { ...row, desired: row.desired === 'running' ? 'running' : 'absent' } : null;
}

/** Engines whose rows name this pod, whether they are to run or not. */
export async function readEngineIdsOfPod(db: Db, podName: string): Promise<string[]> {
  const rows = await db.select({ id: engines.id }).from(engines).where(eq(engines.podName, podName));
  return rows.map((row) => row.id);
}

/** How many engines' rows name each of these pods; one that is named by none is left out. */
export async function countEnginesOfPods(db: Db, podNames: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ podName: engines.podName, engines: count() })
    .from(engines)
    .where(inArray(engines.podName, podNames))
    .groupBy(engines.podName);
  return new Map(rows.map((row) => [row.podName ?? '', row.engines]));
}

/** A pod was made: the engine starts from the beginning. */
export async function markInitializing(db: Db, engine: DesiredEngine, podName: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(engines)
      .set({ podName, status: 'initializing', qrcode: null, connectedAt: null, updatedAt: sql`now()` })
      .where(eq(engines.id, engine.id));
    const step = { event: 'session_created', state: 'initializing', trigger: RECONCILER };
    await recordSessionEvents(tx, { ...engine, podName }, [step]);
  });
}

/**
 * Nothing runs in `podName` any more. Leaves the row alone when the engine already has another pod.
 * @returns whether the row was changed
 */
export async function markDisconnected(
  db: Db,
  engine: DesiredEngine,
  podName: string,
  gone: { podIsGone: boolean; step: Pick<SessionStep, 'event' | 'details'> },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(engines)
      .set({
        status: 'disconnected',
        qrcode: null,
        connectedAt: null,
        updatedAt: sql`now()`,
        ...(gone.podIsGone && {
          podName: null,
          // What was stopped had its time to finish; whatever still lives of it can do nothing more.
          tokenVersion: sql`case when ${engines.desired} = 'absent' then ${engines.tokenVersion} + 1 else ${engines.tokenVersion} end`,
        }),
      })
      .where(
        and(
          eq(engines.id, engine.id),
          eq(engines.podName, podName),
          gone.podIsGone ? undefined : ne(engines.status, 'disconnected'),
        ),
      )
      .returning({ id: engines.id });
    if (changed.length === 0) return false;
    const step = { ...gone.step, state: 'disconnected', trigger: RECONCILER };
    await recordSessionEvents(tx, { ...engine, podName }, [step]);
    return true;
  });
}
