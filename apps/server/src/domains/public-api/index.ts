import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { serveInbound } from './inbound/inbound.http.ts';
import { inboundWebhooksRouter } from './inbound/inbound.routes.ts';
import { purgeAnswers } from './once.ts';
import { servePublicApi } from './public-api.http.ts';
import { publicApiPersonalData } from './public-api.personal-data.ts';

/** The public API at `/v1`: other domains' actions and queries in the form that the incumbent's clients expect. */
export const publicApiDomain: Domain = {
  name: 'public-api',
  routers: { inboundWebhooks: inboundWebhooksRouter },
  personalData: publicApiPersonalData,
  async http(server, platform) {
    servePublicApi(server, platform);
    await serveInbound(server, platform);
  },
  work: (platform) => runHourly(platform, 'forget-kept-requests', () => purgeAnswers(platform.database)),
};
