import { z } from 'zod';
import { clusterErrors } from './cluster-errors.ts';
import { forecastOperations } from './cluster-forecast.ts';
import { planOperations } from './cluster-plan.ts';
import { refreshOperations } from './cluster-refresh.ts';
import { engineSessionRow } from './cluster-rows.ts';
import { listQuery, page } from './entity.ts';
import { gatewayOperations } from './gateway-status.ts';
import { nodeOperations } from './monitored-nodes.ts';
import { reads } from './operation.ts';
import { podDeletionOperations } from './pod-deletions.ts';
import { fleetOperations, simulatedFleet } from './simulated-fleet.ts';

export const clusterContract = {
  ...podDeletionOperations,
  ...gatewayOperations,
  ...refreshOperations,
  ...nodeOperations,
  ...fleetOperations,
  ...forecastOperations,
  ...planOperations,
  settings: reads('cluster', 'admin')
    .route({
      method: 'GET',
      path: '/cluster/settings',
      tags: ['cluster'],
      summary: 'Where the console finds its cluster',
    })
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
    .route({
      method: 'GET',
      path: '/cluster/sessions',
      tags: ['cluster'],
      summary: 'Engine sessions of every workspace, for operators; sorts by updatedAt or createdAt',
    })
    .input(listQuery)
    .output(page(engineSessionRow)),
  /** For those whose browser has no cluster proxy to ask. */
  podContainers: reads('cluster', 'admin')
    .errors(clusterErrors)
    .route({
      method: 'GET',
      path: '/cluster/namespaces/{namespace}/pods/{podName}/containers',
      tags: ['cluster'],
      summary: 'Names of the containers of a pod',
    })
    .input(z.object({ namespace: z.string().min(1).max(253), podName: z.string().min(1).max(253) }))
    .output(z.object({ containers: z.array(z.string()) })),
};
