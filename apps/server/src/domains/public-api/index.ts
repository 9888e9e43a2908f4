import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { forgetKept } from './once.ts';
import { servePublicApi } from './public-api.http.ts';

/** The API for programs at `/v1`: other domains' actions and queries as the incumbent's clients know them. */
export const publicApiDomain: Domain = {
  name: 'public-api',
  http: servePublicApi,
  work: (platform) => runHourly(platform, 'forget-kept-requests', () => forgetKept(platform.database)),
};
