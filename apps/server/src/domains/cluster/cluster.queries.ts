import { and, asc, count, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { users } from '../accounts/accounts.schema.ts';
import { engineLanes, engines } from '../engines/engines.schema.ts';
import { standingColumns } from '../engines/index.ts';

const sessionColumns = {
  ...standingColumns,
  id: engines.id,
  podName: engines.podName,
  active: engines.active,
  createdAt: engines.createdAt,
  updatedAt: engines.updatedAt,
  lastRestart: engines.lastRestart,
  connectedAt: engines.connectedAt,
  userId: users.id,
  userName: users.name,
  userEmail: users.email,
};

/** Fields that sessions can be sorted by. */
export const SESSION_SORTS = ['updatedAt', 'createdAt'] as const;

/** A page of the engine sessions of all workspaces. */
export async function findEngineSessions(
  db: Db,
  {
    limit,
    skip,
    sort,
    descending,
  }: { limit: number; skip: number; sort: (typeof SESSION_SORTS)[number]; descending: boolean },
) {
  const order = descending ? desc : asc;
  const rows = await db
    .select(sessionColumns)
    .from(engines)
    .leftJoin(users, eq(users.id, engines.ownerId))
    .leftJoin(engineLanes, eq(engineLanes.engineId, engines.id))
    .orderBy(order(engines[sort]), order(engines.id))
    .limit(limit)
    .offset(skip);
  const [counted] = await db.select({ total: count() }).from(engines);
  return { rows, total: counted?.total ?? 0 };
}

/**
 * Engine sessions that changed after a moment, least recently changed first, with the total number of sessions.
 * Includes sessions whose lease has expired since then, which their row does not show.
 * @param others ids of sessions that have changed otherwise
 */
export async function findChangedEngineSessions(db: Db, since: Date, others: string[], limit: number) {
  const rows = await db
    .select(sessionColumns)
    .from(engines)
    .leftJoin(users, eq(users.id, engines.ownerId))
    .leftJoin(engineLanes, eq(engineLanes.engineId, engines.id))
    .where(
      or(
        gt(engines.updatedAt, since),
        and(gt(engineLanes.expiresAt, since), lte(engineLanes.expiresAt, sql`now()`)),
        inArray(engines.id, others),
      ),
    )
    .orderBy(asc(engines.updatedAt), asc(engines.id))
    .limit(limit);
  return { rows, total: await db.$count(engines) };
}

export type EngineSessionRecord = Awaited<ReturnType<typeof findEngineSessions>>['rows'][number];

/** All engine sessions, most recently changed first; for the gateway status, which covers all of them. */
export function findAllEngineSessions(db: Db): Promise<EngineSessionRecord[]> {
  return db
    .select(sessionColumns)
    .from(engines)
    .leftJoin(users, eq(users.id, engines.ownerId))
    .leftJoin(engineLanes, eq(engineLanes.engineId, engines.id))
    .orderBy(sql`${engines.updatedAt} desc`);
}

/** Ids of the engine sessions that a pod serves. */
export async function findSessionsOfPod(db: Db, podName: string): Promise<string[]> {
  const rows = await db.select({ id: engines.id }).from(engines).where(eq(engines.podName, podName));
  return rows.map((row) => row.id);
}

/** Number of engine sessions per pod name. */
export async function countSessionsByPod(db: Db): Promise<Map<string, number>> {
  const rows = await db.select({ podName: engines.podName, sessions: count() }).from(engines).groupBy(engines.podName);
  return new Map(rows.flatMap((row) => (row.podName === null ? [] : [[row.podName, row.sessions] as const])));
}
