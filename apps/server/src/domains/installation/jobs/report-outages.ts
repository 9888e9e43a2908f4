import { runAsLeader } from '../../../platform/database/lead.ts';
import { examine } from '../../../platform/doctor/examine.ts';
import { trackOutages } from '../../../platform/doctor/track-outages.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import { verifyMail } from '../../../platform/mail/smtp-mailer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { checkDirectory } from '../../cells/index.ts';
import { listOffline } from '../../engines/index.ts';

/** Any fixed number: among several workers, the holder of this advisory lock notifies. */
const OUTAGES_LOCK = 7_221_051;
const INTERVAL_MS = 60_000;
const ANSWER_TIMEOUT_MS = 10_000;
/** There is no leader without a database, so every worker reports these. */
const LEADERLESS_CHECKS: readonly string[] = ['database', 'writes'];

/** Role `worker`: checks the installation every minute and posts failures to OUTAGE_WEBHOOK_URL. */
export function reportOutages(platform: Platform, lookMs = INTERVAL_MS): Stoppable {
  const { config, database, localUrl, log } = platform;
  const { outageWebhookUrl: url, publicUrl: server } = config;
  if (url === null) return { stop: async () => undefined };
  let leads = false;
  const leader = runAsLeader({
    ...{ databaseUrl: database.directUrl, lock: OUTAGES_LOCK, name: 'outages', log },
    async lead() {
      leads = true;
      return {
        async stop() {
          leads = false;
        },
      };
    },
  });
  const follow = trackOutages(async (news) => {
    if (!leads && !LEADERLESS_CHECKS.includes(news.about)) return;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...news, server }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`OUTAGE_WEBHOOK_URL answers ${answer.status}`);
  });
  const port = config.roles.includes('api') ? Number(new URL(localUrl).port) : config.port;
  const checks = runRepeatedly(async () => {
    try {
      await follow(
        await examine({ config: { ...config, port }, database, verifyMail, listOffline, checkDirectory }),
        new Date(),
      );
    } catch (error) {
      log.warn({ err: error }, 'an outage could not be reported');
    }
    return lookMs;
  });
  return { stop: async () => void (await Promise.all([leader.stop(), checks.stop()])) };
}
