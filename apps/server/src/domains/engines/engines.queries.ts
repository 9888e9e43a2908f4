import { eventsOfSeverity } from '@switchyard/contracts/engines/lifecycle';
import { and, asc, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { engineLanes, engines, sessionEvents } from './engines.schema.ts';

export type EngineRow = typeof engines.$inferSelect & {
  leaseHolder: string | null;
  leaseInstanceId: string | null;
  leaseGeneration: number;
  /** When the lease was last renewed; null if nobody holds it. */
  leaseRenewedAt: Date | null;
  /** The lease has not expired, by the database's clock. */
  leaseIsLive: boolean;
  /** Time since its row last changed. */
  unchangedForMs: number;
};

/** For statements about engines: the generation of the next lease. */
export const NEXT_LEASE = sql<number>`(select ${engineLanes.generation} + 1 from ${engineLanes} where ${engineLanes.engineId} = ${engines.id})`;

const withLane = (db: Db) =>
  db
    .select({
      engine: engines,
      holder: engineLanes.holder,
      instanceId: engineLanes.instanceId,
      generation: engineLanes.generation,
      expiresAt: engineLanes.expiresAt,
      leaseMs: engineLanes.leaseMs,
      live: sql<boolean>`coalesce(${engineLanes.expiresAt} > now(), false)`,
      unchangedForMs: sql<number>`extract(epoch from now() - ${engines.updatedAt})::float8 * 1000`,
    })
    .from(engines)
    .leftJoin(engineLanes, eq(engineLanes.engineId, engines.id));

type WithLane = Awaited<ReturnType<typeof withLane>>[number];

const toEngineRow = (row: WithLane): EngineRow => ({
  ...row.engine,
  leaseHolder: row.holder,
  leaseInstanceId: row.instanceId,
  leaseGeneration: row.generation ?? 0,
  leaseRenewedAt: row.expiresAt && new Date(row.expiresAt.getTime() - (row.leaseMs ?? 0)),
  leaseIsLive: row.live,
  unchangedForMs: row.unchangedForMs,
});

/** One engine of a workspace, or of any if `workspaceId` is null; null if there is none with this id. */
export async function findEngine(
  db: Db,
  { engineId, workspaceId }: { engineId: string; workspaceId: string | null },
): Promise<EngineRow | null> {
  const inWorkspace = workspaceId === null ? undefined : eq(engines.workspaceId, workspaceId);
  const [found] = await withLane(db).where(and(eq(engines.id, engineId), inWorkspace));
  return found ? toEngineRow(found) : null;
}

/**
 * A workspace's engines, oldest first, with their lane holders. `isLinked`: only those with a number, ordered by it.
 */
export async function listEngines(
  db: Db,
  workspaceId: string,
  { limit, skip, isLinked = false }: { limit: number; skip: number; isLinked?: boolean },
): Promise<{ rows: EngineRow[]; total: number }> {
  const matches = and(eq(engines.workspaceId, workspaceId), isLinked ? isNotNull(engines.phoneNumber) : undefined);
  const found = await withLane(db)
    .where(matches)
    .orderBy(...(isLinked ? [asc(engines.phoneNumber)] : []), asc(engines.id))
    .limit(limit)
    .offset(skip);
  return { total: await db.$count(engines, matches), rows: found.map(toEngineRow) };
}

/** A connected engine of a workspace that is not on hold, so that its messages go out now; null if there is none. */
export async function connectedEngineOf(db: Db, workspaceId: string): Promise<{ id: string; driver: string } | null> {
  const [engine] = await db
    .select({ id: engines.id, driver: engines.driver })
    .from(engines)
    .innerJoin(engineLanes, eq(engineLanes.engineId, engines.id))
    .where(
      and(
        eq(engines.workspaceId, workspaceId),
        eq(engines.status, 'connected'),
        isNull(engines.planHeldAt),
        sql`${engineLanes.expiresAt} > now()`,
        sql`(${engineLanes.restrictionScope} is null or ${engineLanes.restrictedUntil} <= now())`,
      ),
    )
    .orderBy(asc(engines.id))
    .limit(1);
  return engine ?? null;
}

/** Events of engine sessions; of all workspaces if `workspaceId` is null. */
export async function listSessionEvents(
  db: Db,
  {
    workspaceId,
    sessionId,
    severity,
    event,
    sort,
    limit,
    skip,
  }: {
    workspaceId: string | null;
    sessionId?: string | undefined;
    severity?: 'warning' | 'error' | undefined;
    event?: string | undefined;
    sort: 'fromDateTime' | '-fromDateTime';
    limit: number;
    skip: number;
  },
) {
  const matches = and(
    workspaceId === null ? undefined : eq(sessionEvents.workspaceId, workspaceId),
    sessionId === undefined ? undefined : eq(sessionEvents.engineId, sessionId),
    severity && inArray(sessionEvents.event, eventsOfSeverity(severity)),
    event === undefined ? undefined : eq(sessionEvents.event, event),
  );
  const rows = await db
    .select({ ...getTableColumns(sessionEvents), engineName: engines.name })
    .from(sessionEvents)
    .leftJoin(engines, eq(engines.id, sessionEvents.engineId))
    .where(matches)
    .orderBy(
      ...[sessionEvents.fromDateTime, sessionEvents.id].map((column) => (sort === 'fromDateTime' ? asc : desc)(column)),
    )
    .limit(limit)
    .offset(skip);
  const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(sessionEvents).where(matches);
  return { rows, total };
}

/** The engine's workspace; null if there is no engine with this id. */
export async function engineWorkspace(db: Db, engineId: string): Promise<string | null> {
  const [engine] = await db.select({ workspaceId: engines.workspaceId }).from(engines).where(eq(engines.id, engineId));
  return engine?.workspaceId ?? null;
}
