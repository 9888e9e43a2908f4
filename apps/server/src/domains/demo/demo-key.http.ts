import type { PlainOperation } from '@switchyard/contracts/operation';
import type { FastifyInstance } from 'fastify';
import { admitRequest } from '../../platform/http/operations.ts';
import { perform } from '../../platform/perform.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { createKey, KEY_SCOPES } from '../accounts/index.ts';

/** A demo key isn't needed for longer. */
const GOOD_FOR_DAYS = 30;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

export const demoKeyOperation: PlainOperation = {
  name: 'demo.key',
  guard: 'workspace-admin',
  effect: 'change',
  scope: null,
};

/** `GET /api/demo/key`: a key with every scope for trying the API; only for requests from this machine. */
export function serveDemoKey(server: FastifyInstance, platform: Platform): void {
  server.get('/api/demo/key', async (request) => {
    const actor = await admitRequest(request, platform, demoKeyOperation);
    const isThisMachine = LOOPBACK.test(request.ip) && request.headers['x-forwarded-for'] === undefined;
    if (!platform.config.demo || !isThisMachine) throw new Refusal('NOT_FOUND');
    const input = { name: 'Demo', scopes: [...KEY_SCOPES], expiresInDays: GOOD_FOR_DAYS };
    return { key: (await perform(platform, createKey, actor, input)).key };
  });
}
