import { z } from 'zod';
import { engineStatus } from '../engine/protocol.ts';
import { entityId, instant } from '../entity.ts';
import { quietHours } from '../messages/quiet-hours.ts';
import { query, routesUnder } from '../operation.ts';
import { engine, engineId } from './engine.ts';

/** Details of an engine: its process, its lease and its lane's limits. */
export const engineDetail = z.object({
  engine,
  workspace: z.object({ _id: entityId, name: z.string() }),
  lease: z
    .object({ holder: z.string(), generation: z.number().int(), isLive: z.boolean(), expiresAt: instant })
    .nullable(),
  /** The process's current answer; null if it did not answer within two seconds. */
  process: z.object({ memoryBytes: z.number(), uptimeSeconds: z.number(), status: engineStatus }).nullable(),
  /** Memory of the pod according to the cluster's metrics; null if unknown. */
  podMemoryBytes: z.number().nullable(),
  pacing: z.object({
    /** Messages per minute; null: no limit. */
    knownPerMinute: z.number().nullable(),
    newPerMinute: z.number().nullable(),
    burst: z.number().int(),
    dailyCap: z.number().int().nullable(),
    sentToday: z.number().int(),
    quietFrom: z.string().nullable(),
    quietTo: z.string().nullable(),
    quietOff: z.boolean(),
    /** The workspace's quiet hours, which apply unless the engine has its own or has them disabled. */
    workspaceQuiet: quietHours.nullable(),
    warmUp: z.boolean(),
    repliesPerMinute: z.number().nullable(),
    gapFromSeconds: z.number().nullable(),
    gapToSeconds: z.number().nullable(),
    restriction: z.object({ scope: z.enum(['new', 'all']), until: instant.nullable() }).nullable(),
  }),
});
export type EngineDetail = z.infer<typeof engineDetail>;

const at = routesUnder('engines');

export const engineDetailOperations = {
  explore: query('engines')
    .route(at.get('/engines/{id}/explore', 'Details of an engine; of any workspace for a platform admin'))
    .input(engineId)
    .output(engineDetail),
};
