import type { SystemActor } from '../../../platform/actor.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { perform } from '../../../platform/perform.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { restartEngine } from '../../engines/index.ts';
import { MIN_IN_FLIGHT, ZombieWatch } from './zombie-watch.ts';

const WATCH_INTERVAL_MS = 15_000;

/** Engines that are connected and work their lane, with their messages in flight; served by a partial index. */
const IN_FLIGHT = `
  select m.engine_id, engine.workspace_id, array_agg(m.id) as ids
  from messages m
  join engines engine on engine.id = m.engine_id
  join engine_lanes lane on lane.engine_id = m.engine_id
  where m.status = 'sending' and engine.status = 'connected' and engine.desired = 'running'
    and engine.engine_type = 'session-pod' and lane.expires_at > now()
  group by m.engine_id, engine.workspace_id
  having count(*) >= ${MIN_IN_FLIGHT}`;

/**
 * Checks every lane once, and restarts engines that are connected while nothing is acknowledged. The new process
 * settles the messages in flight under the same ids.
 * @returns the restarted engines
 */
export async function restartZombies(platform: Platform, watch: ZombieWatch, nowMs: number): Promise<string[]> {
  const { rows } = await platform.database.pool.query<{ engine_id: string; workspace_id: string; ids: string[] }>(
    IN_FLIGHT,
  );
  const zombies = watch.observe(
    rows.map((row) => ({ engineId: row.engine_id, ids: row.ids })),
    nowMs,
  );
  const restarted: string[] = [];
  for (const { engineId, inFlight, silentMs } of zombies) {
    const workspaceId = rows.find((row) => row.engine_id === engineId)?.workspace_id ?? '';
    const finding = { unacknowledged: inFlight, silentSeconds: Math.round(silentMs / 1_000) };
    const healthCheck = { userId: null, fullName: 'health-check', workspaceId, onBehalfOf: null };
    try {
      await perform<{ id: string; finding: typeof finding }, unknown, SystemActor>(
        platform,
        restartEngine,
        healthCheck,
        {
          id: engineId,
          finding,
        },
      );
    } catch (error) {
      if (error instanceof Refusal) continue;
      throw error;
    }
    platform.log.warn({ engineId, ...finding }, 'restarting an engine that is connected while nothing is acknowledged');
    restarted.push(engineId);
  }
  return restarted;
}

/** Watches for zombies until stopped. A failed check is logged and repeated. */
export function startZombieWatch(platform: Platform): Stoppable {
  const watch = new ZombieWatch();
  let checking: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking
      .then(() => restartZombies(platform, watch, performance.now()))
      .catch((error: unknown) => platform.log.warn({ err: error }, 'the lanes could not be looked at'));
  }, WATCH_INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}
