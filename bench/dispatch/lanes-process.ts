// A process that works many lanes with the engine's own code and the simulator driver. Environment: SERVER_URL,
// SIMULATOR_URL, LANES (JSON of {engineId, token}). Says "ready" when every lane is connected and has nothing to do; on
// "stop" it says what it asked for and ends.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { connectToServer, type EngineServer } from '../../apps/engine/src/connection/server-client.ts';
import { simulatorDriver } from '../../apps/engine/src/drivers/simulator/simulator-driver.ts';
import { createLane } from '../../apps/engine/src/lane/lane.ts';
import { createLog } from '../../apps/engine/src/log.ts';

const { SERVER_URL: serverUrl = '', SIMULATOR_URL: simulatorUrl = '', LANES = '[]' } = process.env;
const engines = JSON.parse(LANES) as { engineId: string; token: string }[];
const asked = { claims: 0, claimed: 0, reports: 0, reported: 0 };

/** The server, with what passes counted: the floor then works in the same batches. */
function counted(server: EngineServer): EngineServer {
  return {
    ...server,
    async claim(body) {
      const answer = await server.claim(body);
      asked.claims += answer.messages.length > 0 ? 1 : 0;
      asked.claimed += answer.messages.length;
      return answer;
    },
    report(body) {
      asked.reports += 1;
      asked.reported += body.results?.length ?? 0;
      return server.report(body);
    },
  };
}

const lanes = engines.map(({ engineId, token }) =>
  createLane({
    engineId,
    holder: `bench-${engineId}`,
    instanceId: randomUUID(),
    server: counted(connectToServer(serverUrl, token)),
    createDriver: simulatorDriver({ url: simulatorUrl }),
    log: createLog('error'),
  }),
);
while (lanes.some((lane) => lane.status !== 'connected')) await delay(10);
// The first claims, which ask for rows in doubt, are over soon after.
await delay(500);
console.log('ready');
createInterface({ input: process.stdin }).on('line', async (line) => {
  // As a poke by the broker would.
  if (line === 'go') for (const lane of lanes) lane.poke();
  else {
    await Promise.all(lanes.map((lane) => lane.stop(2_000)));
    console.log(JSON.stringify(asked));
    process.exit(0);
  }
});
process.stdin.on('end', () => process.exit(1));
