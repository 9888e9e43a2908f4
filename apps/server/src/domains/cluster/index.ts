import type { Domain } from '../../platform/domain.ts';
import { startAutomation } from './automation/start-automation.ts';
import { serveCluster } from './cluster.http.ts';
import { clusterRouter } from './cluster.routes.ts';
import { startAdvice } from './start-advice.ts';

/** The operations console: the state of nodes, pods and engine sessions, and what operators may do with them. */
export const clusterDomain: Domain = {
  name: 'cluster',
  routers: { cluster: clusterRouter },
  http: serveCluster,
  async work(platform) {
    const parts = await Promise.all([startAutomation(platform), startAdvice(platform)]);
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
};
