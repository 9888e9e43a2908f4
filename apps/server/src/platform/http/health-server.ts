import type { AddressInfo } from 'node:net';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Stoppable } from '../domain.ts';
import type { Log } from '../logging/log.ts';
import type { Platform } from '../platform.ts';
import { portError } from '../start-error.ts';
import { toEnvelope } from './errors.ts';
import { serveHealth } from './health.ts';
import { observeRequests } from './observe.ts';

export const DEFAULT_HEALTH_PORT = 3001;

/**
 * Serves only `/health` and `/metrics`, for a process without a web server. Uses the default port, or a free one if
 * that is taken and none was configured.
 */
export async function startHealthServer(platform: Platform): Promise<Stoppable & { port: number }> {
  const { config } = platform;
  const server = fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    requestTimeout: config.requestTimeoutMs,
  });
  server.setErrorHandler((error, request, reply) => {
    const body = toEnvelope(error, request.log as Log);
    return reply.status(body.status).send({ ...body, requestId: request.id });
  });
  server.setNotFoundHandler(() => {
    throw Object.assign(new Error('Only /health and /metrics are here.'), { statusCode: 404 });
  });
  observeRequests(server, platform);
  serveHealth(server, platform);
  const port = config.healthPort ?? DEFAULT_HEALTH_PORT;
  const listen = (requestedPort: number) => server.listen({ port: requestedPort, host: config.host });
  await listen(port).catch((error: unknown) => {
    if (config.healthPort === null && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') return listen(0);
    throw portError(error, 'the health port', port, 'HEALTH_PORT');
  });
  return { port: (server.server.address() as AddressInfo).port, stop: () => server.close() };
}
