import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { isLoopback, isOwnHost, ownOrigins } from './own-origins.ts';
import { filterUpgrades } from './upgrades.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Prevents other sites from acting for the person who is signed in here. A browser attaches the cookie to requests from
 * any page, even with `SameSite` if the page comes from another port of this machine; so a write with a cookie must
 * come from one of our pages. On loopback only our own host names are accepted, because a foreign name that resolves to
 * 127.0.0.1 would make its pages same-site.
 */
export function rejectCrossSite(server: FastifyInstance, { host, publicUrl }: Config): void {
  if (isLoopback(host)) {
    filterUpgrades(server.server, (request) => isOwnHost(publicUrl, request.headers.host));
    server.addHook('onRequest', (request, _reply, done) => {
      done(isOwnHost(publicUrl, request.headers.host) ? undefined : refusal('This server has another name.'));
    });
  }
  server.addHook('onRequest', (request, _reply, done) => {
    const { cookie, authorization } = request.headers;
    const isByCookie = cookie !== undefined && authorization === undefined && !READS.has(request.method);
    done(isByCookie && isForeign(request, publicUrl) ? refusal('This page may not do this.') : undefined);
  });
}

/**
 * Checked by `origin`, which browsers send with every write, or else by `sec-fetch-site`. A client that sends neither
 * is not a browser.
 */
function isForeign({ headers }: FastifyRequest, publicUrl: string): boolean {
  if (headers.origin !== undefined) return !ownOrigins(publicUrl, headers.host ?? null).includes(headers.origin);
  return !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);
}

const refusal = (message: string) => Object.assign(new Error(message), { statusCode: 403 });
