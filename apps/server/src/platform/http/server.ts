import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { MAX_TO_ACCEPT, UnknownConnections } from '../connections.ts';
import type { Domain } from '../domain.ts';
import type { Log } from '../logging/log.ts';
import { webDirectory } from '../paths.ts';
import type { Platform } from '../platform.ts';
import { portError } from '../start-error.ts';
import { BODY_LIMIT_BYTES, limitBodies } from './bodies.ts';
import { admitBodies, endUnreadBodies, recogniseCallers } from './callers.ts';
import { rejectCrossSite } from './cross-site.ts';
import { toEnvelope } from './errors.ts';
import { serveHealth } from './health.ts';
import { limitRates } from './limits.ts';
import { observeRequests } from './observe.ts';
import { isPublicApi, toPublicError } from './public-errors.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';
import { serveWebApi } from './web-api.ts';
import { openWebApp } from './web-app.ts';

/** Multiple of the request timeout granted to a file on a slow line. */
const SLOW_LINE_MULTIPLE = 10;
const REQUEST_ID = /^[\w.-]{8,64}$/;

/** Builds the HTTP server with every domain's routes; it does not listen yet. */
export async function createHttpServer(platform: Platform, domains: Domain[]): Promise<FastifyInstance> {
  const { requestTimeoutMs, connectionsPerAddress } = platform.config;
  const server = fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT_BYTES,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: platform.config.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: (request) => {
      const requestId = request.headers['x-request-id'];
      return typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : randomUUID();
    },
    forceCloseConnections: 'idle',
    requestTimeout: requestTimeoutMs * SLOW_LINE_MULTIPLE,
    http: { headersTimeout: requestTimeoutMs, connectionsCheckingInterval: requestTimeoutMs / 4 },
    frameworkErrors: (error, request, reply) => refuse(error, request, reply.header('x-request-id', request.id)),
  });
  const connections = new UnknownConnections(connectionsPerAddress);
  server.server.on('connection', (socket) => connections.enter(socket, socket.remoteAddress));
  // From here on the upgrade handler is responsible for the connection.
  server.server.on('upgrade', (_request, socket) => connections.leave(socket));
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  server.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  const webApp = openWebApp(webDirectory, platform.config);
  server.setNotFoundHandler((request, reply) => {
    if (webApp.answer(request, reply)) return reply;
    return refuse(notFound(request), request, reply);
  });

  setSecurityHeaders(server, platform.config, webApp.inlineScripts, platform.cluster?.browserPort ?? null);
  endUnreadBodies(server);
  rejectCrossSite(server, platform.config);
  limitBodies(server, requestTimeoutMs);
  warnOfUntrustedProxy(server);
  recogniseCallers(server, platform, domains, connections);
  await limitRates(server, platform.config);
  admitBodies(server, platform);
  observeRequests(server, platform);
  await webApp.serve(server);
  serveHealth(server, platform);
  serveWebApi(server, platform, Object.assign({}, ...domains.map((domain) => domain.routers)));
  for (const domain of domains) await domain.http?.(server, platform);
  await server.ready();
  return server;
}

/** @returns the port. Rejects with a plain explanation if the port is taken. */
export async function listen(server: FastifyInstance, port: number, host: string): Promise<number> {
  try {
    await server.listen({ port, host, backlog: MAX_TO_ACCEPT });
  } catch (error) {
    throw portError(error, 'the web server', port, 'PORT');
  }
  return (server.server.address() as AddressInfo).port;
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = toEnvelope(error, request.log as Log);
  if (isPublicApi(request.url)) {
    const { status, body: publicBody } = toPublicError(body, request.id);
    return reply.status(status).send(publicBody);
  }
  return reply.status(body.status).send({ ...body, requestId: request.id });
}

function notFound(request: FastifyRequest): Error {
  const path = request.url.split('?')[0];
  return Object.assign(new Error(`There is nothing at ${request.method} ${path}.`), { statusCode: 404 });
}
