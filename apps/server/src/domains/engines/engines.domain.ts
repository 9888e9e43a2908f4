import { topics } from '@switchyard/contracts/mqtt-topics';
import type { Domain } from '../../platform/domain.ts';
import { operations, signedIn } from '../../platform/http/operations.ts';
import type { Platform } from '../../platform/platform.ts';
import { isCurrentToken } from './engine-lease.ts';
import { followPresence, type PresenceRegistry } from './engine-presence.ts';
import { serveEngineProtocol } from './engine-protocol.http.ts';
import { readEngineToken } from './engine-token.ts';
import { presentEngine, presentSessionEvent } from './engines.present.ts';
import { engineWorkspace, listEngines, listSessionEvents } from './engines.queries.ts';
import { startReconciler } from './reconciler/start-reconciler.ts';

/** One registry for each running server of this process; tests run several. */
const registries = new WeakMap<Platform, PresenceRegistry>();

export const enginesDomain: Domain = {
  name: 'engines',
  router: {
    list: operations.engines.list.use(signedIn).handler(async ({ input, context: { actor, platform } }) => {
      const { rows, total } = await listEngines(platform.database.db, actor.workspaceId, input);
      const presence = registries.get(platform);
      return { data: rows.map((row) => presentEngine(row, presence?.of(row.id) ?? null)), total };
    }),
    events: operations.engines.events.use(signedIn).handler(async ({ input, context: { actor, platform } }) => {
      const workspaceId = actor.role === 'admin' ? null : actor.workspaceId;
      const { rows, total } = await listSessionEvents(platform.database.db, { ...input, workspaceId });
      return { data: rows.map(presentSessionEvent), total };
    }),
  },
  http(server, platform) {
    serveEngineProtocol(server, platform);
    const registry = followPresence(platform, (engineId) => {
      engineWorkspace(platform.database.db, engineId).then(
        (workspaceId) => workspaceId && platform.live.toWorkspace(workspaceId, { type: 'engines.stale', engineId }),
        (error: unknown) => platform.log.debug({ err: error }, 'the workspace of an engine could not be read'),
      );
    });
    registries.set(platform, registry);
    server.addHook('onClose', async () => registry.stop());
  },
  work: startReconciler,
  /** An engine's connection to the broker: user name is the engine id, password its token; it may touch its own topics only. */
  async topicRights({ username, password }, platform) {
    const identity = readEngineToken(platform.secret, password);
    if (!identity || identity.engineId !== username) return null;
    if (!(await isCurrentToken(platform.database.pool, identity))) return null;
    return {
      publish: [topics.enginePresence(username), topics.engineReply(username)],
      subscribe: [`engine/${username}/#`],
    };
  },
};
