import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Domain, Stoppable } from './platform/domain.ts';
import { createHttpServer, listen } from './platform/http/server.ts';
import type { MqttListener } from './platform/mqtt/listener.ts';
import type { Platform } from './platform/platform.ts';

/**
 * Role `api`: the HTTP server with every domain's routes, and MQTT over WebSocket on the same port. `port` is the port
 * it listens on.
 */
export async function startApi(
  platform: Platform,
  domains: Domain[],
  listener: MqttListener,
): Promise<Stoppable & { port: number }> {
  const server = await createHttpServer(platform, domains);
  const detach = listener.attach(server.server);
  const endUnused = trackUnused(server.server);
  const port = await listen(server, platform.config.port, platform.config.host);
  return {
    port,
    async stop() {
      // An open WebSocket would keep the server from closing.
      detach();
      endUnused();
      await server.close();
    },
  };
}

/**
 * Browsers open connections in advance. A connection that never carried a request does not count as idle, so `close`
 * would wait a minute for it.
 * @returns a function that destroys all such connections
 */
function trackUnused(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
