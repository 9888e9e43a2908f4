import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config/config.ts';

/**
 * The headers that keep a browser from running or framing what is not ours. Styles may be inline because Mantine
 * computes some at run time; scripts may not, but for those in our own built page, which are named by their hash.
 * @param clusterPort where a browser reaches the cluster's API on its own machine; null: nowhere
 */
export function setSecurityHeaders(
  server: FastifyInstance,
  config: Config,
  inlineScripts: string[],
  clusterPort: number | null,
): void {
  const secure = config.publicUrl.startsWith('https:');
  // The console asks the cluster's API on this machine (the local cluster's, or the proxy before a real one) directly.
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
 * The same for every answer, so once: composed for each they were a tenth of what a call of an engine left to the
 * collector.
 */
function computeHeaders(options: HelmetOptions): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(answer.req, answer, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** `'self'` means the page's own WebSocket too, but not in every browser still in use. */
function webSocketOrigins(config: Config): string[] {
  const url = new URL(config.publicUrl);
  return [`${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`];
}
