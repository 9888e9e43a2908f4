import { EXTENSION_PAIR_PATH, EXTENSION_UNPAIR_PATH, pairRequest } from '@switchyard/contracts/engine/extension';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../../../platform/action.ts';
import type { Platform } from '../../../platform/platform.ts';
import { engineBody, engineOf } from '../engine-request.ts';
import { pairExtension } from './pair-extension.ts';
import { unpairByExtension } from './unpair-extension.ts';

const BODY_LIMIT_BYTES = 1_024;

/** A browser extension's endpoints besides the engine protocol: to get its token, and to unpair. */
export function serveExtension(server: FastifyInstance, platform: Platform): void {
  server.post(EXTENSION_PAIR_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    const { answer, events } = await pairExtension(platform, engineBody(pairRequest, request).code);
    platform.events.dispatch(events);
    return answer;
  });

  server.post(EXTENSION_UNPAIR_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    const { database, hooks, log } = platform;
    const deps = { db: database.db, clock: systemClock, hooks, log };
    platform.events.dispatch(await unpairByExtension(deps, engineOf(request, platform)));
    return { ok: true };
  });
}
