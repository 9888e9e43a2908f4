// A process that works many lanes with the engine's own code and the simulator driver. Environment: SERVER_URL,
// SIMULATOR_URL, LANES (JSON of {engineId, token}). Prints "ready" when all lanes are connected and idle; on "stop" it
// prints its number of calls and exits.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { connectToServer, type EngineServer } from '../../apps/engine/src/connection/server-client.ts';
import { simulatorDriver } from '../../apps/engine/src/drivers/simulator/simulator-driver.ts';
import { createLane } from '../../apps/engine/src/lane/lane.ts';
import { createLog } from '../../apps/engine/src/log.ts';

const { SERVER_URL: serverUrl = '', SIMULATOR_URL: simulatorUrl = '', LANES = '[]' } = process.env;
const engines = JSON.parse(LANES) as { engineId: string; token: string }[];
const calls = { claims: 0, claimed: 0, reports: 0, reported: 0 };

/** Wraps the server to count calls and rows, so that the floor can use the same batches. */
function countCalls(server: EngineServer): EngineServer {
  return {
    ...server,
    async claim(body) {
      const answer = await server.claim(body);
      calls.claims += answer.messages.length > 0 ? 1 : 0;
      calls.claimed += answer.messages.length;
      return answer;
    },
    report(body) {
      calls.reports += 1;
      calls.reported += body.results?.length ?? 0;
      return server.report(body);
    },
  };
}

const lanes = engines.map(({ engineId, token }) =>
  createLane({
    engineId,
    holder: `bench-${engineId}`,
    instanceId: randomUUID(),
    server: countCalls(connectToServer(serverUrl, token)),
    createDriver: simulatorDriver({ url: simulatorUrl }),
    log: createLog('error'),
  }),
);
while (lanes.some((lane) => lane.status !== 'connected')) await delay(10);
// The first claims, which resume rows in doubt, end soon after.
await delay(500);
console.log('ready');
createInterface({ input: process.stdin }).on('line', async (line) => {
  // Like a poke by the broker.
  if (line === 'go') for (const lane of lanes) lane.poke();
  else {
    await Promise.all(lanes.map((lane) => lane.stop(2_000)));
    console.log(JSON.stringify(calls));
    process.exit(0);
  }
});
process.stdin.on('end', () => process.exit(1));
