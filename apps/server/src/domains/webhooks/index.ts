import { lt, sql } from 'drizzle-orm';
import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { workDeliveries } from './delivery/work-deliveries.ts';
import { changeWebhookSecret } from './endpoint-secret.ts';
import { webhookMeasures } from './webhook-measures.ts';
import { webhooksNotices } from './webhooks.notices.ts';
import { webhooksPersonalData } from './webhooks.personal-data.ts';
import { webhooksRouter } from './webhooks.routes.ts';
import { webhookEvents } from './webhooks.schema.ts';

export { createEndpoint, removeEndpoint, updateEndpoint } from './change-endpoint.ts';
export { isEventWanted, recordEventFor, recordWebhookEvents } from './record-events.ts';
export { manageWebhooksRefusal } from './webhooks.policy.ts';
export { type EndpointRow, findEndpoint, listEndpoints } from './webhooks.queries.ts';

const KEPT = sql`interval '30 days'`;

/** Sends workspace events to external programs by webhook. */
export const webhooksDomain: Domain = {
  name: 'webhooks',
  measures: webhookMeasures,
  routers: { webhooks: webhooksRouter },
  notices: webhooksNotices,
  changeSecret: changeWebhookSecret,
  personalData: webhooksPersonalData,
  async work(platform) {
    const purging = await runHourly(platform, 'forget-webhook-events', async () => {
      await platform.database.db.delete(webhookEvents).where(lt(webhookEvents.createdAt, sql`now() - ${KEPT}`));
    });
    const parts = [workDeliveries(platform), purging];
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
};
