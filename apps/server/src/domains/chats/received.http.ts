import { ENGINE_PROTOCOL_PATHS, receivedRequest } from '@switchyard/contracts/engine-protocol';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { engineBody, engineOf } from '../engines/index.ts';
import { chatsStale } from './chats.events.ts';
import { storeReceived } from './store-received.ts';

/** The part of the engine protocol that is about what comes in. */
export function serveReceived(server: FastifyInstance, platform: Platform): void {
  server.post(ENGINE_PROTOCOL_PATHS.received, { logLevel: 'warn' }, async (request) => {
    const identity = engineOf(request, platform);
    const told = engineBody(receivedRequest, request);
    const { workspaceId, stored } = await storeReceived(platform.database.pool, identity, told);
    if (stored > 0) platform.events.dispatch([chatsStale(workspaceId, identity.engineId)]);
    return { ok: true };
  });
}
