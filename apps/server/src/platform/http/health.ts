import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import { watchParts } from './health-deps.ts';

/**
 * `GET /health`: the state of each part. 503 only if nothing can be served, which is without the database. Other
 * failures are listed under 200 as `degraded`: a server taken out of service for them would serve nobody, although
 * messages go out without a broker and a full disk can be read.
 */
export function serveHealth(server: FastifyInstance, platform: Platform): void {
  const readParts = watchParts(platform);
  server.get('/health', { logLevel: 'warn' }, async (_request, reply) => {
    const { parts, backedUpAt } = await readParts();
    const failing = Object.entries(parts).flatMap(([part, state]) =>
      state === 'ok' || state === 'none' ? [] : [part],
    );
    const isServing = parts.database === 'ok';
    const status = isServing ? 'degraded' : 'failing';
    return reply
      .status(isServing ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        ...(failing.length === 0 ? { status: 'ok' } : { status, failing }),
        parts,
        backedUpAt,
        roles: platform.config.roles,
      });
  });
}
