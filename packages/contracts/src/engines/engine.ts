import { z } from 'zod';
import { PAIRING_WAYS } from '../engine/driver-capabilities.ts';
import { engineStatus } from '../engine/protocol.ts';
import { entityId, instant } from '../entity.ts';
import { engineTrouble } from './trouble.ts';

/** An engine as the engines page shows it (spec 000 section 3, "Engine session" and "Engine row"). */
export const engine = z.object({
  _id: entityId,
  owner: entityId,
  name: z.string(),
  type: z.enum(['gateway', 'whatsapp-web']),
  engineType: z.string(),
  gatewayType: z.string(),
  driver: z.string(),
  /**
   * The effective status: what the engine told, corrected by whether it is connected to us now (spec 000 section 4.1).
   */
  status: engineStatus,
  active: z.boolean(),
  isLegacy: z.boolean(),
  k8sNamespace: z.string(),
  podName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  qrcode: z.string().nullable(),
  /** When the QR code runs out, by the server's clock; null: nobody knows. */
  qrcodeUntil: instant.nullable(),
  /** How the driver can be linked to an account; the screens offer nothing else. */
  pairing: z.array(z.enum(PAIRING_WAYS)).readonly(),
  /** Why it is not connected; null: it is, or nobody has said. */
  trouble: engineTrouble.nullable(),
  /** Since when its process has not been heard of, that should be there; null: it is there, or none should be. */
  silentSince: instant.nullable(),
  /** The plan allows fewer engines: its messages wait until it allows more, or another engine has gone. */
  isHeldByPlan: z.boolean(),
  /** The live connection; null while there is none. */
  connection: z
    .object({
      id: z.string(),
      browserType: z.enum(['Gateway', 'WhatsApp Web']),
      connectedFrom: z.literal('mqtt'),
      /** The network that it is a client of, such as web.whatsapp.com. */
      domain: z.string(),
      connectionTime: instant.nullable(),
    })
    .nullable(),
  lastRestart: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  canDelete: z.boolean(),
  canRestart: z.boolean(),
  /** What the caller may ask of the running engine now. */
  abilities: z.object({
    logOut: z.boolean(),
    refreshQr: z.boolean(),
    pairByCode: z.boolean(),
    /** False for one that may be restarted (`canRestart`) but is starting: it is let arrive first. */
    restart: z.boolean(),
  }),
});
export type Engine = z.infer<typeof engine>;

/** Nobody has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** An engine by its id. What cannot be an id names no engine: it is not found, as another workspace's is not. */
export const engineId = z.object({ id: z.string().transform((id) => entityId.safeParse(id).data ?? NOBODY) });
