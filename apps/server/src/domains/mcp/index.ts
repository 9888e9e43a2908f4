import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { serveMcp } from './mcp.http.ts';
import { mcpNotices } from './mcp.notices.ts';
import { oauthRouter } from './mcp.routes.ts';
import { changeClientSecrets } from './oauth/change-secret.ts';
import { endGrantsOfMember, endGrantsOfPerson } from './oauth/end-grants.ts';
import { serveOauth } from './oauth/oauth.http.ts';
import { purgeUnused } from './oauth/purge-unused.ts';

/** MCP: the tools of all domains for external programs, and how people grant them access. */
export const mcpDomain: Domain = {
  name: 'mcp',
  notices: mcpNotices,
  routers: { oauth: oauthRouter },
  hooks: [endGrantsOfMember, endGrantsOfPerson],
  async http(server, platform) {
    serveMcp(server, platform);
    await serveOauth(server, platform);
  },
  changeSecret: changeClientSecrets,
  work: (platform) => runHourly(platform, 'forget-unused-clients', () => purgeUnused(platform.database.db)),
};
