import { UNINSTALL_PATH, uninstallReason } from '@switchyard/contracts/uninstall';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { faultsOf, invalid } from '../../platform/refusal.ts';
import { uninstallReasons } from './uninstall.schema.ts';

const BODY_LIMIT_BYTES = 8 * 1024;

/** Why somebody removed the extension: told by a page that anybody may see, and kept without a name. */
export function serveUninstall(server: FastifyInstance, { database }: Pick<Platform, 'database'>): void {
  server.post(UNINSTALL_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const given = uninstallReason.safeParse(request.body ?? {});
    if (!given.success) throw invalid(faultsOf(given.error.issues));
    await database.db.insert(uninstallReasons).values(given.data);
    return reply.status(204).send();
  });
}
