import { systemClock } from '../../../platform/action.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runHourly } from '../../../platform/jobs/hourly.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { purgeRuns, runNextStep, type WorkspaceCursor } from '../run-automations.ts';
import { recordDates, recordSchedules, recordWaits } from './record-due.ts';

const RUN_INTERVAL_MS = 1_000;
const DUE_INTERVAL_MS = 30_000;

/**
 * Runs triggered automations, and triggers those that are due, until stopped. Safe on several workers at once. Role
 * `worker`.
 */
export async function workAutomations(platform: Platform): Promise<Stoppable> {
  const { database, events, log } = platform;
  const deps = { db: database.db, clock: systemClock };
  const cursor: WorkspaceCursor = { workspaceId: null };
  let isStopped = false;
  const running = runRepeatedly(async () => {
    try {
      while (!isStopped) {
        const stepEvents = await runNextStep(deps, cursor);
        if (stepEvents === null) break;
        events.dispatch(stepEvents);
      }
    } catch (error) {
      log.error({ err: error }, 'a step of an automation failed');
    }
    return RUN_INTERVAL_MS;
  });
  const due = runRepeatedly(async () => {
    try {
      await recordSchedules(database.db, new Date());
      await recordDates(database.db, new Date());
      await recordWaits(database.db, new Date());
    } catch (error) {
      log.warn({ err: error }, 'due automations could not be triggered');
    }
    return DUE_INTERVAL_MS;
  });
  const purging = await runHourly(platform, 'forget-automation-runs', async () => {
    await purgeRuns(database.db);
  });
  return {
    async stop() {
      isStopped = true;
      await Promise.all([running.stop(), due.stop(), purging.stop()]);
    },
  };
}
