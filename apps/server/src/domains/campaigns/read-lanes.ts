import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { sendingEngineOf } from '../engines/index.ts';
import { countersOf, LANE_COLUMNS, type LaneRow, rulesOf } from '../messages/index.ts';
import type { ForecastLane } from './forecast-lane.ts';

/**
 * Sends that tell how soon one follows another: an engine has several under way at once, so that is less than one
 * takes.
 */
const LATEST = 200;
/** A send that took longer than so many usual ones, through an outage or a restart, counts as so many. */
const LONGEST_IN_USUAL = 10;
/**
 * Of an engine that has sent nothing yet, where no other is like it: a send takes about 1,500 ms, and 16 are under way
 * at once.
 */
const UNKNOWN_SEND_MS = 1_500 / 16;

export interface EngineLane extends Omit<ForecastLane, 'people'> {
  engineId: string;
}

/** The lanes of a draft's engines as their claims see them now; none: there is no engine to send it. */
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
  const alike = (driver: string) =>
    meanOf([...sendMs.values()].flatMap((one) => (one.driver === driver ? [one.ms] : [])));
  return rows.map((row) => ({
    engineId: row.engine_id,
    name: row.name,
    rules: rulesOf(row),
    counters: countersOf(row),
    zone: row.zone,
    ahead: row.ahead,
    sendMs: Math.max(1, sendMs.get(row.engine_id)?.ms ?? alike(row.driver) ?? UNKNOWN_SEND_MS),
  }));
}

const meanOf = (all: readonly number[]): number | null =>
  all.length === 0 ? null : all.reduce((sum, one) => sum + one, 0) / all.length;

/**
 * After how long one send followed another lately, in the mean: several are under way at once and come in bursts, so
 * that most follow the one before at once and the next burst does not. While nothing was to be sent it counts what the
 * send took. Of engines that have sent something.
 */
async function sendMsByEngine(db: Db, workspaceId: string): Promise<Map<string, { driver: string; ms: number }>> {
  const { rows } = await db.execute<{ engine_id: string; driver: string; ms: number | null }>(sql`
    select engines.id as engine_id, engines.driver, paced.ms from engines cross join lateral (
      with latest as (
        select sent_at - claimed_at as took, sent_at - lag(sent_at) over (order by sent_at) as gap from (
          select sent_at, claimed_at from messages m where m.engine_id = engines.id and m.status = 'sent' and m.sent_at is not null
            and m.claimed_at is not null and not m.deleted order by m.id desc limit ${LATEST}) sent
      ), usual as (select percentile_cont(0.5) within group (order by took) as took from latest)
      select (extract(epoch from avg(least(latest.gap, latest.took, usual.took * ${LONGEST_IN_USUAL}))) * 1000)::float8 as ms from latest, usual
    ) paced where engines.workspace_id = ${workspaceId}`);
  return new Map(rows.flatMap(({ engine_id, driver, ms }) => (ms === null ? [] : [[engine_id, { driver, ms }]])));
}
