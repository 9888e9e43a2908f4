import { runAsLeader } from '../../platform/database/lead.ts';
import type { Stoppable } from '../../platform/domain.ts';
import { runRepeatedly } from '../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../platform/platform.ts';
import { consoleOf, stopConsole } from './console-of.ts';
import { watchForecast } from './forecast/forecast-watch.ts';
import { runPlans } from './plan/carry-out.ts';

/** Any fixed number: whoever holds this advisory lock scores the forecast and carries plans out. */
const ADVICE_LOCK = 7_221_003;
const LOOK_MS = 1_000;

/**
 * Role `worker`: keeps the forecast's history and score and carries out what operators have begun, in one process at a
 * time.
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
      // Where there is an API in this process the console is its own to end.
      if (!platform.config.roles.includes('api')) await stopConsole(platform);
    },
  };
}

async function lead(platform: Platform): Promise<Stoppable> {
  const { log } = platform;
  const parts = { db: platform.database.db, console: await consoleOf(platform) };
  const forecast = watchForecast(parts, log);
  const plans = runRepeatedly(async () => {
    await runPlans(parts, Date.now()).catch((error: unknown) => log.warn({ err: error }, 'no plan was carried out'));
    return LOOK_MS;
  });
  return {
    async stop() {
      await Promise.all([plans.stop(), forecast.stop()]);
    },
  };
}
