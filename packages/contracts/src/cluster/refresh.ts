import { z } from 'zod';
import { instant } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';
import { clusterFeed } from './feed.ts';
import { engineSessionRow } from './rows.ts';

/** Maximum changed sessions per response, which keeps it under 100 KB. */
export const MAX_CHANGED_SESSIONS = 200;

const at = routesUnder('cluster');

/** Polled by screens that follow the stream: the stream carries nodes and pods, this the engine sessions. */
export const refreshOperations = {
  refresh: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.get('/cluster/refresh', 'Engine sessions changed since a given time, and the state of the cluster feed'))
    .input(
      z.object({
        /** Omit to get no sessions. */
        since: instant.optional(),
      }),
    )
    .output(
      z.object({
        /** The server's clock. */
        atMs: z.number(),
        feed: clusterFeed,
        sessions: z.array(engineSessionRow).max(MAX_CHANGED_SESSIONS),
        /** False if more sessions changed than are returned. */
        isWhole: z.boolean(),
        /** Total number of engine sessions, by which a client notices that it missed deletions. */
        total: z.number().int(),
      }),
    ),
};
