import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import { createSimulatorServer, type SimulatorServer } from './simulator-server.ts';

/** Serves a network on its own port (0 for any free one). @returns its base URL, for use as `SIMULATOR_URL` */
export async function listen(
  network: SimulatedNetwork,
  { port, host = '127.0.0.1', ...options }: { port: number; host?: string; webhookRetryMs?: number },
): Promise<{ url: string; graph: SimulatorServer['graph']; close: () => Promise<void> }> {
  const simulator = createSimulatorServer(network, options);
  const server = createServer((request, response) => {
    simulator
      .request(request, response)
      .then((served) => {
        if (!served) response.writeHead(404).end();
      })
      .catch(() => response.writeHead(500).end());
  });
  server.on('upgrade', (request, socket, head) => {
    if (!simulator.upgrade(request, socket, head)) socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host}:${bound}`,
    graph: simulator.graph,
    close: () =>
      new Promise((resolve) => {
        simulator.close();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
