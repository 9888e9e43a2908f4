import { listen } from './http/listen.ts';
import { SimulatedNetwork } from './network/simulated-network.ts';

/**
 * The simulated network as a process of its own: `PORT` (8190), `HOST` (127.0.0.1), `DATA_DIR` (left out: nothing is
 * kept).
 */
const port = Number(process.env.PORT ?? 8190);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('PORT: a port number');
  process.exit(2);
}
const network = new SimulatedNetwork({ directory: process.env.DATA_DIR ?? null });
const face = await listen(network, { port, host: process.env.HOST ?? '127.0.0.1' });
console.log(`simulated WhatsApp is ready at ${face.url}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void face.close().then(() => {
      network.close();
      process.exit(0);
    });
  });
}
