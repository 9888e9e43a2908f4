import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { installationNotices } from './installation.notices.ts';
import { runNightlyBackup } from './jobs/back-up-nightly.ts';

/** Of a backup: a large one takes its time, and only one is made at once. */
const BACKUP_QUEUE = { policy: 'exclusive', expireInSeconds: 6 * 60 * 60 };

/** This installation, for whoever runs it: its backups. */
export const installationDomain: Domain = {
  name: 'installation',
  notices: installationNotices,
  async work(platform) {
    const backup = () => runNightlyBackup(platform, new Date());
    return runHourly(platform, 'nightly-backup', backup, BACKUP_QUEUE);
  },
};
