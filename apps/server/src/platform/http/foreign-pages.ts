import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { isLoopback, isOwnHost, ownOrigins } from './own-origins.ts';
import { admitUpgrades } from './upgrades.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Keeps pages of others from acting for whoever is signed in here. A browser adds the cookie to what any page sends,
 * `SameSite` or not when the page comes from another port of this machine; so what changes something with a cookie must
 * come from a page of ours. And a name that somebody else lets resolve to 127.0.0.1 makes his page one of "this" site,
 * so on loopback only our own names are answered to.
 */
export function rejectCrossSite(server: FastifyInstance, { host, publicUrl }: Config): void {
  if (isLoopback(host)) {
    admitUpgrades(server.server, (request) => isOwnHost(publicUrl, request.headers.host));
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
 * By `origin`, which browsers send with every write; one that leaves it out may say at least how far away the page is.
 * Neither: no browser.
 */
function isForeign({ headers }: FastifyRequest, publicUrl: string): boolean {
  if (headers.origin !== undefined) return !ownOrigins(publicUrl, headers.host ?? null).includes(headers.origin);
  return !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);
}

const refusal = (message: string) => Object.assign(new Error(message), { statusCode: 403 });
