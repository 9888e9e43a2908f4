import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sendThroughCuts } from '../../../server/test/cut-sends.ts';
import { joinWorkspace } from '../../../server/test/join-workspace.ts';
import { seededRandom } from '../../../server/test/seeded-random.ts';
import { startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import { EngineRig } from '../../test/engine-rig.ts';

// Two hundred requests, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });

const SENDS = 100;
const SEED = 46;

let server: TestServer;
let rig: EngineRig;
beforeAll(async () => {
  server = await startTestServer({ config: { rateLimitPerMinute: 0 } });
  rig = await EngineRig.open(server);
  await rig.link();
});
afterAll(async () => {
  await rig?.close();
  await server?.stop();
});

test('loses and duplicates no message when the sender’s connection drops in the middle of each', async () => {
  const at = { ...server, origin: server.platform.config.publicUrl };
  const person = await joinWorkspace(at, rig.fixture.workspaceId);
  const lane = rig.startLane();
  const { engineId } = rig.fixture;
  await sendThroughCuts(server.url, person, { engineId, count: SENDS, random: seededRandom(SEED) });
  lane.poke();
  await rig.untilAll('sent', SENDS);
  const texts = rig.expectEachOnce(SENDS).map(({ text }) => text);
  expect(new Set(texts).size).toBe(SENDS);
});
