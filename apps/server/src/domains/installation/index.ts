import manifest from '../../../package.json' with { type: 'json' };
import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { checkForRelease, isNewer } from '../../platform/releases/releases.ts';
import { installationNotices } from './installation.notices.ts';
import { installationRouter } from './installation.routes.ts';
import { runNightlyBackup } from './jobs/back-up-nightly.ts';
import { purgeOld } from './jobs/purge-old.ts';
import { reportOutages } from './jobs/report-outages.ts';

/** A large backup takes hours, and only one may run at a time. */
const BACKUP_QUEUE = { policy: 'exclusive', expireInSeconds: 6 * 60 * 60 };

/** The installation, for its operators: all people and workspaces, health, and backups. */
export const installationDomain: Domain = {
  name: 'installation',
  routers: { installation: installationRouter },
  notices: installationNotices,
  async work(platform) {
    const backup = () => runNightlyBackup(platform, new Date());
    const parts = [
      reportOutages(platform),
      await runHourly(platform, 'look-for-release', async () => {
        const { config, database, log } = platform;
        const release = await checkForRelease(database, config);
        if (release && isNewer(release.version, manifest.version))
          log.info({ version: release.version }, 'a new version is available');
      }),
      await runHourly(platform, 'nightly-backup', backup, BACKUP_QUEUE),
      await runHourly(platform, 'purge-old', async () => {
        const { config, database, log } = platform;
        const removed = await purgeOld(database.pool, config, new Date());
        if (Object.keys(removed).length > 0) log.info({ removed }, 'deleted rows past their retention');
      }),
    ];
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
};
