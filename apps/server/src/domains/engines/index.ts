import { topics } from '@switchyard/contracts/live/topics';
import { type Domain, reaction } from '../../platform/domain.ts';
import { serveCloudApiWebhook } from './cloud-api/webhook.http.ts';
import { changeEngineSecret } from './credential-seal.ts';
import { holdEnginesOfPlan } from './enforce-engine-limit.ts';
import { followReplies, sendRefresh } from './engine-commands.ts';
import { workspaceOfToken } from './engine-lease.ts';
import { engineMeasures } from './engine-measures.ts';
import { followPresence } from './engine-presence.ts';
import { serveEngineProtocol } from './engine-protocol.http.ts';
import { readEngineToken, readHostToken } from './engine-token.ts';
import { engineRefreshDue, enginesStale } from './engines.events.ts';
import { enginesNotices } from './engines.notices.ts';
import { enginesPersonalData } from './engines.personal-data.ts';
import { engineWorkspace } from './engines.queries.ts';
import { enginesRouter } from './engines.routes.ts';
import { engineTools } from './engines.tools.ts';
import { serveExtension } from './extension/extension.http.ts';
import { watchLeaseExpiry } from './lease-expiry.ts';
import { startReconciler } from './reconciler/start-reconciler.ts';
import {
  startEnginesOfReinstated,
  startEnginesOfReopened,
  stopEnginesOfClosing,
  stopEnginesOfSuspended,
  transferEngines,
} from './transfer-engines.ts';
import { watchOutages } from './watch-outages.ts';

export { commandEngine } from './command-engine.ts';
export { FENCE, fenceError, LEASE } from './engine-lease.ts';
export {
  isProcessOffline,
  type PresenceLookup,
  presenceChangedSince,
  presenceOf,
} from './engine-presence.ts';
export { engineRemoved } from './engine-removed.ts';
export { engineBody, engineOf, engineQuery } from './engine-request.ts';
export { engineState, standingColumns } from './engine-state.ts';
export type { EngineIdentity } from './engine-token.ts';
export { enginesStale } from './engines.events.ts';
export { IN_BROWSER, isInBrowser, manageEnginesRefusal } from './engines.policy.ts';
export { connectedEngineOf, findEngine, listEngines } from './engines.queries.ts';
export { findVisibleEngine } from './find-visible-engine.ts';
export { findGroups, findGroupsNamed, type KnownGroup, listGroups, writableGroups } from './group-facts.ts';
export { listOffline } from './list-offline.ts';
export { restartEngine } from './restart-engine.ts';
export {
  choosableEngines,
  isBrowserAway,
  READY_ENGINES,
  type SendingEngine,
  sendingEngineOf,
  USUAL_ENGINE,
} from './sending-engine.ts';

export const enginesDomain: Domain = {
  name: 'engines',
  measures: engineMeasures,
  personalData: enginesPersonalData,
  notices: enginesNotices,
  routers: { engines: enginesRouter },
  hooks: [
    holdEnginesOfPlan,
    transferEngines,
    stopEnginesOfClosing,
    startEnginesOfReopened,
    stopEnginesOfSuspended,
    startEnginesOfReinstated,
  ],
  reactions: [reaction(engineRefreshDue, ({ broker }, engineId) => sendRefresh(broker, engineId))],
  tools: engineTools,
  changeSecret: changeEngineSecret,
  http(server, platform) {
    serveEngineProtocol(server, platform);
    serveCloudApiWebhook(server, platform);
    serveExtension(server, platform);
    const registry = followPresence(platform, (engineId) => {
      engineWorkspace(platform.database.db, engineId).then(
        (workspaceId) => workspaceId && platform.events.dispatch([enginesStale(workspaceId, engineId)]),
        (error: unknown) => platform.log.debug({ err: error }, 'the workspace of an engine could not be read'),
      );
    });
    const unfollow = followReplies(platform.broker);
    server.addHook('onClose', async () => {
      registry.stop();
      unfollow();
    });
  },
  async work(platform) {
    const parts = [watchLeaseExpiry(platform), watchOutages(platform), await startReconciler(platform)];
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
  signerOf({ authorization = '' }, platform) {
    const token = authorization.replace(/^Bearer /, '');
    const engine = readEngineToken(platform.secret, token);
    if (engine) return `engine:${engine.engineId}`;
    const podName = readHostToken(platform.secret, token);
    return podName === null ? null : `host:${podName}`;
  },
  /**
   * Broker access of an engine: the user name is its id, the password its token, and it may use only its own topics. A
   * host uses its pod's name and its own token.
   */
  async topicRights({ username, password }, platform) {
    if (readHostToken(platform.secret, password) === username) {
      return { publish: [], subscribe: [topics.hostPoke(username)] };
    }
    const identity = readEngineToken(platform.secret, password);
    if (!identity || identity.engineId !== username) return null;
    const workspaceId = await workspaceOfToken(platform.database.pool, identity);
    if (workspaceId === null) return null;
    return {
      workspaceId,
      publish: [topics.enginePresence(username), topics.engineReply(username)],
      subscribe: [`engine/${username}/#`],
    };
  },
};
