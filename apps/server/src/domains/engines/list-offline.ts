import type { Database } from '../../platform/database/database.ts';
import { IN_BROWSER } from './engines.policy.ts';

const MAX_NAMES = 6;

/** Names of some engines that should run but whose process does not respond. */
export async function listOffline({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select engines.name from engines left join engine_lanes lane on lane.engine_id = engines.id
    where engines.active and engines.desired = 'running' and engines.engine_type <> '${IN_BROWSER}' and coalesce(lane.expires_at < now(), true)
    order by engines.name limit ${MAX_NAMES}`);
  return rows.map(({ name }) => name);
}
