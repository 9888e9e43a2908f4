import { z } from 'zod';
import { entityId, instant } from '../entity.ts';
import { gapFaults, lanePacing } from '../messages/lane.ts';
import { mutation, routesUnder } from '../operation.ts';
import { engine, engineId } from './engine.ts';

/** Errors of the life cycle, with the messages users see. */
export const lifecycleErrors = {
  UPGRADE_REQUIRED: { status: 403, message: 'Gateway engines are exclusive to the Pro plan.' },
  ENGINE_LIMIT_REACHED: {
    status: 409,
    message: 'This workspace has as many connections as its plan allows.',
    data: z.object({ limit: z.number().int() }),
  },
  LEGACY_ENGINE: { status: 409, message: 'A legacy connection can be deleted, not restarted.' },
  NOT_RESTARTING: {
    status: 409,
    message: 'The connection is not starting, and reports its status itself. Restart it to have it start again.',
  },
  ALREADY_STARTING: { status: 409, message: 'The connection is starting already. Give it a few minutes.' },
} as const;

/** Sending limits of a new engine; quiet hours are set later. Null: no limit. */
export const enginePace = lanePacing.omit({ quietFrom: true, quietTo: true, quietOff: true });
export type EnginePace = z.infer<typeof enginePace>;

/** Input for a new engine session (spec 000 section 7). */
export const newEngineSession = z.object({
  /** Must be the caller if given. */
  owner: entityId.optional(),
  engineType: z.literal('session-pod').default('session-pod'),
  gatewayType: z.string().max(64).default('wa-js-gcp'),
  status: z.literal('initializing').default('initializing'),
  active: z.boolean().default(true),
  /** Must be the fixed gateway namespace if given. */
  k8sNamespace: z.string().max(63).optional(),
  name: z.string().trim().min(1).max(80).optional(),
  /** Defaults to the driver that this server runs for the gateway type. */
  driver: z.string().max(32).optional(),
  /** Defaults to safe limits for the driver (`GET /engine-drivers`). */
  pace: enginePace
    .superRefine((pace, context) => {
      for (const { field, message } of gapFaults(pace)) context.addIssue({ code: 'custom', path: [field], message });
    })
    .optional(),
});
export type NewEngineSession = z.infer<typeof newEngineSession>;

const at = routesUnder('engines');

export const engineSessionOperations = {
  /** Spec 000 section 7, "create a session": the record, with no process yet. */
  createSession: mutation('engines')
    .errors({
      UPGRADE_REQUIRED: lifecycleErrors.UPGRADE_REQUIRED,
      ENGINE_LIMIT_REACHED: lifecycleErrors.ENGINE_LIMIT_REACHED,
    })
    .route(at.post('/sessions', 'Create an engine session, within the allowed engine count', { successStatus: 201 }))
    .input(newEngineSession)
    .output(engine),
  /** Spec 000 section 7, "create K8s engine": requests the process of a session. Idempotent. */
  create: mutation('engines')
    .route(at.post('/engines', 'Start the engine of a session'))
    .input(z.object({ sessionId: entityId }))
    .output(engine),
  restart: mutation('engines')
    .errors({ LEGACY_ENGINE: lifecycleErrors.LEGACY_ENGINE, ALREADY_STARTING: lifecycleErrors.ALREADY_STARTING })
    .route(at.post('/engines/{id}/restart', 'Replace the engine process'))
    .input(engineId)
    .output(engine),
  /**
   * Spec 000 section 4.2: after a restart request the page sets the status and the time. The engine's own status takes
   * precedence; a status without a time is accepted only for an engine that is starting or was restarted recently.
   */
  updateSession: mutation('engines')
    .errors({ NOT_RESTARTING: lifecycleErrors.NOT_RESTARTING })
    .route(at.patch('/sessions/{id}', 'Mark a session as restarting, or rename it'))
    .input(
      engineId.extend({
        status: z.literal('initializing').optional(),
        lastRestart: instant.optional(),
        name: z.string().trim().min(1).max(80).optional(),
      }),
    )
    .output(engine),
  /** Ends the process. Idempotent. */
  remove: mutation('engines')
    .route(at.delete('/engines/{id}', 'Delete the engine process of a session'))
    .input(engineId)
    .output(z.object({ _id: entityId })),
  /** Deletes the session with its credentials. Its pending messages wait for the workspace's next engine. */
  removeSession: mutation('engines')
    .route(at.delete('/sessions/{id}', 'Remove an engine session'))
    .input(engineId)
    .output(z.object({ _id: entityId })),
};
