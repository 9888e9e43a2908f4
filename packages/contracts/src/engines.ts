import { z } from 'zod';
import { engineStatus } from './engine-protocol.ts';
import { entityId, instant, listQuery, page } from './entity.ts';
import { operation } from './errors.ts';

/** An engine as the engines page shows it (spec 000 section 3, "Engine session" and "Engine row"). */
export const engine = z.object({
  _id: entityId,
  owner: entityId,
  name: z.string(),
  type: z.enum(['gateway', 'whatsapp-web']),
  engineType: z.string(),
  gatewayType: z.string(),
  driver: z.string(),
  /** The effective status: what the engine told, corrected by whether it is connected to us now (spec 000 section 4.1). */
  status: engineStatus,
  active: z.boolean(),
  isLegacy: z.boolean(),
  k8sNamespace: z.string(),
  podName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  qrcode: z.string().nullable(),
  /** The live connection; null while there is none. */
  connection: z
    .object({
      id: z.string(),
      browserType: z.enum(['Gateway', 'WhatsApp Web']),
      connectedFrom: z.literal('mqtt'),
      connectionTime: instant.nullable(),
    })
    .nullable(),
  lastRestart: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  canDelete: z.boolean(),
  canRestart: z.boolean(),
});
export type Engine = z.infer<typeof engine>;

/** One step in the life of an engine session (spec 000 section 3). */
export const sessionEvent = z.object({
  _id: entityId,
  sessionId: entityId,
  fromDateTime: instant,
  event: z.string(),
  state: z.string(),
  sessionType: z.string(),
  podId: z.string().nullable(),
  triggerdBy: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type SessionEvent = z.infer<typeof sessionEvent>;

export const enginesContract = {
  list: operation
    .route({ method: 'GET', path: '/engines', tags: ['engines'], summary: 'Engines of the workspace' })
    .input(listQuery)
    .output(page(engine)),
  events: operation
    .route({
      method: 'GET',
      path: '/session-events',
      tags: ['engines'],
      summary: 'Events of engine sessions, newest first; of every workspace for an admin',
    })
    .input(listQuery.extend({ sessionId: entityId.optional() }))
    .output(page(sessionEvent)),
};
