import { z } from 'zod';
import { PAIRING_WAYS } from './driver-facts.ts';
import { engineStatus } from './engine-protocol.ts';
import { e164, entityId, instant, listQuery, page } from './entity.ts';
import { changes, reads } from './operation.ts';

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
  /** When the QR code runs out, by the server's clock; null: nobody knows. */
  qrcodeUntil: instant.nullable(),
  /** How the driver can be linked to an account; the screens offer nothing else. */
  pairing: z.array(z.enum(PAIRING_WAYS)).readonly(),
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
  abilities: z.object({ logOut: z.boolean(), refreshQr: z.boolean(), pairByCode: z.boolean() }),
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

/** Refusals of the life cycle, each with the words the user sees. */
export const lifecycleErrors = {
  UPGRADE_REQUIRED: { status: 403, message: 'Gateway engines are exclusive to the Pro plan.' },
  ENGINE_LIMIT_REACHED: {
    status: 409,
    message: 'This workspace has as many engines as its plan allows.',
    data: z.object({ limit: z.number().int() }),
  },
  LEGACY_ENGINE: { status: 409, message: 'A legacy engine can be deleted, not restarted.' },
  ALREADY_STARTING: { status: 409, message: 'The engine is starting already. Give it a few minutes.' },
} as const;

/** A command to a running engine that came to nothing: `ENGINE_AWAY` nobody answered in time, `ENGINE_REFUSED` it says why it will not. */
export const commandErrors = {
  ENGINE_AWAY: {
    status: 409,
    message: 'The engine did not answer in time. It may be starting, or the broker may be away.',
  },
  ENGINE_REFUSED: { status: 409, message: 'The engine could not do it.' },
} as const;

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
    restriction: z.object({ scope: z.enum(['new', 'all']), until: instant.nullable() }).nullable(),
  }),
});
export type EngineInDepth = z.infer<typeof engineInDepth>;

const engineId = z.object({ id: entityId });

/** A way of being connected to WhatsApp that a new engine may take. */
export const offeredDriver = z.object({
  name: z.string(),
  pairing: engine.shape.pairing,
  /** The network that it is a client of. */
  domain: z.string(),
  /** What an engine gets when nothing is chosen. */
  isDefault: z.boolean(),
});
export type OfferedDriver = z.infer<typeof offeredDriver>;

/** How a `cloud-api` engine is set up; the token and the app secret are never shown again. */
export const cloudApiSettings = z.object({
  phoneNumberId: z.string(),
  apiVersion: z.string(),
  /** To be entered at Meta as the webhook of the phone number, with the token to verify it. */
  webhookUrl: z.string(),
  verifyToken: z.string(),
});
export type CloudApiSettings = z.infer<typeof cloudApiSettings>;

export const cloudApiErrors = {
  NOT_CLOUD_API: { status: 409, message: 'This engine does not use the WhatsApp Cloud API.' },
} as const;

/** An engine, or any of them, is not as it was: read it again. */
export const enginesLiveEvent = z.object({ type: z.literal('engines.stale'), engineId: entityId.optional() });

/** What a new engine session is made of (spec 000 section 7). */
export const newEngineSession = z.object({
  /** The caller; another user is refused. */
  owner: entityId.optional(),
  engineType: z.literal('session-pod').default('session-pod'),
  gatewayType: z.string().max(64).default('wa-js-gcp'),
  status: z.literal('initializing').default('initializing'),
  active: z.boolean().default(true),
  /** The fixed gateway namespace is used; another is refused. */
  k8sNamespace: z.string().max(63).optional(),
  name: z.string().trim().min(1).max(80).optional(),
  /** Default: the one that this server runs for the gateway type. */
  driver: z.string().max(32).optional(),
});
export type NewEngineSession = z.infer<typeof newEngineSession>;

