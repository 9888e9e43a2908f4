import { UNINSTALL_PATH, uninstallReason } from '@switchyard/contracts/accounts/uninstall';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { readInput } from '../../platform/read-input.ts';
import { uninstallReasons } from './uninstall.schema.ts';

const BODY_LIMIT_BYTES = 8 * 1024;

/** Receives the reason for removing the extension from a public page; stored anonymously. */
export function serveUninstall(server: FastifyInstance, { database }: Pick<Platform, 'database'>): void {
  server.post(UNINSTALL_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    await database.db.insert(uninstallReasons).values(readInput(uninstallReason, request.body ?? {}));
    return reply.status(204).send();
  });
}
