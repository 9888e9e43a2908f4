import { runAsLeader } from '../../platform/database/lead.ts';
import type { Stoppable } from '../../platform/domain.ts';
import { runRepeatedly } from '../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../platform/platform.ts';
import { consoleOf, stopConsole } from './console-of.ts';
import { watchForecast } from './forecast/forecast-watch.ts';
import { runPlans } from './plan/run-plans.ts';

/** Any fixed number: the holder of this advisory lock scores the forecast and carries out plans. */
const ADVICE_LOCK = 7_221_003;
const POLL_MS = 1_000;

/**
 * Role `worker`: maintains the forecast's history and score and carries out the runs that operators have started, in
 * one process at a time.
 */
export async function startAdvice(platform: Platform): Promise<Stoppable> {
  if (!platform.cluster) return { stop: async () => undefined };
  const leading = runAsLeader({
    databaseUrl: platform.database.directUrl,
    lock: ADVICE_LOCK,
    name: 'advice',
    log: platform.log,
    lead: () => lead(platform),
  });
  return {
    async stop() {
      await leading.stop();
      // With the role `api`, the console is shared and stopped there.
      if (!platform.config.roles.includes('api')) await stopConsole(platform);
    },
  };
}

async function lead(platform: Platform): Promise<Stoppable> {
  const { log } = platform;
  const deps = { db: platform.database.db, console: await consoleOf(platform) };
  const forecast = watchForecast(deps, log);
  const plans = runRepeatedly(async () => {
    await runPlans(deps, Date.now()).catch((error: unknown) => log.warn({ err: error }, 'no plan was carried out'));
    return POLL_MS;
  });
  return {
    async stop() {
      await Promise.all([plans.stop(), forecast.stop()]);
    },
  };
}
