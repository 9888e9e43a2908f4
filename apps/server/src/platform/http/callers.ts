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
     * Owner of the request's signed token (`Domain.signerOf`), before it is checked for revocation; null if there is
     * none.
     */
    signer: string | null;
  }
}

/**
 * Sets each request's signer and stops counting connections of authenticated callers. Must be registered before the
 * limits.
 */
export function recogniseCallers(
  server: FastifyInstance,
  platform: Platform,
  domains: Domain[],
  connections: UnknownConnections,
): void {
  server.decorateRequest('signer', null);
  server.addHook('onRequest', async (request) => {
    request.signer = await signerOf(request, platform, domains);
    // A connection from a trusted proxy belongs to many callers.
    const isFromProxy = request.ip !== request.socket.remoteAddress;
    if (request.signer !== null || isFromProxy) connections.leave(request.socket);
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
 * Refuses bodies of unauthenticated callers before they are read. Under `/engine` a valid signature is enough, because
 * the statement that does the work also checks for revocation. Must be registered after the limits.
 */
export function admitBodies(server: FastifyInstance, platform: Platform): void {
  server.addHook('onRequest', async (request) => {
    if (!hasBody(request.headers)) return;
    if (!(await canSendBody(request, platform))) throw new Refusal('UNAUTHORIZED');
    if (!request.raw.complete) slowBodies.add(request);
  });
  // The body arrived after the headers: the key or sign-in may have been revoked meanwhile.
  server.addHook('preHandler', (request, _reply, done) => {
    if (slowBodies.has(request)) actors.delete(request);
    done();
  });
}

/**
 * Closes the connection of a request that was answered before its large body was read, whether by a limit, a cross-site
 * check or missing credentials.
 */
export function endUnreadBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    const { headers, raw } = request;
    if (hasBody(headers) && !raw.readableDidRead) {
      const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
      if (bytes > maxDrainedBytes(request)) reply.header('connection', 'close');
    }
    done();
  });
}

/**
 * Maximum bytes of a refused body that are read and discarded, so that a browser whose sign-in has expired in the
 * middle of an upload receives the refusal instead of a broken connection. An engine learns it from any of its next,
 * smaller calls.
 */
function maxDrainedBytes({ routeOptions, headers }: FastifyRequest): number {
  const limit = routeOptions.bodyLimit ?? BODY_LIMIT_BYTES;
  if (routeOptions.url?.startsWith('/engine/')) return BODY_LIMIT_BYTES;
  return headers['content-type']?.startsWith('application/json') ? Math.min(limit, MAX_DRAINED_JSON_BYTES) : limit;
}

/**
 * Larger than any JSON call our browser code makes; draining a larger one costs more than delivering the refusal is
 * worth.
 */
const MAX_DRAINED_JSON_BYTES = 1024 * 1024;

/** Paths that accept a body without an account. */
const OPEN_PATHS = new Set<string>([UNINSTALL_PATH, EXTENSION_PAIR_PATH, ...OPEN_OPERATIONS]);

async function canSendBody(request: FastifyRequest, platform: Platform): Promise<boolean> {
  // The route's path, because the requested one can be spelled in many ways.
  const path = request.routeOptions.url ?? '';
  if (OPEN_PATHS.has(path)) return true;
  if (path.startsWith('/engine/')) return /^(engine|host):/.test(request.signer ?? '');
  const isOfApi = path.startsWith('/api/') || path.startsWith('/v1/');
  if (!isOfApi || path.startsWith('/api/auth/')) return true;
  return (await actorOf(request, platform)) !== null;
}

/** Overrides the address header with the caller's address as seen by this server. */
function callerHeaders(request: FastifyRequest): Headers {
  const headers = webHeaders(request.headers);
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  return headers;
}

const actors = new WeakMap<FastifyRequest, Promise<Actor | null>>();
/** Requests whose body had not arrived when their actor was first resolved. */
const slowBodies = new WeakSet<FastifyRequest>();

/** The actor of a request. Resolved once, however often it is called, and again after a body that arrived late. */
export function actorOf(request: FastifyRequest, platform: Platform): Promise<Actor | null> {
  const actor = actors.get(request) ?? platform.resolveActor(callerHeaders(request));
  actors.set(request, actor);
  return actor;
}

/** The actor of a request if it was already resolved successfully, otherwise null. */
export async function resolvedActorOf(request: FastifyRequest): Promise<Actor | null> {
  return (await actors.get(request)?.catch(() => null)) ?? null;
}

/**
 * Resolves the actor again, for a long-running request whose sign-in may have ended meanwhile. The workspace stays the
 * one in which the request began, whatever was selected since.
 */
export function recheckActor(request: FastifyRequest, platform: Platform, begun: Actor): Promise<Actor | null> {
  const headers = callerHeaders(request);
  if (!begun.onBehalfOf && !begun.key) headers.set('x-workspace-id', begun.workspaceId);
  return platform.resolveActor(headers);
}
