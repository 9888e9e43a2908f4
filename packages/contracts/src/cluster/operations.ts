import { z } from 'zod';
import { listQuery, page } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';
import { auditOperations } from './audit-log.ts';
import { automationOperations } from './automation.ts';
import { describeOperations } from './describe.ts';
import { forecastOperations } from './forecast.ts';
import { gatewayOperations } from './gateway-status.ts';
import { historyOperations } from './history.ts';
import { nodeOperations } from './monitored-nodes.ts';
import { planOperations } from './plan.ts';
import { podDeletionOperations } from './pod-deletions.ts';
import { refreshOperations } from './refresh.ts';
import { engineSessionRow } from './rows.ts';
import { searchOperations } from './search.ts';
import { fleetOperations, simulatedFleet } from './simulated-fleet.ts';

const at = routesUnder('cluster');

export const clusterContract = {
  ...podDeletionOperations,
  ...describeOperations,
  ...auditOperations,
  ...historyOperations,
  ...searchOperations,
  ...gatewayOperations,
  ...refreshOperations,
  ...automationOperations,
  ...nodeOperations,
  ...fleetOperations,
  ...forecastOperations,
  ...planOperations,
  settings: query('cluster', 'admin')
    .route(at.get('/cluster/settings', 'Cluster connection of the console'))
    .output(
      z.object({
        /** Base URL for direct calls from browsers; null if this server has no cluster. */
        proxyUrl: z.string().nullable(),
        cluster: z.string(),
        /** The namespace of the engine pods. */
        namespace: z.string(),
        fleet: simulatedFleet,
      }),
    ),
  sessions: query('cluster', 'admin')
    .route(
      at.get('/cluster/sessions', 'Engine sessions of every workspace, for operators; sorts by updatedAt or createdAt'),
    )
    .input(listQuery)
    .output(page(engineSessionRow)),
};
