import { z } from 'zod';
import { instant } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';
import { clusterFeed } from './feed.ts';
import { engineSessionRow } from './rows.ts';

/** So many changed sessions are told in one answer, which keeps it under 100 KB. */
export const MAX_CHANGED_SESSIONS = 200;

const at = routesUnder('cluster');

/**
 * What a screen that follows the stream asks for at its refresh: the stream tells of nodes and pods, this of engine
 * sessions.
 */
export const refreshOperations = {
  refresh: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(
      at.get(
        '/cluster/refresh',
        'Engine sessions that changed since a moment, and how the picture of the cluster stands',
      ),
    )
    .input(
      z.object({
        /** Left out: no session is told. */
        since: instant.optional(),
      }),
    )
    .output(
      z.object({
        /** The server's clock. */
        atMs: z.number(),
        feed: clusterFeed,
        sessions: z.array(engineSessionRow).max(MAX_CHANGED_SESSIONS),
        /** False: more have changed than are told. */
        isWhole: z.boolean(),
        /** Engine sessions that there are: whoever has another number has missed that some are gone. */
        total: z.number().int(),
      }),
    ),
};
