import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config/config.ts';

/**
 * Sets headers that keep a browser from running or framing foreign content. Styles may be inline because Mantine
 * computes some at run time. Inline scripts are limited to those of our built page, which are listed by hash.
 * @param clusterPort port at which a browser reaches the cluster's API on its own machine; null if it cannot
 */
export function setSecurityHeaders(
  server: FastifyInstance,
  config: Config,
  inlineScripts: string[],
  clusterPort: number | null,
): void {
  const secure = config.publicUrl.startsWith('https:');
  // The console calls the cluster's API on this machine directly: the local cluster's, or a proxy to a real one.
  const cluster = clusterPort === null ? [] : [`http://127.0.0.1:${clusterPort}`, `http://localhost:${clusterPort}`];
  const headers = computeHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inlineScripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...webSocketOrigins(config), ...cluster],
        workerSrc: ["'self'", 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 15_552_000 } : false,
    crossOriginOpenerPolicy: secure ? { policy: 'same-origin' } : false,
    originAgentCluster: secure,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  headers['permissions-policy'] = 'camera=(), microphone=(self), geolocation=(), payment=()';
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/**
 * Computed once, because they are the same for every response. Composing them each time was a tenth of the garbage of
 * an engine's call.
 */
function computeHeaders(options: HelmetOptions): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** `'self'` includes the page's own WebSocket, but not in every browser still in use. */
function webSocketOrigins(config: Config): string[] {
  const url = new URL(config.publicUrl);
  return [`${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`];
}
