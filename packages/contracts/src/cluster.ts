import { z } from 'zod';
import { auditOperations } from './cluster-audit.ts';
import { automationOperations } from './cluster-automation.ts';
import { describeOperations } from './cluster-describe.ts';
import { forecastOperations } from './cluster-forecast.ts';
import { historyOperations } from './cluster-history.ts';
import { planOperations } from './cluster-plan.ts';
import { refreshOperations } from './cluster-refresh.ts';
import { engineSessionRow } from './cluster-rows.ts';
import { searchOperations } from './cluster-search.ts';
import { listQuery, page } from './entity.ts';
import { gatewayOperations } from './gateway-status.ts';
import { nodeOperations } from './monitored-nodes.ts';
import { reads, routesUnder } from './operation.ts';
import { podDeletionOperations } from './pod-deletions.ts';
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
  settings: reads('cluster', 'admin')
    .route(at.get('/cluster/settings', 'Where the console finds its cluster'))
    .output(
      z.object({
        /** Base URL for a browser's direct calls; null: this server has no cluster. */
        proxyUrl: z.string().nullable(),
        cluster: z.string(),
        /** The namespace of the engine pods. */
        namespace: z.string(),
        fleet: simulatedFleet,
      }),
    ),
  sessions: reads('cluster', 'admin')
    .route(
      at.get('/cluster/sessions', 'Engine sessions of every workspace, for operators; sorts by updatedAt or createdAt'),
    )
    .input(listQuery)
    .output(page(engineSessionRow)),
};
