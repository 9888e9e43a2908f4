import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { sendingEngineOf } from '../engines/index.ts';
import { countersOf, LANE_COLUMNS, type LaneRow, rulesOf } from '../messages/index.ts';
import type { ForecastLane } from './forecast-lane.ts';

/** Sends that tell how soon one follows another: an engine has several under way at once, so that is less than one takes. */
const LATEST = 200;
/** Of an engine that has sent nothing yet. */
const UNKNOWN_SEND_MS = 1_500;

export interface EngineLane extends Omit<ForecastLane, 'people'> {
  engineId: string;
}

/** The lanes of a draft's engines as their claims see them now; none: there is no engine to send it. */
export async function readLanes(db: Db, workspaceId: string, engineIds: readonly string[]): Promise<EngineLane[]> {
  const sending = engineIds.length > 0 ? null : await sendingEngineOf(db, workspaceId);
  const ids = sending ? [sending.id] : [...engineIds];
  if (ids.length === 0) return [];
  const { rows } = await db.execute<
    LaneRow &
      Record<string, unknown> & { engine_id: string; name: string; zone: string; ahead: number; send_ms: number | null }
  >(sql`
    select ${sql.raw(LANE_COLUMNS)}, lane.engine_id, engines.name, workspaces.zone,
      (select count(*)::int from (select from messages due where due.engine_id = lane.engine_id and due.status = 'pending'
        and due.hold_rule is distinct from 'first_contact' and due.claimable_at <= now() limit 100000) ahead) as ahead,
      (select (least(percentile_cont(0.5) within group (order by extract(epoch from latest.took)),
          percentile_cont(0.5) within group (order by extract(epoch from latest.gap))) * 1000)::float8 from (
        select sent_at - claimed_at as took, sent_at - lag(sent_at) over (order by sent_at) as gap from (
          select sent_at, claimed_at from messages m where m.engine_id = lane.engine_id and m.status = 'sent' and m.sent_at is not null
            and m.claimed_at is not null and not m.deleted order by m.id desc limit ${LATEST}) sent) latest) as send_ms
    from engine_lanes lane join engines on engines.id = lane.engine_id join workspaces on workspaces.id = engines.workspace_id
    where lane.engine_id = any (${sql.param(ids)}::uuid[]) and engines.workspace_id = ${workspaceId} and engines.active
    order by lane.engine_id`);
  return rows.map((row) => ({
    engineId: row.engine_id,
    name: row.name,
    rules: rulesOf(row),
    counters: countersOf(row),
    zone: row.zone,
    ahead: row.ahead,
    sendMs: Math.max(1, row.send_ms ?? UNKNOWN_SEND_MS),
  }));
}
