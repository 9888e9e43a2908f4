import { lt, sql } from 'drizzle-orm';
import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { watchPending } from './deliver-pending.ts';
import { deliverNew } from './notifications.events.ts';
import { notificationsNotices } from './notifications.notices.ts';
import { notificationsPersonalData } from './notifications.personal-data.ts';
import { notificationsRouter } from './notifications.routes.ts';
import { notifications } from './notifications.schema.ts';
import { notifyCreditLimits } from './notify-credit-limits.ts';
import { notifyPlanNotices } from './plan-notices.ts';
import { changePushKeys, pushKeys } from './push-keys.ts';

export { notify, settle } from './notify.ts';
export { notifyByWhatsapp } from './notify-by-whatsapp.ts';

const KEPT = sql`interval '90 days'`;

/** Notifications and the channels they use. */
export const notificationsDomain: Domain = {
  name: 'notifications',
  routers: { notifications: notificationsRouter },
  notices: notificationsNotices,
  hooks: [notifyPlanNotices],
  reactions: [deliverNew],
  changeSecret: changePushKeys,
  async prepare({ database, secret }) {
    await pushKeys(database.db, secret);
  },
  personalData: notificationsPersonalData,
  async work(platform) {
    const { database } = platform;
    const purging = await runHourly(platform, 'forget-notifications', async () => {
      await database.db.delete(notifications).where(lt(notifications.createdAt, sql`now() - ${KEPT}`));
    });
    const limits = await runHourly(platform, 'tell-of-limits', async () => {
      platform.events.dispatch(await notifyCreditLimits(database.db));
    });
    const parts = [watchPending(platform), purging, limits];
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
};
