import type { Domain, Running } from './platform/domain.ts';
import { createHttpServer, listen } from './platform/http/server.ts';
import type { MqttListener } from './platform/mqtt/listener.ts';
import type { Platform } from './platform/platform.ts';

/** Role `api`: the HTTP server with every domain's routes, and MQTT over WebSocket beside it. `port` is the one it listens on. */
export async function startApi(
  platform: Platform,
  domains: Domain[],
  listener: MqttListener,
): Promise<Running & { port: number }> {
  const server = await createHttpServer(platform, domains);
  const detach = listener.attach(server.server);
  const port = await listen(server, platform.config.port, platform.config.host);
  return {
    port,
    async stop() {
      // An open WebSocket would keep the server from closing.
      detach();
      await server.close();
    },
  };
}
