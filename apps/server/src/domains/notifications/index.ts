import { lt, sql } from 'drizzle-orm';
import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { watchUnmailed } from './mail-notifications.ts';
import { notificationsRouter } from './notifications.routes.ts';
import { notifications } from './notifications.schema.ts';

export { notify, settle } from './notify.ts';

const KEPT = sql`interval '90 days'`;

/** What people are told, and by which channels. */
export const notificationsDomain: Domain = {
  name: 'notifications',
  routers: { notifications: notificationsRouter },
  async work(platform) {
    const { database } = platform;
    const forgetting = await runHourly(platform, 'forget-notifications', async () => {
      await database.db.delete(notifications).where(lt(notifications.createdAt, sql`now() - ${KEPT}`));
    });
    const parts = [watchUnmailed(platform), forgetting];
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
};
