// Memory of a connected engine, as proportional set size, for each driver: the first engine of a process, each further
// one in it (ENGINES_PER_POD), and one in its own process; idle after connecting, and after a hundred messages each.
// For wa-js including its browser. DRIVERS=baileys,simulator measures only some.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { issueEngineToken, issueHostToken } from '../apps/server/src/domains/engines/engine-token.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import type { LaneFixture } from '../apps/server/test/lane-fixture.ts';
import { EngineProcesses } from './density/engine-processes.ts';
import { MeasuredFleet } from './density/measured-fleet.ts';
import { SECRET, startDatabaseServer, startServerProcess } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';
import { treeBytes } from './proportional-memory.ts';

/**
 * Drivers whose engines can share a process, with the number of engines added to the first. Browsers are never shared.
 */
const SHARED = { simulator: 8, baileys: 8, 'cloud-api': 8 };
const ALONE = { simulator: 2, baileys: 2, 'cloud-api': 2, 'wa-js': 3 };
const SETTLE_MS = 15_000;
const MEGABYTE = 1024 * 1024;

const requested = process.env.DRIVERS?.split(',');
const selected = <Name extends string>(of: Record<Name, number>) =>
  (Object.entries(of) as [Name, number][]).filter(([name]) => requested?.includes(name) ?? true);

interface Measure {
  first: number;
  beyond: number;
  beyondAfterMessages: number;
}

const postgres = await startDatabaseServer();
const database = await postgres.createDatabase('density', 4);
const mqttPort = await freePort();
const server = await startServerProcess(database.url, { MQTT_PORT: String(mqttPort) });
const network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [5, 50], readMs: [50, 500] } });
const face = await listen(network, { port: 0 });
const profiles = mkdtempSync(join(tmpdir(), 'switchyard-bench-profiles-'));
try {
  const shared: Record<string, Measure> = {};
  const alone: Record<string, Measure> = {};
  for (const [driver, beyond] of selected(SHARED)) shared[driver] = await measure(driver, beyond, startShared);
  for (const [driver, beyond] of selected(ALONE)) alone[driver] = await measure(driver, beyond, startAlone);
  const best = { ...alone, ...shared };
  const of = (measures: Record<string, Measure>, figure: keyof Measure) =>
    Object.fromEntries(
      Object.entries(measures).map(([driver, measure]) => [driver, Math.round(measure[figure] * 10) / 10]),
    );
  reportMeasurements('density', {
    megabytesPerEngine: of(best, 'beyond'),
    afterMessagesMegabytesPerEngine: of(best, 'beyondAfterMessages'),
    firstMegabytes: of(best, 'first'),
    ownProcessMegabytesPerEngine: of(alone, 'beyond'),
    enginesInOneProcess: Object.fromEntries(selected(SHARED).map(([driver, beyond]) => [driver, beyond + 1])),
  });
} finally {
  await server.stop();
  await face.close();
  network.close();
  await database.close();
  await postgres.stop();
  rmSync(profiles, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

type Start = (processes: EngineProcesses, lanes: LaneFixture[], podName: string) => void;

/** Starts one host for all engines, which polls the server for those added later. */
function startShared(processes: EngineProcesses, _lanes: LaneFixture[], podName: string): void {
  if (processes.pids.length > 0) return;
  processes.start({ HOST_TOKEN: issueHostToken(SECRET, podName), POD_NAME: podName });
}

function startAlone(processes: EngineProcesses, lanes: LaneFixture[]): void {
  for (const { engineId, identity } of lanes) {
    processes.start({ ENGINE_ID: engineId, ENGINE_TOKEN: issueEngineToken(SECRET, identity), POD_NAME: engineId });
  }
}

async function measure(driver: string, beyond: number, start: Start): Promise<Measure> {
  const fleet = new MeasuredFleet(database, driver, server.url, { network, face });
  const podName = `bench-${driver}-${start.name.toLowerCase()}`;
  const processes = new EngineProcesses({
    ENGINE_DRIVER: driver,
    SERVER_URL: server.url,
    MQTT_URL: `mqtt://127.0.0.1:${mqttPort}`,
    SIMULATOR_URL: face.url,
    PROFILES_DIR: profiles,
  });
  const join = async (count: number) => {
    start(processes, await fleet.add(count, podName), podName);
    await fleet.untilConnected(() => processes.check());
    await delay(SETTLE_MS);
    return treeBytes(processes.pids) / MEGABYTE;
  };
  try {
    const first = await join(1);
    const total = await join(beyond);
    await fleet.sendMessages();
    await delay(SETTLE_MS);
    const after = treeBytes(processes.pids) / MEGABYTE;
    console.log(
      `${driver} ${start.name}: ${first.toFixed(1)}, ${total.toFixed(1)} with ${beyond + 1}, ${after.toFixed(1)} after messages`,
    );
    return { first, beyond: (total - first) / beyond, beyondAfterMessages: (after - first) / beyond };
  } finally {
    await processes.stop();
  }
}
