import type { Domain } from '../../platform/domain.ts';
import { agentRouter } from './agent.routes.ts';
import { serveBtgpt } from './btgpt.http.ts';
import { changeModelKeys } from './model-key.ts';
import { serveEndpoints } from './models.ts';

/** The assistant: answers requests in plain language with the tools of all domains. */
export const agentDomain: Domain = {
  name: 'agent',
  routers: { agent: agentRouter },
  changeSecret: changeModelKeys,
  prepare: async (platform) => serveEndpoints(platform),
  http(server, platform) {
    serveEndpoints(platform);
    serveBtgpt(server, platform);
  },
};
