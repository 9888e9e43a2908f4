import type { EngineTrouble } from '@switchyard/contracts/engines/trouble';
import { and, count, eq, inArray, isNull, ne, not, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { LEASE_TTL } from '../engine-lease.ts';
import { IN_BROWSER } from '../engines.policy.ts';
import { NEXT_LEASE } from '../engines.queries.ts';
import { engineLanes, engines, sessionEvents } from '../engines.schema.ts';
import { recordSessionEvents } from '../record-session-events.ts';
import type { DesiredEngine, EnginePod } from './engine-pod.ts';
import { trouble } from './pod-trouble.ts';

/** Trigger of the events that the reconciler records. */
export const RECONCILER = 'reconciler';

/** A process that was connected and worked its lane for longer than this counts as healthy. SQL interval. */
const HEALTHY = `interval '20 seconds'`;

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
  wasHealthy: sql<boolean>`coalesce((
    select ${engineLanes.expiresAt} - ${sql.raw(LEASE_TTL)} - ${engines.connectedAt} > ${sql.raw(HEALTHY)} from ${engineLanes}
    where ${engineLanes.engineId} = ${engines.id} and ${engineLanes.generation} = ${engines.statusGeneration} and ${engineLanes.holder} = ${engines.podName}
  ), false)`,
};

/** Every engine that needs a pod or still has one named in its row. */
export async function readDesiredEngineIds(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: engines.id })
    .from(engines)
    .where(
      and(ne(engines.engineType, IN_BROWSER), sql`(${engines.desired} = 'running' or ${engines.podName} is not null)`),
    );
  return rows.map((row) => row.id);
}

interface EngineNow extends DesiredEngine {
  /** Time since its row was last written, by the database's clock. */
  unchangedForMs: number;
  /** The last process that reported kept renewing its lease long enough after connecting. */
  wasHealthy: boolean;
}

/** Desired and actual state of one engine; null if it was deleted or needs no pod. */
export async function readDesiredEngine(db: Db, engineId: string): Promise<EngineNow | null> {
  const [row] = await db
    .select(columns)
    .from(engines)
    .where(and(eq(engines.id, engineId), ne(engines.engineType, IN_BROWSER)));
  return row ? { ...row, desired: row.desired === 'running' ? 'running' : 'absent' } : null;
}

/** Engines whose rows name this pod, whether or not they should run. */
export async function readEngineIdsOfPod(db: Db, podName: string): Promise<string[]> {
  const rows = await db.select({ id: engines.id }).from(engines).where(eq(engines.podName, podName));
  return rows.map((row) => row.id);
}

/** Number of engines whose rows name each of these pods; pods named by none are omitted. */
export async function countEnginesOfPods(db: Db, podNames: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ podName: engines.podName, engines: count() })
    .from(engines)
    .where(inArray(engines.podName, podNames))
    .groupBy(engines.podName);
  return new Map(rows.map((row) => [row.podName ?? '', row.engines]));
}

const LANE = sql`from ${engineLanes} where ${engineLanes.engineId} = ${engines.id}`;
/**
 * The lease belongs to this pod. An abandoned pod may still hold it and send its last reports; this pod's reports
 * count, even if they arrived before ours.
 */
const fromLeaseOf = (podName: string) =>
  sql<number>`(select ${engineLanes.generation} + (${engineLanes.expiresAt} is not null and ${engineLanes.holder} is distinct from ${podName})::int ${LANE})`;
/** The process in this pod has the lease and has reported its state. */
const hasReported = (podName: string) =>
  sql<boolean>`coalesce(${engines.statusGeneration} = (select ${engineLanes.generation} ${LANE} and ${engineLanes.holder} = ${podName} and ${engineLanes.expiresAt} is not null), false)`;
/** A replacement was ordered and is on its way, while the lease is or was last its predecessor's. */
const IS_BEING_REPLACED = sql<boolean>`coalesce(${engines.desired} = 'running' and ${engines.statusGeneration} > (select ${engineLanes.generation} ${LANE}), false)`;

/**
 * The engines of this pod are about to get another one although nothing is wrong; they are starting until its process
 * reports.
 * @returns those that changed
 */
export async function markReplaced(db: Db, podName: string): Promise<{ id: string; workspaceId: string }[]> {
  return db
    .update(engines)
    .set({
      status: 'initializing',
      statusGeneration: NEXT_LEASE,
      qrcode: null,
      connectedAt: null,
      updatedAt: sql`now()`,
    })
    .where(and(eq(engines.podName, podName), eq(engines.desired, 'running'), not(IS_BEING_REPLACED)))
    .returning({ id: engines.id, workspaceId: engines.workspaceId });
}

/** Stores the current namespace of engine pods, also for engines from before another namespace was configured. */
export async function settleNamespace(db: Db, namespace: string): Promise<void> {
  await db
    .update(engines)
    .set({ k8sNamespace: namespace })
    .where(and(eq(engines.engineType, 'session-pod'), ne(engines.k8sNamespace, namespace)));
}

/**
 * Records why an engine gets no pod; a repeat of the same reason changes nothing.
 * @returns whether the row was changed
 */
