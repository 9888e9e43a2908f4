import type { FastifyInstance } from 'fastify';

/**
 * Logs one warning if a proxy seems to be in front of this server without being listed in TRUST_PROXY: all its callers
 * then share one address and one limit.
 */
export function warnOfUntrustedProxy(server: FastifyInstance): void {
  let hasWarned = false;
  server.addHook('onRequest', async (request) => {
    if (hasWarned || request.headers['x-forwarded-for'] === undefined) return;
    const peer = request.socket.remoteAddress;
    if (request.ip !== peer) return;
    hasWarned = true;
    request.log.warn(
      { peer },
      'x-forwarded-for came from an address that TRUST_PROXY does not name. If that is your proxy, name it in TRUST_PROXY: until then all its callers count as one, and share one limit.',
    );
  });
}
