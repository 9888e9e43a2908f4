import { operations, signedIn } from '../../platform/http/operations.ts';
import type { Actor } from '../../platform/http/request-context.ts';
import { TICKET_LIFE_MS } from '../../platform/mqtt/live-ticket.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeEngineSession, restartEngine, startEngine, stopEngine, updateEngineSession } from './change-engine.ts';
import { readCloudApi, saveCloudApi } from './cloud-api/settings.ts';
import { commandEngine } from './command-engine.ts';
import { createEngineSession, GATEWAY_NAMESPACE } from './create-engine-session.ts';
import { chooseDriver, offeredDrivers } from './drivers.ts';
import { presenceOf } from './engine-presence.ts';
import { mayExploreAnyEngine, mayManageEngines } from './engines.policy.ts';
import { presentEngine, presentSessionEvent } from './engines.present.ts';
import { findEngine, listEngines, listSessionEvents } from './engines.queries.ts';
import { exploreEngine } from './explore-engine.ts';
import { extensionsOf } from './extension/extension-presence.ts';
import { issueExtensionTicket } from './extension/extension-ticket.ts';
import { presentExtension } from './extension/present-extension.ts';

const { engines } = operations;

async function readEngine(platform: Platform, actor: Actor, engineId: string) {
  const row = await findEngine(platform.database.db, { engineId, workspaceId: actor.workspaceId });
  return row && presentEngine(row, presenceOf(platform, engineId), actor);
}

/** @throws NOT_FOUND */
async function readOwn(platform: Platform, actor: Actor, errors: { NOT_FOUND: () => Error }, engineId: string) {
  const engine = await readEngine(platform, actor, engineId);
  if (!engine) throw errors.NOT_FOUND();
  return engine;
}

/** @throws NOT_FOUND, NOT_CLOUD_API */
async function readCloudApiEngine(
  platform: Platform,
  actor: Actor,
  errors: { NOT_FOUND: () => Error; NOT_CLOUD_API: () => Error },
  engineId: string,
) {
  const engine = await readOwn(platform, actor, errors, engineId);
  if (engine.driver !== 'cloud-api') throw errors.NOT_CLOUD_API();
}

/** The page and the reconciler both follow this. */
const tellChanged = (platform: Platform, actor: Actor, engineId: string) =>
  platform.live.toWorkspace(actor.workspaceId, { type: 'engines.stale', engineId });

const keyOf = (actor: Actor, engineId: string) => ({ engineId, workspaceId: actor.workspaceId });

