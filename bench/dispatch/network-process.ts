// The simulated WhatsApp in a separate process. Receipts are delayed until after the benchmark, which ends when
// messages are recorded as sent.
import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';

const HOUR_MS = 3_600_000;
const later = [HOUR_MS, HOUR_MS] as const;
const network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: later, readMs: later } });
const face = await listen(network, { port: 0 });
console.log(`ready ${face.url}`);
process.stdin.on('end', () => process.exit(0)).resume();
