import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { IN_BROWSER } from './engines.policy.ts';
import { engineLanes, engines } from './engines.schema.ts';

/** What a message is sent through. */
export interface SendingEngine {
  id: string;
  driver: string;
}

/**
 * SQL: engines that new messages may use without a person's decision: meant to run, and not held by the plan. Never a
 * stopped one.
 */
export const READY_ENGINES = `
  select engines.id, engines.workspace_id, engines.driver, engines.is_default,
    engines.status = 'connected' and coalesce(lane.expires_at > now(), false) as is_connected
  from engines left join engine_lanes lane on lane.engine_id = engines.id
  where engines.active and engines.engine_type in ('session-pod', '${IN_BROWSER}') and engines.desired = 'running' and engines.plan_held_at is null`;

/**
 * SQL: the ready engine of a workspace for contacts without a conversation: the default, else the only connected one,
 * or if none is connected the only one. Null if there is none, or several without a default.
 */
export const USUAL_ENGINE = `coalesce(
  (array_agg(id) filter (where is_default))[1],
  case count(*) filter (where is_connected)
    when 1 then (array_agg(id) filter (where is_connected))[1]
    when 0 then case when count(*) = 1 then (array_agg(id))[1] end
  end)`;

/**
 * The engine for a workspace's new messages if no chat decides. Null if none may be picked without a person's decision.
 */
export async function sendingEngineOf(db: Db, workspaceId: string): Promise<SendingEngine | null> {
  const { rows } = await db.execute<SendingEngine & Record<string, unknown>>(sql`
    with ready as (${sql.raw(READY_ENGINES)} and engines.workspace_id = ${workspaceId})
    select id, driver from ready where id = (select ${sql.raw(USUAL_ENGINE)} from ready)`);
  const [engine] = rows;
  return engine ?? null;
}

/** Whether an engine runs in a browser that is not working its lane now, so that it claims no message meanwhile. */
export async function isBrowserAway(db: Db, engineId: string): Promise<boolean> {
  const [away] = await db
    .select({ id: engines.id })
    .from(engines)
    .innerJoin(engineLanes, eq(engineLanes.engineId, engines.id))
    .where(
      and(
        eq(engines.id, engineId),
        eq(engines.engineType, IN_BROWSER),
        sql`coalesce(${engineLanes.expiresAt} <= now(), true)`,
      ),
    );
  return away !== undefined;
}

/** Which of these engines a workspace may choose to send through, running or not. */
export async function choosableEngines(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, SendingEngine>> {
  if (ids.length === 0) return new Map();
  const ours = and(
    eq(engines.workspaceId, workspaceId),
    eq(engines.active, true),
    inArray(engines.engineType, ['session-pod', IN_BROWSER]),
  );
  const rows = await db
    .select({ id: engines.id, driver: engines.driver })
    .from(engines)
    .where(and(ours, inArray(engines.id, [...ids])));
  return new Map(rows.map((row) => [row.id, row]));
}
