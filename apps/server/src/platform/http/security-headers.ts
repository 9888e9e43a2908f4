import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';

/**
 * The headers that keep a browser from running or framing what is not ours. Styles may be inline because Mantine computes some
 * at run time; scripts may not, but for those in our own built page, which are named by their hash.
 * @param clusterPort where a browser reaches the cluster's API on its own machine; null: nowhere
 */
export async function setSecurityHeaders(
  server: FastifyInstance,
  config: Config,
  inlineScripts: string[],
  clusterPort: number | null,
): Promise<void> {
  const secure = config.publicUrl.startsWith('https:');
  // The console asks the cluster's API on this machine (the local cluster's, or the proxy before a real one) directly.
  const cluster = clusterPort === null ? [] : [`http://127.0.0.1:${clusterPort}`, `http://localhost:${clusterPort}`];
  await server.register(helmet, {
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
  server.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  });
}

/** `'self'` means the page's own WebSocket too, but not in every browser still in use. */
function webSocketOrigins(config: Config): string[] {
  const url = new URL(config.publicUrl);
  return [`${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`];
}
