import { systemClock } from '../../../platform/action.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runHourly } from '../../../platform/jobs/hourly.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { forgetRuns, runNextStep, type Turn } from '../run-automations.ts';
import { recordDates, recordSchedules, recordWaits } from './record-due.ts';

const INTERVAL_MS = 1_000;
const DUE_INTERVAL_MS = 30_000;

/**
 * Runs what was set off, and sets off what its time has come for, until stopped. Safe on several workers at once. Role
 * `worker`.
 */
export async function workAutomations(platform: Platform): Promise<Stoppable> {
  const { database, events, log } = platform;
  const deps = { db: database.db, clock: systemClock };
  const turn: Turn = { workspaceId: null };
  let isStopped = false;
  const running = runRepeatedly(async () => {
    try {
      while (!isStopped) {
        const happened = await runNextStep(deps, turn);
        if (happened === null) break;
        events.dispatch(happened);
      }
    } catch (error) {
      log.error({ err: error }, 'a step of an automation failed');
    }
    return INTERVAL_MS;
  });
  const due = runRepeatedly(async () => {
    try {
      await recordSchedules(database.db, new Date());
      await recordDates(database.db, new Date());
      await recordWaits(database.db, new Date());
    } catch (error) {
      log.warn({ err: error }, 'automations that are due could not be looked for');
    }
    return DUE_INTERVAL_MS;
  });
  const forgetting = await runHourly(platform, 'forget-automation-runs', async () => {
    await forgetRuns(database.db);
  });
  return {
    async stop() {
      isStopped = true;
      await Promise.all([running.stop(), due.stop(), forgetting.stop()]);
    },
  };
}
