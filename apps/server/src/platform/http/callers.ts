import { UNINSTALL_PATH } from '@switchyard/contracts/accounts/uninstall';
import { EXTENSION_PAIR_PATH } from '@switchyard/contracts/engine/extension';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import type { UnknownConnections } from '../connections.ts';
import type { Domain } from '../domain.ts';
import type { Platform } from '../platform.ts';
import { Refusal } from '../refusal.ts';
import { BODY_LIMIT_BYTES, hasBody, OPEN_OPERATIONS } from './bodies.ts';
import { CLIENT_ADDRESS_HEADER, webHeaders } from './headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Whose signed token the request carries (`Domain.signerOf`), before anybody has looked whether it still counts;
     * null: nobody's.
     */
    signer: string | null;
  }
}

/** Tells each request's signer, and lets go of connections whose callers are known. Comes before the limits. */
export function recogniseCallers(
  server: FastifyInstance,
  platform: Platform,
  domains: Domain[],
  connections: UnknownConnections,
): void {
  server.decorateRequest('signer', null);
  server.addHook('onRequest', async (request) => {
    request.signer = await signerOf(request, platform, domains);
    // A connection of a proxy that we believe is many callers'.
    const isOfProxy = request.ip !== request.socket.remoteAddress;
    if (request.signer !== null || isOfProxy) connections.leave(request.socket);
  });
  server.addHook('preHandler', (request, _reply, done) => {
    connections.work(request.socket);
    done();
  });
  server.addHook('onResponse', (request, _reply, done) => {
    connections.rest(request.socket);
    done();
  });
}

async function signerOf({ headers }: FastifyRequest, platform: Platform, domains: Domain[]): Promise<string | null> {
  if (headers.authorization === undefined && headers.cookie === undefined) return null;
  for (const domain of domains) {
    const signer = await domain.signerOf?.(headers, platform);
    if (signer) return signer;
  }
  return null;
}

/**
 * Refuses bodies of strangers before they are read. Under `/engine` a signature is enough, as whether it was revoked is
 * told by the statement that does the work. Comes after the limits.
 */
export function admitBodies(server: FastifyInstance, platform: Platform): void {
  server.addHook('onRequest', async (request) => {
    if (!hasBody(request.headers)) return;
    if (!(await mayHaveBody(request, platform))) throw new Refusal('UNAUTHORIZED');
    if (!request.raw.complete) lasting.add(request);
  });
  // Its body came later than its head: whoever sent it may have lost their key or sign-in meanwhile.
  server.addHook('preHandler', (request, _reply, done) => {
    if (lasting.has(request)) actors.delete(request);
    done();
  });
}

/**
 * Whatever answers a request before its body was read, a limit or a foreign page as well as missing credentials: a
 * large one ends with the answer.
 */
export function endUnreadBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    const { headers, raw } = request;
    if (hasBody(headers) && !raw.readableDidRead) {
      const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
      if (bytes > mostPassedOver(request)) reply.header('connection', 'close');
    }
    done();
  });
}

/**
 * Bytes of a refused body that are read only to be thrown away, so that a browser whose sign-in has ended hears that,
 * and no broken connection, in the middle of a file. An engine hears it by any of its next, smaller calls.
 */
function mostPassedOver({ routeOptions, headers }: FastifyRequest): number {
  const most = routeOptions.bodyLimit ?? BODY_LIMIT_BYTES;
  if (routeOptions.url?.startsWith('/engine/')) return BODY_LIMIT_BYTES;
  return headers['content-type']?.startsWith('application/json') ? Math.min(most, MAX_JSON_PASSED_OVER_BYTES) : most;
}

/** More than any call of ours that a browser makes; a larger one costs more to read than it is worth to be heard. */
const MAX_JSON_PASSED_OVER_BYTES = 1024 * 1024;

/** What somebody without an account may send. */
const FOR_EVERYBODY = new Set<string>([UNINSTALL_PATH, EXTENSION_PAIR_PATH, ...OPEN_OPERATIONS]);

async function mayHaveBody(request: FastifyRequest, platform: Platform): Promise<boolean> {
  // The route's own path: the one that was asked for may be written in many ways.
  const path = request.routeOptions.url ?? '';
  if (FOR_EVERYBODY.has(path)) return true;
  if (path.startsWith('/engine/')) return /^(engine|host):/.test(request.signer ?? '');
  const isOfApi = path.startsWith('/api/') || path.startsWith('/v1/');
  if (!isOfApi || path.startsWith('/api/auth/')) return true;
  return (await actorOf(request, platform)) !== null;
}

/** With the address that the caller has for us, whatever they say of it. */
function callerHeaders(request: FastifyRequest): Headers {
  const headers = webHeaders(request.headers);
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  return headers;
}

const actors = new WeakMap<FastifyRequest, Promise<Actor | null>>();
/** Whose body was not there yet when it was asked who makes them. */
const lasting = new WeakSet<FastifyRequest>();

/** Who makes a request; asked once, however many want to know, and again once a body is there that came late. */
export function actorOf(request: FastifyRequest, platform: Platform): Promise<Actor | null> {
  const known = actors.get(request) ?? platform.resolveActor(callerHeaders(request));
  actors.set(request, known);
  return known;
}

/** Who made a request, where somebody has wanted to know; else, and where that could not be told, null. */
export async function knownActorOf(request: FastifyRequest): Promise<Actor | null> {
  return (await actors.get(request)?.catch(() => null)) ?? null;
}

/**
 * The same asked anew, of a request that lasts: its sign-in may have ended meanwhile. The workspace is the one that it
 * began in, whatever was chosen since.
 */
export function actorNow(request: FastifyRequest, platform: Platform, begun: Actor): Promise<Actor | null> {
  const headers = callerHeaders(request);
  if (!begun.onBehalfOf && !begun.key) headers.set('x-workspace-id', begun.workspaceId);
  return platform.resolveActor(headers);
}
