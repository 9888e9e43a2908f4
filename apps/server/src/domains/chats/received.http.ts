import { ENGINE_PROTOCOL_PATHS, receivedRequest } from '@switchyard/contracts/engine/protocol';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { engineBody, engineOf } from '../engines/index.ts';
import { batchedMessages } from './batched-messages.ts';
import { storeReceived } from './store-received.ts';

/** The engine protocol's endpoint for incoming messages. */
export function serveReceived(server: FastifyInstance, platform: Platform): void {
  const storeMessages = batchedMessages(platform);
  server.post(ENGINE_PROTOCOL_PATHS.received, { logLevel: 'warn' }, async (request) => {
    const identity = engineOf(request, platform);
    const body = engineBody(receivedRequest, request);
    platform.events.dispatch(await storeReceived(platform, identity, body, storeMessages));
    return { ok: true };
  });
}
