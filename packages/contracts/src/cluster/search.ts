import { z } from 'zod';
import { query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';

/** Maximum results of each kind. */
export const MAX_RESULTS_PER_KIND = 5;

const at = routesUnder('cluster');

export const searchOperations = {
  find: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.get('/cluster/find', 'Pods, nodes and engine sessions by part of their name, pod, user or id'))
    .input(z.object({ text: z.string().trim().min(2).max(200) }))
    .output(
      z.object({
        pods: z.array(z.object({ uid: z.string(), namespace: z.string(), name: z.string(), status: z.string() })),
        nodes: z.array(z.object({ name: z.string(), status: z.string() })),
        sessions: z.array(
          z.object({
            engineId: z.string(),
            status: z.string(),
            /** Empty if its owner was deleted. */
            user: z.string(),
            podName: z.string().nullable(),
          }),
        ),
      }),
    ),
};
