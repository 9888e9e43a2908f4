import {
  ENGINE_PROTOCOL_PATHS,
  eventsRequest,
  fenced,
  inboxRequest,
  leaseRequest,
  readCredentialsRequest,
  writeCredentialsRequest,
} from '@switchyard/contracts/engine/protocol';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { EngineCredentials } from './engine-credentials.ts';
import { serveEngineHosts } from './engine-host.http.ts';
import { readInbox } from './engine-inbox.ts';
import { fenceError, releaseLease, takeLease } from './engine-lease.ts';
import { engineBody, engineOf } from './engine-request.ts';
import { enginesStale } from './engines.events.ts';
import { LeaseRenewals } from './lease-renewals.ts';
import { recordEvents } from './record-events.ts';

/** The engine protocol's endpoints for the engine itself; `claim` and `report` belong to the messages domain. */
export function serveEngineProtocol(server: FastifyInstance, platform: Platform): void {
  const { pool } = platform.database;
  const credentials = new EngineCredentials(pool, platform.secret);
  const renewals = new LeaseRenewals(pool);
  serveEngineHosts(server, platform, renewals);
  const quiet = { logLevel: 'warn' as const };

  server.post(ENGINE_PROTOCOL_PATHS.lease, async (request) => {
    const identity = engineOf(request, platform);
    const lease = await takeLease(pool, identity, engineBody(leaseRequest, request));
    platform.events.dispatch([enginesStale(lease.engine.workspaceId, identity.engineId)]);
    return lease;
  });

  server.post(ENGINE_PROTOCOL_PATHS.renew, quiet, async (request) => {
    await renewals.renew(engineOf(request, platform), engineBody(fenced, request).generation);
    return { ok: true };
  });

  server.post(ENGINE_PROTOCOL_PATHS.release, async (request) => {
    const identity = engineOf(request, platform);
    const workspaceId = await releaseLease(pool, identity, engineBody(fenced, request).generation);
    platform.events.dispatch([enginesStale(workspaceId, identity.engineId)]);
    return { ok: true };
  });

  server.post(ENGINE_PROTOCOL_PATHS.readCredentials, quiet, async (request) => {
    const identity = engineOf(request, platform);
    const { generation, names } = engineBody(readCredentialsRequest, request);
    return { values: await credentials.read(identity, generation, names) };
  });

  server.post(ENGINE_PROTOCOL_PATHS.writeCredentials, quiet, async (request) => {
    const identity = engineOf(request, platform);
    const { generation, ...changes } = engineBody(writeCredentialsRequest, request);
    await credentials.write(identity, generation, changes);
    return { ok: true };
  });

  server.post(ENGINE_PROTOCOL_PATHS.inbox, quiet, async (request) => {
    return readInbox(pool, engineOf(request, platform), engineBody(inboxRequest, request));
  });

  server.post(ENGINE_PROTOCOL_PATHS.events, quiet, async (request) => {
    const identity = engineOf(request, platform);
    const workspaceId = await recordEvents(platform.database.db, identity, engineBody(eventsRequest, request));
    if (workspaceId === null) throw await fenceError(pool, identity);
    platform.events.dispatch([enginesStale(workspaceId, identity.engineId)]);
    return { ok: true };
  });
}
