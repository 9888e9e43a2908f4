import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { sendingEngineOf } from '../engines/index.ts';
import { countersOf, LANE_COLUMNS, type LaneRow, rulesOf } from '../messages/index.ts';
import type { ForecastLane } from './forecast-lane.ts';

/**
 * Number of latest sends used to estimate the time between two sends; several are in flight at once, so it is less than
 * a send's duration.
 */
const MAX_SENDS = 200;
/** Cap on a send's duration, in multiples of the median, for sends delayed by an outage or a restart. */
const MAX_MEDIANS = 10;
/**
 * Estimate for an engine that has sent nothing yet if no other is like it: a send takes about 1,500 ms, and 16 are in
 * flight at once.
 */
const DEFAULT_SEND_MS = 1_500 / 16;

export interface EngineLane extends Omit<ForecastLane, 'people'> {
  engineId: string;
}

/** Reads the lanes of a draft's engines as their claims see them. Empty: there is no engine to send it. */
export async function readLanes(db: Db, workspaceId: string, engineIds: readonly string[]): Promise<EngineLane[]> {
  const sending = engineIds.length > 0 ? null : await sendingEngineOf(db, workspaceId);
  const ids = sending ? [sending.id] : [...engineIds];
  if (ids.length === 0) return [];
  const { rows } = await db.execute<
    LaneRow & Record<string, unknown> & { engine_id: string; driver: string; name: string; zone: string; ahead: number }
  >(sql`
    select ${sql.raw(LANE_COLUMNS)}, lane.engine_id, engines.driver, engines.name, workspaces.zone,
      (select count(*)::int from (select from messages due where due.engine_id = lane.engine_id and due.status = 'pending'
        and due.hold_rule is distinct from 'first_contact' and due.claimable_at <= now() limit 100000) ahead) as ahead
    from engine_lanes lane join engines on engines.id = lane.engine_id join workspaces on workspaces.id = engines.workspace_id
    where lane.engine_id = any (${sql.param(ids)}::uuid[]) and engines.workspace_id = ${workspaceId} and engines.active
    order by lane.engine_id`);
  const sendMs = await sendMsByEngine(db, workspaceId);
  const meanForDriver = (driver: string) =>
    meanOf([...sendMs.values()].flatMap((engine) => (engine.driver === driver ? [engine.ms] : [])));
  return rows.map((row) => ({
    engineId: row.engine_id,
    name: row.name,
    rules: rulesOf(row),
    counters: countersOf(row),
    zone: row.zone,
    ahead: row.ahead,
    sendMs: Math.max(1, sendMs.get(row.engine_id)?.ms ?? meanForDriver(row.driver) ?? DEFAULT_SEND_MS),
  }));
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The mean time between recent sends, for engines that have sent something. Several are in flight at once and come in
 * bursts, so most follow the previous one immediately and the next burst doesn't. Idle time counts as the duration of
 * the send.
 */
async function sendMsByEngine(db: Db, workspaceId: string): Promise<Map<string, { driver: string; ms: number }>> {
  const { rows } = await db.execute<{ engine_id: string; driver: string; ms: number | null }>(sql`
    select engines.id as engine_id, engines.driver, paced.ms from engines cross join lateral (
      with latest as (
        select sent_at - claimed_at as took, sent_at - lag(sent_at) over (order by sent_at) as gap from (
          select sent_at, claimed_at from messages m where m.engine_id = engines.id and m.status = 'sent' and m.sent_at is not null
            and m.claimed_at is not null and not m.deleted order by m.id desc limit ${MAX_SENDS}) sent
      ), usual as (select percentile_cont(0.5) within group (order by took) as took from latest)
      select (extract(epoch from avg(least(latest.gap, latest.took, usual.took * ${MAX_MEDIANS}))) * 1000)::float8 as ms from latest, usual
    ) paced where engines.workspace_id = ${workspaceId}`);
  return new Map(rows.flatMap(({ engine_id, driver, ms }) => (ms === null ? [] : [[engine_id, { driver, ms }]])));
}
