import { z } from 'zod';
import { engineStatus } from '../engine/protocol.ts';
import { entityId, instant } from '../entity.ts';
import { quietHours } from '../messages/quiet-hours.ts';
import { query, routesUnder } from '../operation.ts';
import { engine, engineId } from './engine.ts';

/** One engine in depth: what its process says, its lease and its lane's rules. */
export const engineInDepth = z.object({
  engine,
  workspace: z.object({ _id: entityId, name: z.string() }),
  lease: z
    .object({ holder: z.string(), generation: z.number().int(), isLive: z.boolean(), expiresAt: instant })
    .nullable(),
  /** What the process answered just now; null: it did not answer within two seconds. */
  process: z.object({ memoryBytes: z.number(), uptimeSeconds: z.number(), status: engineStatus }).nullable(),
  /** Memory of the pod by the cluster's metrics; null: the cluster does not say. */
  podMemoryBytes: z.number().nullable(),
  pacing: z.object({
    /** Messages a minute; null: no limit. */
    knownPerMinute: z.number().nullable(),
    newPerMinute: z.number().nullable(),
    burst: z.number().int(),
    dailyCap: z.number().int().nullable(),
    sentToday: z.number().int(),
    quietFrom: z.string().nullable(),
    quietTo: z.string().nullable(),
    quietOff: z.boolean(),
    /** The workspace's, which hold where the engine has none of its own and they are not off. */
    workspaceQuiet: quietHours.nullable(),
    warmUp: z.boolean(),
    repliesPerMinute: z.number().nullable(),
    gapFromSeconds: z.number().nullable(),
    gapToSeconds: z.number().nullable(),
    restriction: z.object({ scope: z.enum(['new', 'all']), until: instant.nullable() }).nullable(),
  }),
});
export type EngineDetail = z.infer<typeof engineInDepth>;

const at = routesUnder('engines');

export const engineInDepthOperations = {
  explore: query('engines')
    .route(at.get('/engines/{id}/explore', 'One engine in depth; of any workspace for an admin'))
    .input(engineId)
    .output(engineInDepth),
};
