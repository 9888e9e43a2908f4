import { z } from 'zod';
import { PAIRING_METHODS } from '../engine/driver-capabilities.ts';
import { engineStatus } from '../engine/protocol.ts';
import { entityId, instant } from '../entity.ts';
import { engineTrouble } from './trouble.ts';

/** An engine as on the engines page (spec 000 section 3, "Engine session" and "Engine row"). */
export const engine = z.object({
  _id: entityId,
  owner: entityId,
  name: z.string(),
  type: z.enum(['gateway', 'whatsapp-web']),
  engineType: z.string(),
  gatewayType: z.string(),
  driver: z.string(),
  /** The effective status: the engine's own, corrected by whether it is currently connected (spec 000 section 4.1). */
  status: engineStatus,
  active: z.boolean(),
  isLegacy: z.boolean(),
  k8sNamespace: z.string(),
  podName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  qrcode: z.string().nullable(),
  /** When the QR code expires, by the server's clock; null if unknown. */
  qrcodeUntil: instant.nullable(),
  /** Ways to link the driver to an account; the screens offer only these. */
  pairing: z.array(z.enum(PAIRING_METHODS)).readonly(),
  /** Why it is not connected; null if it is connected or the reason is unknown. */
  trouble: engineTrouble.nullable(),
  /** Since when an expected process has not been heard from; null if it is online or not expected. */
  silentSince: instant.nullable(),
  /** The plan allows fewer engines: its messages are held until the limit rises or another engine is deleted. */
  isHeldByPlan: z.boolean(),
  /** The live connection; null if there is none. */
  connection: z
    .object({
      id: z.string(),
      browserType: z.enum(['Gateway', 'WhatsApp Web']),
      connectedFrom: z.literal('mqtt'),
      /** The network it connects to, such as web.whatsapp.com. */
      domain: z.string(),
      connectionTime: instant.nullable(),
    })
    .nullable(),
  lastRestart: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  canDelete: z.boolean(),
  canRestart: z.boolean(),
  /** Commands that the caller may currently send to the running engine. */
  abilities: z.object({
    logOut: z.boolean(),
    refreshQr: z.boolean(),
    pairByCode: z.boolean(),
    /** False for an engine that may be restarted (`canRestart`) but is still starting. */
    restart: z.boolean(),
  }),
});
export type Engine = z.infer<typeof engine>;

/** An id that matches no engine. */
const MISSING_ID = '00000000-0000-0000-0000-000000000000';
/** An engine by id. Malformed ids match no engine, so that they are not found, like another workspace's. */
export const engineId = z.object({ id: z.string().transform((id) => entityId.safeParse(id).data ?? MISSING_ID) });
