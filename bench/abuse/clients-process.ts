// Anonymous clients that send the worst they know without a pause, and hold connections open. Environment: PORT,
// MQTT_PORT, CLIENTS, CONNECTIONS.
// Says "ready"; begins at "go", ends at "stop", and then says how often each attack was made.
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { attacks, holdOpen, type Target } from './attacks.ts';

const { PORT, MQTT_PORT, CLIENTS = '10', CONNECTIONS = '10000' } = process.env;
const target: Target = { port: Number(PORT), mqttPort: Number(MQTT_PORT) };
const made: Record<string, number> = {};
const stopping = new AbortController();

async function attackInTurns(client: number): Promise<void> {
  const all = Object.entries(attacks);
  for (let turn = client; !stopping.signal.aborted; turn += 1) {
    const [name, attack] = all[turn % all.length] ?? [];
    if (!name || !attack) continue;
    await attack(target).catch(() => undefined);
    made[name] = (made[name] ?? 0) + 1;
  }
}

async function begin(): Promise<void> {
  for (let client = 0; client < Number(CLIENTS); client += 1) void attackInTurns(client);
  for (let number = 0; number < Number(CONNECTIONS) && !stopping.signal.aborted; number += 1) {
    void holdOpen(target, number, stopping.signal, () => {
      made.connections = (made.connections ?? 0) + 1;
    });
    // Within ten seconds.
    if (number % 10 === 9) await delay(10);
  }
}

console.log('ready');
createInterface({ input: process.stdin }).on('line', async (line) => {
  if (line === 'go') return begin();
  stopping.abort();
  console.log(JSON.stringify(made));
  process.exit(0);
});
process.stdin.on('end', () => process.exit(1));