export const enginesRouter = {
  drivers: engines.drivers.use(signedIn).handler(({ context: { platform } }) => offeredDrivers(platform.config)),

  list: engines.list.use(signedIn).handler(async ({ input, context: { actor, platform } }) => {
    const { rows, total } = await listEngines(platform.database.db, actor.workspaceId, input);
    const gateways = rows.map((row) => presentEngine(row, presenceOf(platform, row.id), actor));
    // After the stored ones, as pages of one list.
    const extensions = extensionsOf(platform, actor.workspaceId);
    const from = Math.max(0, input.skip - total);
    const shown = extensions.slice(from, from + input.limit - gateways.length);
    return { data: [...gateways, ...shown.map(presentExtension)], total: total + extensions.length };
  }),

  extensionTicket: engines.extensionTicket
    .use(signedIn)
    .handler(({ input: { connectionId }, context: { actor, platform }, errors }) => {
      if (!mayManageEngines(actor)) throw errors.FORBIDDEN();
      return {
        url: '/mqtt',
        clientId: `extension-${connectionId}`,
        ...issueExtensionTicket(platform.secret, actor, connectionId, Date.now() + TICKET_LIFE_MS),
        expiresInMs: TICKET_LIFE_MS,
      };
    }),

  events: engines.events.use(signedIn).handler(async ({ input, context: { actor, platform } }) => {
    const workspaceId = mayExploreAnyEngine(actor) ? null : actor.workspaceId;
    const { rows, total } = await listSessionEvents(platform.database.db, { ...input, workspaceId });
    return { data: rows.map(presentSessionEvent), total };
  }),

  explore: engines.explore.use(signedIn).handler(async ({ input, context: { actor, platform }, errors }) => {
    const found = await exploreEngine(platform, actor, input.id);
    if (!found) throw errors.NOT_FOUND();
    return found;
  }),

  logOut: engines.logOut.use(signedIn).handler(async ({ input, context: { actor, platform }, errors }) => {
    await commandEngine(platform, actor, errors, input.id, { name: 'log-out' });
    return readOwn(platform, actor, errors, input.id);
  }),

  refreshQr: engines.refreshQr.use(signedIn).handler(async ({ input, context: { actor, platform }, errors }) => {
    await commandEngine(platform, actor, errors, input.id, { name: 'refresh-pairing' });
    return readOwn(platform, actor, errors, input.id);
  }),

  pairingCode: engines.pairingCode.use(signedIn).handler(async ({ input, context: { actor, platform }, errors }) => {
    const { id, phoneNumber } = input;
    const data = await commandEngine(platform, actor, errors, id, { name: 'pairing-code', phoneNumber });
    return { code: String(data.code ?? '') };
  }),

  readCloudApi: engines.readCloudApi.use(signedIn).handler(async ({ input, context: { actor, platform }, errors }) => {
    await readCloudApiEngine(platform, actor, errors, input.id);
    return readCloudApi(platform, input.id);
  }),

  saveCloudApi: engines.saveCloudApi.use(signedIn).handler(async ({ input, context: { actor, platform }, errors }) => {
    await readCloudApiEngine(platform, actor, errors, input.id);
    if (!mayManageEngines(actor)) throw errors.FORBIDDEN();
    const { id, ...settings } = input;
    return saveCloudApi(platform, id, settings);
  }),

  createSession: engines.createSession
    .use(signedIn)
    .handler(async ({ input, context: { actor, platform }, errors }) => {
      if (!mayManageEngines(actor)) throw errors.FORBIDDEN();
      const driver = chooseDriver(platform.config, input.driver);
      const faults = [
        ...(input.owner !== undefined && input.owner !== actor.userId
          ? [{ field: 'owner', message: 'An engine session belongs to whoever creates it.' }]
          : []),
        ...(input.k8sNamespace !== undefined && input.k8sNamespace !== GATEWAY_NAMESPACE
          ? [{ field: 'k8sNamespace', message: `Engines live in the namespace ${GATEWAY_NAMESPACE}.` }]
          : []),
        ...(driver === null ? [{ field: 'driver', message: 'This server has no such driver.' }] : []),
      ];
      if (faults.length > 0 || driver === null) throw errors.INVALID({ data: { faults } });
      const { gatewayType, active, name = 'WhatsApp' } = input;
      const created = await createEngineSession(platform.database.db, actor, { name, gatewayType, driver, active });
      if ('refused' in created) {
        if (created.refused === 'upgrade') throw errors.UPGRADE_REQUIRED();
        throw errors.ENGINE_LIMIT_REACHED({ data: { limit: created.limit } });
      }
      tellChanged(platform, actor, created.id);
      const engine = await readEngine(platform, actor, created.id);
      if (!engine) throw errors.NOT_FOUND();
      return engine;
    }),

  create: engines.create.use(signedIn).handler(async ({ input, context: { actor, platform }, errors }) => {
    if (!mayManageEngines(actor)) throw errors.FORBIDDEN();
    const started = await startEngine(platform.database.db, keyOf(actor, input.sessionId));
    const engine = started ? await readEngine(platform, actor, input.sessionId) : null;
    if (!engine) throw errors.NOT_FOUND();
    tellChanged(platform, actor, engine._id);
    return engine;
  }),

  restart: engines.restart.use(signedIn).handler(async ({ input, context: { actor, platform }, errors }) => {
    if (!mayManageEngines(actor)) throw errors.FORBIDDEN();
    const outcome = await restartEngine(platform.database.db, keyOf(actor, input.id));
    if (outcome === 'legacy') throw errors.LEGACY_ENGINE();
    if (outcome === 'starting') throw errors.ALREADY_STARTING();
    const engine = outcome === 'missing' ? null : await readEngine(platform, actor, input.id);
    if (!engine) throw errors.NOT_FOUND();
    tellChanged(platform, actor, engine._id);
    return engine;
  }),

  updateSession: engines.updateSession
    .use(signedIn)
    .handler(async ({ input, context: { actor, platform }, errors }) => {
      if (!mayManageEngines(actor)) throw errors.FORBIDDEN();
      const changed = await updateEngineSession(platform.database.db, keyOf(actor, input.id), {
        name: input.name,
        lastRestart: input.lastRestart === undefined ? undefined : new Date(input.lastRestart),
        restarting: input.status === 'initializing',
      });
      const engine = changed ? await readEngine(platform, actor, input.id) : null;
      if (!engine) throw errors.NOT_FOUND();
      tellChanged(platform, actor, engine._id);
      return engine;
    }),

  remove: engines.remove.use(signedIn).handler(async ({ input, context: { actor, platform }, errors }) => {
    if (!mayManageEngines(actor)) throw errors.FORBIDDEN();
    if (!(await stopEngine(platform.database.db, keyOf(actor, input.id)))) throw errors.NOT_FOUND();
    tellChanged(platform, actor, input.id);
    return { _id: input.id };
  }),

  removeSession: engines.removeSession
    .use(signedIn)
    .handler(async ({ input, context: { actor, platform }, errors }) => {
      if (!mayManageEngines(actor)) throw errors.FORBIDDEN();
      if (!(await removeEngineSession(platform.database.db, keyOf(actor, input.id)))) throw errors.NOT_FOUND();
      tellChanged(platform, actor, input.id);
      return { _id: input.id };
    }),
};
