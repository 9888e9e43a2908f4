import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';

const DATABASE_TIMEOUT_MS = 2_000;

/**
 * `GET /health`: 200 when this process can do its work, else 503 naming the failing part. A broker that is away is told but does not fail:
 * messages go out without it.
 */
export function serveHealth(server: FastifyInstance, platform: Platform): void {
  server.get('/health', { logLevel: 'warn' }, async (_request, reply) => {
    const database = await databaseState(platform);
    const broker = platform.broker.connected() ? 'ok' : 'away';
    const status = database === 'ok' ? 'ok' : 'failing';
    return reply
      .status(status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status,
        ...(status === 'ok' ? {} : { failing: ['database'] }),
        parts: { database, broker },
        roles: platform.config.roles,
      });
  });
}

async function databaseState(platform: Platform): Promise<'ok' | 'away'> {
  const late = new Promise<'away'>((resolve) => setTimeout(resolve, DATABASE_TIMEOUT_MS, 'away').unref());
  const asked = platform.database.pool.query('select 1').then(
    () => 'ok' as const,
    () => 'away' as const,
  );
  return Promise.race([asked, late]);
}
