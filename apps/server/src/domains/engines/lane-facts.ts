import type { EngineDetail } from '@switchyard/contracts/engines/detail';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { engineDays, engineLanes, engines } from './engines.schema.ts';

type LaneFacts = Pick<EngineDetail, 'lease' | 'pacing'>;

/** Holder, pace and today's number of sent messages for the lanes of these engines, by engine. */
export async function readLanes(db: Db, engineIds: string[]): Promise<Map<string, LaneFacts>> {
  // The database's clock decides what has expired, as for every claim.
  const found = await db
    .select({
      lane: engineLanes,
      workspaceQuiet: workspaces.quietHours,
      isLive: sql<boolean>`coalesce(${engineLanes.expiresAt} > now(), false)`,
      sentToday: sql<number>`coalesce((select sent from ${engineDays} where ${engineDays.engineId} = ${engineLanes.engineId}
        and ${engineDays.day} = (now() at time zone ${workspaces.zone})::date), 0)`,
      isRestricted: sql<boolean>`${engineLanes.restrictionScope} is not null and coalesce(${engineLanes.restrictedUntil} > now(), true)`,
    })
    .from(engineLanes)
    .innerJoin(engines, eq(engines.id, engineLanes.engineId))
    .innerJoin(workspaces, eq(workspaces.id, engines.workspaceId))
    .where(inArray(engineLanes.engineId, engineIds));
  return new Map(found.map((row) => [row.lane.engineId, factsOf(row)]));
}

interface LaneFactRow {
  lane: typeof engineLanes.$inferSelect;
  workspaceQuiet: typeof workspaces.$inferSelect.quietHours;
  isLive: boolean;
  sentToday: number;
  isRestricted: boolean;
}

function factsOf({ lane, workspaceQuiet, isLive, sentToday, isRestricted }: LaneFactRow): LaneFacts {
  const { holder, generation, expiresAt, restrictionScope, restrictedUntil } = lane;
  return {
    lease: holder && expiresAt ? { holder, generation, isLive, expiresAt: expiresAt.toISOString() } : null,
    pacing: {
      knownPerMinute: lane.knownPerMinute,
      newPerMinute: lane.newPerMinute,
      burst: lane.burst,
      dailyCap: lane.dailyCap,
      sentToday,
      quietFrom: lane.quietFrom,
      quietTo: lane.quietTo,
      quietOff: lane.quietOff,
      warmUp: lane.warmUp,
      repliesPerMinute: lane.repliesPerMinute,
      gapFromSeconds: lane.gapFromSeconds,
      gapToSeconds: lane.gapToSeconds,
      workspaceQuiet,
      restriction: isRestricted
        ? { scope: restrictionScope === 'new' ? 'new' : 'all', until: restrictedUntil?.toISOString() ?? null }
        : null,
    },
  };
}

/** Facts of an engine whose lane was never worked. */
export const NO_LANE: LaneFacts = {
  lease: null,
  pacing: {
    knownPerMinute: null,
    newPerMinute: null,
    burst: 0,
    dailyCap: null,
    sentToday: 0,
    quietFrom: null,
    quietTo: null,
    quietOff: false,
    warmUp: false,
    repliesPerMinute: null,
    gapFromSeconds: null,
    gapToSeconds: null,
    workspaceQuiet: null,
    restriction: null,
  },
};
