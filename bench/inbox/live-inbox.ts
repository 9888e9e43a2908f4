import { setTimeout as delay } from 'node:timers/promises';
import type { Conversation } from '@switchyard/contracts/inbox/operations';
import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { connectToServer } from '../../apps/engine/src/connection/server-client.ts';
import { simulatorDriver } from '../../apps/engine/src/drivers/simulator/simulator-driver.ts';
import { createLane } from '../../apps/engine/src/lane/lane.ts';
import { createLog } from '../../apps/engine/src/log.ts';
import { issueEngineToken } from '../../apps/server/src/domains/engines/engine-token.ts';
import { newId } from '../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { sendThroughCuts } from '../../apps/server/test/cut-sends.ts';
import { changePriority, changeThroughDisconnects, InboxPage } from '../../apps/server/test/inbox-page.ts';
import { joinWorkspace, type RunningServer, type SignedIn } from '../../apps/server/test/join-workspace.ts';
import { createLaneFixture, type LaneFixture } from '../../apps/server/test/lane-fixture.ts';
import { seededRandom } from '../../apps/server/test/seeded-random.ts';
import { SECRET, startServerProcess } from '../dispatch/server-under-test.ts';

interface LiveInboxOptions {
  people: number;
  changes: number;
  changesPerSecond: number;
  disconnects: number;
  cuts: number;
}

const ORIGIN = 'http://localhost:3000';
const SEED = 46;
const SEND_TIMEOUT_MS = 120_000;

/**
 * Measures how soon people see each other's changes on a running server, and what happens to the messages they send.
 */
export async function measureLiveInbox(database: Database, lane: LaneFixture, options: LiveInboxOptions) {
  const server = await startServerProcess(database.url, { PUBLIC_URL: ORIGIN });
  const random = seededRandom(SEED);
  try {
    const at = { url: server.url, origin: ORIGIN, database };
    const ana = await joinWorkspace(at, lane.workspaceId);
    const { data } = await ana.call<{ data: Conversation[] }>('GET', '/api/conversations?limit=100');
    const ids = data.map(({ _id }) => _id);
    const pages: InboxPage[] = [];
    for (let place = 0; place < options.people; place += 1) {
      const page = new InboxPage(server.url, await joinWorkspace(at, lane.workspaceId));
      await page.open();
      pages.push(page);
    }
    const [colleague] = pages;
    if (!colleague) throw new Error('nobody has the inbox open');
    const toColleagueMs = await measureToColleague(colleague, ana, ids, options);
    const through = await changeThroughDisconnects(colleague, ana, { ids, disconnects: options.disconnects, random });
    for (const page of pages) page.drop();
    return { toColleagueMs, ...through, ...(await sendThroughNetwork(at, options.cuts, random)) };
  } finally {
    await server.stop();
  }
}

async function measureToColleague(
  colleague: InboxPage,
  person: SignedIn,
  ids: readonly string[],
  { changes, changesPerSecond }: LiveInboxOptions,
): Promise<number[]> {
  const took: number[] = [];
  for (let turn = 0; turn < changes; turn += 1) {
    const id = ids[turn % ids.length] ?? '';
    const shown = new Promise<number>((resolve) => {
      colleague.onShown = (changed) => changed === id && resolve(performance.now());
    });
    const beganMs = performance.now();
    await changePriority(person, id, turn + Math.floor(turn / ids.length), colleague.shown.get(id));
    took.push((await shown) - beganMs);
    await delay(1_000 / changesPerSecond);
  }
  return took;
}

/** Sends messages through connections that are cut, by a separate engine. @returns results by the network's record */
async function sendThroughNetwork(at: RunningServer, count: number, random: () => number) {
  const network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
  const face = await listen(network, { port: 0, webhookRetryMs: 50 });
  const fixture = await createLaneFixture(at.database);
  const { engineId, identity, workspaceId } = fixture;
  await at.database.pool.query(`update engines set phone_number = '+447700900000' where id = $1`, [engineId]);
  const person = await joinWorkspace(at, workspaceId);
  const log = createLog('silent');
  const lane = createLane({
    engineId,
    holder: 'bench',
    instanceId: newId(),
    server: connectToServer(at.url, issueEngineToken(SECRET, identity), { timeoutMs: 10_000 }),
    createDriver: simulatorDriver({ url: face.url, answerTimeoutMs: 2_000 }),
    log,
  });
  try {
    await sendThroughCuts(at.url, person, { engineId, count, random });
    lane.poke();
    const untilMs = performance.now() + SEND_TIMEOUT_MS;
    while (network.deliveries.page(null, 1, 0).total < count && performance.now() < untilMs) await delay(100);
    const { total, duplicates } = network.deliveries.page(null, 1, 0);
    return { lost: count - total, sentTwice: duplicates };
  } finally {
    await lane.stop(500);
    await face.close();
    network.close();
  }
}
