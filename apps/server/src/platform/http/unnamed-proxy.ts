import type { FastifyInstance } from 'fastify';

/**
 * Says once in the log that a proxy seems to stand before this server without being named in TRUST_PROXY: all its
 * callers have one address then, and one limit.
 */
export function warnOfUnnamedProxy(server: FastifyInstance): void {
  let isSaid = false;
  server.addHook('onRequest', async (request) => {
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return;
    const peer = request.socket.remoteAddress;
    if (request.ip !== peer) return;
    isSaid = true;
    request.log.warn(
      { peer },
      'x-forwarded-for came from an address that TRUST_PROXY does not name. If that is your proxy, name it in TRUST_PROXY: until then all its callers count as one, and share one limit.',
    );
  });
}
