import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import type { Platform } from '../platform.ts';
import { resolvedActorOf } from './callers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation of the web API that responded, such as `messages.create`. */
    operation: string | null;
  }
}

/** Frequent and uninteresting requests, logged at debug level only. */
const QUIET = /^\/(health|metrics|engine\/|assets\/)/;

/** Logs and measures every request, and serves `GET /metrics` for Prometheus. */
export function observeRequests(server: FastifyInstance, platform: Platform): void {
  const { httpSeconds, registry } = platform.metrics;
  server.decorateRequest('operation', null);
  server.addHook('onResponse', async (request, reply) => {
    const { url: pattern = '' } = request.routeOptions;
    // Without the query string, and without a secret in the path.
    const path = pattern.includes(':secret') ? pattern : (request.url.split('?')[0] ?? '');
    const route = request.operation ?? (pattern || 'none');
    const status = reply.statusCode;
    httpSeconds.observe({ method: request.method, route, status: String(status) }, reply.elapsedTime / 1000);
    const who = namesOf(await resolvedActorOf(request), request.signer);
    const line = { method: request.method, path, status, ms: Math.round(reply.elapsedTime), ...who };
    if (QUIET.test(path)) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });

  server.get('/metrics', async (request, reply) => {
    if (!canReadMetrics(request, platform.config.metricsToken)) {
      throw Object.assign(new Error('Metrics are for this machine, or for the bearer of METRICS_TOKEN.'), {
        statusCode: 401,
      });
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Signers that are plain ids. A person's signer is the secret of their sign-in. */
const PROCESS = /^(engine|host):/;

/** Identifies who made a request by ids only; any other signer is omitted. */
export function namesOf(actor: Actor | null, signer: string | null): Record<string, string> {
  if (!actor) return signer !== null && PROCESS.test(signer) ? { signer } : {};
  return {
    user: actor.userId,
    workspace: actor.workspaceId,
    ...(actor.onBehalfOf && { onBehalfOf: actor.onBehalfOf.userId }),
    ...(actor.key && { key: actor.key.id }),
  };
}

/**
 * With a configured token, only its bearer. Otherwise only a direct connection from this machine, not one forwarded by
 * a proxy on it.
 */
function canReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const expected = Buffer.from(`Bearer ${token}`);
    const actual = Buffer.from(request.headers.authorization ?? '');
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }
  const from = request.socket.remoteAddress ?? '';
  return /^(::ffff:)?127\.|^::1$/.test(from) && request.headers['x-forwarded-for'] === undefined;
}