export async function markNotCreated(db: Db, engine: DesiredEngine, why: EngineTrouble): Promise<boolean> {
  const isRecorded = sql`${engines.trouble} is not distinct from ${JSON.stringify(why)}::jsonb`;
  return db.transaction(async (tx) => {
    const [changed] = await tx
      .update(engines)
      .set({ trouble: why, status: 'disconnected', updatedAt: sql`now()` })
      .where(and(eq(engines.id, engine.id), eq(engines.desired, 'running'), isNull(engines.podName), not(isRecorded)))
      .returning({ id: engines.id });
    if (!changed) return false;
    const step = { event: 'session_error', state: 'disconnected', trigger: RECONCILER, details: detailsOf(why) };
    await recordSessionEvents(tx, { ...engine, podName: null }, [step]);
    return true;
  });
}

/** A pod was created: the engine is initializing, unless its process has already reported more. */
export async function markInitializing(db: Db, engine: DesiredEngine, podName: string): Promise<void> {
  const spoken = hasReported(podName);
  await db.transaction(async (tx) => {
    await tx
      .update(engines)
      .set({
        podName,
        status: sql`case when ${spoken} then ${engines.status} else 'initializing' end`,
        statusGeneration: fromLeaseOf(podName),
        trouble: sql`case when ${engines.trouble} ->> 'cause' <> 'name-taken' then ${engines.trouble} end`,
        qrcode: sql`case when ${spoken} then ${engines.qrcode} end`,
        connectedAt: sql`case when ${spoken} then ${engines.connectedAt} end`,
        updatedAt: sql`now()`,
      })
      .where(eq(engines.id, engine.id));
    const step = { event: 'session_created', state: 'initializing', trigger: RECONCILER };
    await recordSessionEvents(tx, { ...engine, podName }, [step]);
  });
}

/**
 * A pod has disappeared. Does nothing if the engine already has another one, and keeps the status during a restart.
 * @returns whether the row was changed
 */
export async function markPodGone(db: Db, engine: DesiredEngine, podName: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [changed] = await tx
      .update(engines)
      .set({
        status: sql`case when ${IS_BEING_REPLACED} then ${engines.status} else 'disconnected' end`,
        // What was seen of the pod before says more than its disappearance.
        trouble: sql`case when ${engines.desired} = 'running' and not ${IS_BEING_REPLACED}
          then coalesce(${engines.trouble}, ${JSON.stringify(trouble('pod-gone'))}::jsonb) end`,
        qrcode: null,
        connectedAt: null,
        podName: null,
        // A stopped engine had its time to finish; anything of it that still runs loses its access.
        tokenVersion: sql`case when ${engines.desired} <> 'running' then ${engines.tokenVersion} + 1 else ${engines.tokenVersion} end`,
        updatedAt: sql`now()`,
      })
      .where(and(eq(engines.id, engine.id), eq(engines.podName, podName)))
      .returning({ status: engines.status, trouble: engines.trouble });
    if (!changed) return false;
    const { status: state, trouble: why } = changed;
    const step = { event: why ? 'session_error' : 'session_removed', state, trigger: RECONCILER };
    await recordSessionEvents(tx, { ...engine, podName }, [{ ...step, details: { ...(why && detailsOf(why)) } }]);
    return true;
  });
}

/**
 * Records what is wrong with an engine's pod, once. Does nothing if the engine already has another pod; a pod that runs
 * again reports for itself.
 * @returns whether the row was changed
 */
export async function markTroubled(
  db: Db,
  engine: DesiredEngine,
  pod: EnginePod,
  why: EngineTrouble,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ trouble: engines.trouble, status: engines.status })
      .from(engines)
      .where(and(eq(engines.id, engine.id), eq(engines.podName, pod.name)))
      .for('update');
    if (!row) return false;
    const isRunning = pod.problem === null;
    const isRecorded =
      why.endedAt === null ? row.trouble?.cause === why.cause : await isEndRecorded(tx, engine.id, why.endedAt);
    // Clusters count in whole seconds: a second exit within the same one looks like the first.
    if (isRecorded && (isRunning || row.status === 'disconnected')) return false;
    await tx
      .update(engines)
      .set({
        ...(isRunning ? {} : { status: 'disconnected', qrcode: null, connectedAt: null }),
        ...(isRunning && row.status === 'connected' ? {} : { trouble: why }),
        updatedAt: sql`now()`,
      })
      .where(eq(engines.id, engine.id));
    if (isRecorded) return true;
    const details = { ...detailsOf(why), restarts: pod.restarts };
    const step = { event: 'session_error', state: 'disconnected', trigger: RECONCILER, details };
    await recordSessionEvents(tx, { ...engine, podName: pod.name }, [step]);
    return true;
  });
}

/** A cluster shows a pod's last exit for as long as the pod lives, even to a reconciler that has just started. */
async function isEndRecorded(tx: Db, engineId: string, endedAt: string): Promise<boolean> {
  const [recorded] = await tx
    .select({ id: sessionEvents.id })
    .from(sessionEvents)
    .where(and(eq(sessionEvents.engineId, engineId), sql`${sessionEvents.details} ->> 'endedAt' = ${endedAt}`))
    .limit(1);
  return recorded !== undefined;
}

const detailsOf = (why: EngineTrouble): Record<string, unknown> =>
  Object.fromEntries(Object.entries(why).filter(([, value]) => value !== null));
