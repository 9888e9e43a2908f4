import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';

/** An event in the life cycle of an engine session (spec 000 section 3). */
export const sessionEvent = z.object({
  _id: entityId,
  sessionId: entityId,
  engineName: z.string().nullable().describe('Null if the engine was deleted.'),
  fromDateTime: instant,
  event: z.string(),
  state: z.string(),
  sessionType: z.string(),
  podId: z.string().nullable(),
  triggerdBy: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type SessionEvent = z.infer<typeof sessionEvent>;

const MAX_EVENT_NAME = 64;

const at = routesUnder('engines');

export const sessionEventOperations = {
  events: query('engines')
    .route(
      at.get(
        '/session-events',
        'Events of engine sessions, newest first; those of all workspaces for a platform admin',
      ),
    )
    .input(
      listQuery.extend({
        sessionId: entityId.optional(),
        severity: z.enum(['warning', 'error']).optional().describe('Minimum severity; `warning` includes errors.'),
        event: z.string().max(MAX_EVENT_NAME).optional().describe('Only events with this name.'),
        sort: z.enum(['-fromDateTime', 'fromDateTime']).default('-fromDateTime').describe('Newest or oldest first.'),
      }),
    )
    .output(page(sessionEvent)),
};
