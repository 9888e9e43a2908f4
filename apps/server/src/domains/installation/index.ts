import manifest from '../../../package.json' with { type: 'json' };
import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { checkForRelease, isNewer } from '../../platform/releases/releases.ts';
import { installationNotices } from './installation.notices.ts';
import { installationRouter } from './installation.routes.ts';
import { runNightlyBackup } from './jobs/back-up-nightly.ts';
import { purgeOld } from './jobs/purge-old.ts';
import { tellOutages } from './jobs/tell-outages.ts';

/** Of a backup: a large one takes its time, and only one is made at once. */
const BACKUP_QUEUE = { policy: 'exclusive', expireInSeconds: 6 * 60 * 60 };

/** This installation, for whoever runs it: all people and workspaces, how it is, its backups. */
export const installationDomain: Domain = {
  name: 'installation',
  routers: { installation: installationRouter },
  notices: installationNotices,
  async work(platform) {
    const backup = () => runNightlyBackup(platform, new Date());
    const parts = [
      tellOutages(platform),
      await runHourly(platform, 'look-for-release', async () => {
        const { config, database, log } = platform;
        const told = await checkForRelease(database, config);
        if (told && isNewer(told.version, manifest.version))
          log.info({ version: told.version }, 'a new version is available');
      }),
      await runHourly(platform, 'nightly-backup', backup, BACKUP_QUEUE),
      await runHourly(platform, 'purge-old', async () => {
        const { config, database, log } = platform;
        const removed = await purgeOld(database.pool, config, new Date());
        if (Object.keys(removed).length > 0) log.info({ removed }, 'removed what was kept for long enough');
      }),
    ];
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
};
