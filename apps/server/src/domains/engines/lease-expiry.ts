import type pg from 'pg';
import type { Stoppable } from '../../platform/domain.ts';
import { runRepeatedly } from '../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../platform/platform.ts';
import { enginesStale } from './engines.events.ts';

const INTERVAL_MS = 2_000;

/**
 * Leases that have expired since a time ($1), by the database's clock; none without it. An index would make every
 * renewal more expensive, and this reads 10,000 lanes in a few milliseconds.
 */
const EXPIRED = `
  select now()::text as at, coalesce((
    select json_agg(json_build_object('engineId', lane.engine_id, 'workspaceId', engines.workspace_id))
    from engine_lanes lane join engines on engines.id = lane.engine_id
    where lane.expires_at > $1::timestamptz and lane.expires_at <= now()
  ), '[]') as lapsed`;

interface ExpiredLease {
  engineId: string;
  workspaceId: string;
}

/** @returns engines whose leases have expired since `since`, and the time to pass next */
export async function expiredLeases(
  pool: pg.Pool,
  since: string | null,
): Promise<{ at: string; lapsed: ExpiredLease[] }> {
  const { rows } = await pool.query<{ at: string; lapsed: ExpiredLease[] }>(EXPIRED, [since]);
  return rows[0] as { at: string; lapsed: ExpiredLease[] };
}

/**
 * Publishes engines whose lease has expired. Nothing else reports that, so browsers would show the engine's old state
 * and wrong reasons for waiting messages until reloaded. Every worker publishes; duplicates do no harm.
 */
export function watchLeaseExpiry(platform: Platform): Stoppable {
  let since: string | null = null;
  return runRepeatedly(async () => {
    try {
      const { at, lapsed } = await expiredLeases(platform.database.pool, since);
      since = at;
      platform.events.dispatch(lapsed.map(({ engineId, workspaceId }) => enginesStale(workspaceId, engineId)));
    } catch (error) {
      platform.log.debug({ err: error }, 'expired leases could not be checked');
    }
    return INTERVAL_MS;
  });
}
