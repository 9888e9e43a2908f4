import type { Actor } from '../../platform/actor.ts';
import { idOf, operations, performing } from '../../platform/http/operations.ts';
import type { Platform } from '../../platform/platform.ts';
import { readCloudApiOf, saveCloudApi } from './cloud-api/settings.ts';
import { logOutEngine, refreshQr, requestPairingCode } from './command-engine.ts';
import { createEngineSession } from './create-engine-session.ts';
import { offeredDrivers } from './drivers.ts';
import { presenceOf } from './engine-presence.ts';
import { canExploreAnyEngine } from './engines.policy.ts';
import { presentEngine, presentSessionEvent } from './engines.present.ts';
import { type EngineRow, listEngines, listSessionEvents } from './engines.queries.ts';
import { exploreEngine } from './explore-engine.ts';
import { createExtensionCode } from './extension/create-extension-code.ts';
import { unpairExtension } from './extension/unpair-extension.ts';
import { findVisibleEngine } from './find-visible-engine.ts';
import { listNumbers } from './list-numbers.ts';
import { removeEngineSession } from './remove-engine-session.ts';
import { restartEngine } from './restart-engine.ts';
import { setDefaultEngine } from './set-default-engine.ts';
import { startEngine } from './start-engine.ts';
import { stopEngine } from './stop-engine.ts';
import { updateEngineSession } from './update-engine-session.ts';

const { engines } = operations;

const present = ({ platform, actor }: { platform: Platform; actor: Actor }, row: EngineRow) =>
  presentEngine(row, presenceOf(platform, row.id), actor);

export const enginesRouter = {
  drivers: engines.drivers.handler(({ context: { platform } }) => offeredDrivers(platform.config)),

  list: engines.list.handler(async ({ input, context }) => {
    const { rows, total } = await listEngines(context.db, context.actor.workspaceId, input);
    return { data: rows.map((row) => present(context, row)), total };
  }),

  numbers: engines.numbers.handler(({ input, context: { actor, platform } }) =>
    listNumbers(platform, actor.workspaceId, input),
  ),

  setDefault: engines.setDefault.handler(async ({ input, context }) =>
    present(context, await context.perform(setDefaultEngine, input)),
  ),

  extension: engines.extension.handler(({ context: { platform } }) => ({
    storeUrl: platform.config.extensionStoreUrl,
  })),

  createExtensionCode: engines.createExtensionCode.handler(async ({ context: { perform } }) => {
    const { code, expiresAt } = await perform(createExtensionCode, undefined);
    return { code, expiresAt: expiresAt.toISOString() };
  }),

  unpairExtension: engines.unpairExtension.handler(performing(unpairExtension, idOf)),

  events: engines.events.handler(async ({ input, context: { actor, db, platform } }) => {
    const ofAnyone = canExploreAnyEngine(actor);
    if (ofAnyone) await platform.recordView(actor, 'engines.events', { workspaceId: null, subject: input.sessionId });
    const workspaceId = ofAnyone ? null : actor.workspaceId;
    const { rows, total } = await listSessionEvents(db, { ...input, workspaceId });
    return { data: rows.map(presentSessionEvent), total };
  }),

  explore: engines.explore.handler(async ({ input, context }) => {
    const row = await findVisibleEngine(context.platform, context.actor, input.id, 'engines.explore');
    return exploreEngine(context.platform, row, present(context, row));
  }),

  logOut: engines.logOut.handler(async ({ input, context }) =>
    present(context, await context.perform(logOutEngine, input)),
  ),

  refreshQr: engines.refreshQr.handler(async ({ input, context }) =>
    present(context, await context.perform(refreshQr, input)),
  ),

  pairingCode: engines.pairingCode.handler(({ input, context: { perform } }) => perform(requestPairingCode, input)),

  readCloudApi: engines.readCloudApi.handler(({ input, context: { actor, platform } }) =>
    readCloudApiOf({ ...platform, db: platform.database.db }, actor, input.id),
  ),

  saveCloudApi: engines.saveCloudApi.handler(({ input, context: { perform } }) => perform(saveCloudApi, input)),

  createSession: engines.createSession.handler(async ({ input, context }) =>
    present(context, await context.perform(createEngineSession, input)),
  ),

  create: engines.create.handler(async ({ input, context }) =>
    present(context, await context.perform(startEngine, { id: input.sessionId })),
  ),

  restart: engines.restart.handler(async ({ input, context }) =>
    present(context, await context.perform(restartEngine, input)),
  ),

  updateSession: engines.updateSession.handler(async ({ input, context }) =>
    present(context, await context.perform(updateEngineSession, input)),
  ),

  remove: engines.remove.handler(performing(stopEngine, idOf)),

  removeSession: engines.removeSession.handler(performing(removeEngineSession, idOf)),
};
