import type { Running } from '../../../platform/domain.ts';
import type { Platform } from '../../../platform/platform.ts';
import { restartEngine } from '../../engines/index.ts';
import { FEWEST_IN_FLIGHT, ZombieWatch } from './zombie-watch.ts';

const EVERY_MS = 15_000;

/** Engines that are connected and work their lane, with what they have in flight; an index holds nothing but that. */
const IN_FLIGHT = `
  select m.engine_id, engine.workspace_id, array_agg(m.id) as ids
  from messages m
  join engines engine on engine.id = m.engine_id
  join engine_lanes lane on lane.engine_id = m.engine_id
  where m.status = 'sending' and engine.status = 'connected' and engine.desired = 'running'
    and engine.engine_type = 'session-pod' and lane.expires_at > now()
  group by m.engine_id, engine.workspace_id
  having count(*) >= ${FEWEST_IN_FLIGHT}`;

/**
 * One look at every lane. Restarts engines that are connected while nothing is acknowledged; what was in flight is settled by the new process under
 * the same ids. @returns the engines that were restarted.
 */
export async function restartZombies(platform: Platform, watch: ZombieWatch, nowMs: number): Promise<string[]> {
  const { db, pool } = platform.database;
  const { rows } = await pool.query<{ engine_id: string; workspace_id: string; ids: string[] }>(IN_FLIGHT);
  const zombies = watch.observe(
    rows.map((row) => ({ engineId: row.engine_id, ids: row.ids })),
    nowMs,
  );
  const restarted: string[] = [];
  for (const { engineId, inFlight, silentMs } of zombies) {
    const workspaceId = rows.find((row) => row.engine_id === engineId)?.workspace_id ?? '';
    const details = { unacknowledged: inFlight, silentSeconds: Math.round(silentMs / 1_000) };
    const outcome = await restartEngine(db, { engineId, workspaceId }, { trigger: 'health-check', details });
    if (outcome !== 'restarted') continue;
    platform.log.warn({ engineId, ...details }, 'restarting an engine that is connected while nothing is acknowledged');
    platform.live.toWorkspace(workspaceId, { type: 'engines.stale', engineId });
    restarted.push(engineId);
  }
  return restarted;
}

/** Looks for zombies now and then until stopped. A look that fails is told in the log and repeated. */
export function startZombieWatch(platform: Platform): Running {
  const watch = new ZombieWatch();
  let looking: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => restartZombies(platform, watch, performance.now()))
      .catch((error: unknown) => platform.log.warn({ err: error }, 'the lanes could not be looked at'));
  }, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
