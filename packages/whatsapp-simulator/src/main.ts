import { listen } from './http/listen.ts';
import { SimulatedNetwork } from './network/simulated-network.ts';

/**
 * The simulated network as a standalone process: `PORT` (8190), `HOST` (127.0.0.1), `DATA_DIR` (default: in memory).
 */
const port = Number(process.env.PORT ?? 8190);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('PORT: a port number');
  process.exit(2);
}
const network = new SimulatedNetwork({ directory: process.env.DATA_DIR ?? null });
const simulator = await listen(network, { port, host: process.env.HOST ?? '127.0.0.1' });
console.log(`simulated WhatsApp is ready at ${simulator.url}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void simulator.close().then(() => {
      network.close();
      process.exit(0);
    });
  });
}
