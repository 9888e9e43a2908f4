import type { Domain } from '../../platform/domain.ts';
import { startAutomation } from './automation/start-automation.ts';
import { serveCluster } from './cluster.http.ts';
import { clusterRouter } from './cluster.routes.ts';

/** The operations console: one picture of nodes, pods and engine sessions, and what operators may do with it. */
export const clusterDomain: Domain = {
  name: 'cluster',
  routers: { cluster: clusterRouter },
  http: serveCluster,
  work: startAutomation,
};