export const enginesContract = {
  /** Spec 000 section 7, "create a session": the record, with no process yet. */
  createSession: changes('engines')
    .errors({
      UPGRADE_REQUIRED: lifecycleErrors.UPGRADE_REQUIRED,
      ENGINE_LIMIT_REACHED: lifecycleErrors.ENGINE_LIMIT_REACHED,
    })
    .route({
      method: 'POST',
      path: '/sessions',
      tags: ['engines'],
      successStatus: 201,
      summary: 'Create an engine session, within the allowed engine count',
    })
    .input(newEngineSession)
    .output(engine),
  /** Spec 000 section 7, "create K8s engine": asks for the process of a session. Asking again changes nothing. */
  create: changes('engines')
    .route({ method: 'POST', path: '/engines', tags: ['engines'], summary: 'Start the engine of a session' })
    .input(z.object({ sessionId: entityId }))
    .output(engine),
  restart: changes('engines')
    .errors({ LEGACY_ENGINE: lifecycleErrors.LEGACY_ENGINE, ALREADY_STARTING: lifecycleErrors.ALREADY_STARTING })
    .route({ method: 'POST', path: '/engines/{id}/restart', tags: ['engines'], summary: 'Replace the engine process' })
    .input(engineId)
    .output(engine),
  /** Spec 000 section 4.2: after a restart request the page sets the status and the time; the server accepts nothing else here. */
  updateSession: changes('engines')
    .route({
      method: 'PATCH',
      path: '/sessions/{id}',
      tags: ['engines'],
      summary: 'Mark a session as restarting, or rename it',
    })
    .input(
      engineId.extend({
        status: z.literal('initializing').optional(),
        lastRestart: instant.optional(),
        name: z.string().trim().min(1).max(80).optional(),
      }),
    )
    .output(engine),
  /** Ends the process. Deleting twice is no error. */
  remove: changes('engines')
    .route({
      method: 'DELETE',
      path: '/engines/{id}',
      tags: ['engines'],
      summary: 'Delete the engine process of a session',
    })
    .input(engineId)
    .output(z.object({ _id: entityId })),
  /** Forgets the session with its credentials. Its pending messages wait for the workspace's next engine. */
  removeSession: changes('engines')
    .route({ method: 'DELETE', path: '/sessions/{id}', tags: ['engines'], summary: 'Remove an engine session' })
    .input(engineId)
    .output(z.object({ _id: entityId })),
  drivers: reads('engines')
    .route({
      method: 'GET',
      path: '/engine-drivers',
      tags: ['engines'],
      summary: 'The ways of being connected that a new engine may take',
    })
    .output(z.array(offeredDriver)),
  extensionTicket: changes('engines')
    .route({
      method: 'POST',
      path: '/engines/extension-ticket',
      tags: ['engines'],
      summary: 'Credentials for the browser extension to say over MQTT that it is connected',
    })
    .input(z.object({ connectionId: entityId }))
    .output(
      z.object({
        /** Path of the broker's WebSocket on this server. */
        url: z.string(),
        clientId: z.string(),
        username: z.string(),
        password: z.string(),
        /** Where the presence goes, retained; the last will is an empty retained payload there. */
        topic: z.string(),
        expiresInMs: z.number().int(),
      }),
    ),
  list: reads('engines')
    .route({ method: 'GET', path: '/engines', tags: ['engines'], summary: 'Engines of the workspace' })
    .input(listQuery)
    .output(page(engine)),
  explore: reads('engines')
    .route({
      method: 'GET',
      path: '/engines/{id}/explore',
      tags: ['engines'],
      summary: 'One engine in depth; of any workspace for an admin',
    })
    .input(engineId)
    .output(engineInDepth),
  logOut: changes('engines')
    .errors(commandErrors)
    .route({
      method: 'POST',
      path: '/engines/{id}/log-out',
      tags: ['engines'],
      summary: 'Unlink the engine from its WhatsApp account',
    })
    .input(engineId)
    .output(engine),
  refreshQr: changes('engines')
    .errors(commandErrors)
    .route({ method: 'POST', path: '/engines/{id}/refresh-qr', tags: ['engines'], summary: 'Show a fresh QR code' })
    .input(engineId)
    .output(engine),
  pairingCode: changes('engines')
    .errors(commandErrors)
    .route({
      method: 'POST',
      path: '/engines/{id}/pairing-code',
      tags: ['engines'],
      summary: 'A code to type into the phone with this number, in place of the QR code',
    })
    .input(engineId.extend({ phoneNumber: e164 }))
    .output(z.object({ code: z.string() })),
  readCloudApi: reads('engines')
    .errors(cloudApiErrors)
    .route({
      method: 'GET',
      path: '/engines/{id}/cloud-api',
      tags: ['engines'],
      summary: 'How an engine is set up for the WhatsApp Cloud API; null: not yet',
    })
    .input(engineId)
    .output(cloudApiSettings.nullable()),
  saveCloudApi: changes('engines')
    .errors(cloudApiErrors)
    .route({
      method: 'PUT',
      path: '/engines/{id}/cloud-api',
      tags: ['engines'],
      summary: 'Set an engine up for the WhatsApp Cloud API; kept encrypted, in force at once',
    })
    .input(
      engineId.extend({
        phoneNumberId: z.string().regex(/^\d{5,32}$/, 'the number that Meta calls Phone number ID'),
        accessToken: z.string().min(20).max(1_000),
        appSecret: z.string().min(8).max(200),
        apiVersion: z
          .string()
          .regex(/^v\d{1,3}\.\d{1,2}$/, 'such as v25.0')
          .default('v25.0'),
      }),
    )
    .output(cloudApiSettings),
  events: reads('engines')
    .route({
      method: 'GET',
      path: '/session-events',
      tags: ['engines'],
      summary: 'Events of engine sessions, newest first; of every workspace for an admin',
    })
    .input(
      listQuery.extend({
        sessionId: entityId.optional(),
        sort: z.enum(['-fromDateTime', 'fromDateTime']).default('-fromDateTime').describe('Newest or oldest first.'),
      }),
    )
    .output(page(sessionEvent)),
};
