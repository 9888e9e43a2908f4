import { actsRequest, ENGINE_PROTOCOL_PATHS } from '@switchyard/contracts/engine/protocol';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { engineBody, engineOf } from '../engines/index.ts';
import { workActs } from './work-acts.ts';

/** The engine protocol's endpoint for acts on chats. */
export function serveActs(server: FastifyInstance, platform: Platform): void {
  server.post(ENGINE_PROTOCOL_PATHS.acts, { logLevel: 'warn' }, async (request) => {
    const identity = engineOf(request, platform);
    const { answer, events } = await workActs(platform, identity, engineBody(actsRequest, request));
    platform.events.dispatch(events);
    return answer;
  });
}
