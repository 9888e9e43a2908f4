// 10,000 engines on one server (`--engines 1000`, or ENGINES, for fewer): each holds and renews its lease, is present
// over MQTT, claims, reports and sends receipts, all from this process with the engine's own code; the server is the
// bundle started by `npm start`. RATE messages per second for SECONDS.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { issueEngineToken, issueHostToken } from '../apps/server/src/domains/engines/engine-token.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { SECRET, startDatabaseServer, startServerProcess } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';
import { treeBytes } from './proportional-memory.ts';
import { ageLog, createEngines, fillLanes, readLeases, readOutcome, readSegmentsMade } from './scale/engines.ts';
import { Load } from './scale/load.ts';
import { cpuSeconds, databaseCpuSeconds, postmasterOf, watchPool } from './scale/observe.ts';

const { values: flags } = parseArgs({ options: { engines: { type: 'string' } } });
const ENGINES = Number(flags.engines ?? process.env.ENGINES ?? 10_000);
const PER_SECOND = Number(process.env.RATE ?? 200);
/** At least two lease durations. */
const SECONDS = Number(process.env.SECONDS ?? 60);
/** Open files in addition to the engines' connections. */
const OTHER_FILES = 500;
/**
 * Engines that share HTTP connections and batched renewals, as in pods with that many engines; 1 if enough files may be
 * open. MQTT connections are never shared.
 */
const ENGINES_PER_POD = Number(process.env.ENGINES_PER_POD ?? (maxFiles() >= 2 * ENGINES + OTHER_FILES ? 1 : 8));
const PODS = Math.ceil(ENGINES / ENGINES_PER_POD);
/**
 * HTTP connections: the engine's own number (8 shared by a pod's engines), or as many as may be open here. The
 * benchmark of 249f691 had 2.
 */
const CONNECTIONS_PER_POD = Number(
  process.env.CONNECTIONS_PER_POD ??
    (ENGINES_PER_POD > 1 ? Math.min(8, Math.floor((maxFiles() - ENGINES - OTHER_FILES) / PODS)) : 1),
);
const SETTLE_MS = 10_000;
/** By then every lane has polled and knows its next message. */
const CALM_MS = 20_000;
/** Time before the first message is due, to measure the cost of idle engines. */
const IDLE_MS = 20_000;

checkFiles();
const postgres = await startDatabaseServer();
const database = await postgres.createDatabase('scale', 4);
const mqttPort = await freePort();
const server = await startServerProcess(
  database.url,
  // All engines connect from one address, thousands of them before they can be authenticated.
  { MQTT_PORT: String(mqttPort), RATE_LIMIT_PER_MINUTE: '', CONNECTIONS_PER_ADDRESS: '0' },
);
const load = new Load({
  serverUrl: server.url,
  mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
  enginesPerPod: ENGINES_PER_POD,
  connectionsPerPod: CONNECTIONS_PER_POD,
  hostToken: (podName) => issueHostToken(SECRET, podName),
  rampMs: Math.max(10_000, ENGINES * 10),
});
try {
  const engineIds = await createEngines(database, ENGINES);
  await delay(SETTLE_MS);
  const before = treeBytes([server.pid]);
  await load.start(
    engineIds.map((engineId) => ({ engineId, token: issueEngineToken(SECRET, { engineId, tokenVersion: 1 }) })),
  );
  for (const began = performance.now(); !load.isConnected; await delay(100)) {
    if (performance.now() - began > 300_000) throw new Error(`only ${load.present} engines are connected`);
  }
  await fillLanes(database, engineIds, {
    count: PER_SECOND * SECONDS,
    seconds: SECONDS,
    aheadSeconds: (CALM_MS + IDLE_MS) / 1000,
  });
  await ageLog(database);
  await delay(CALM_MS);
  const postmaster = await postmasterOf(database);
  const spent = () => ({
    server: cpuSeconds(server.pid),
    database: databaseCpuSeconds(postmaster),
    engines: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    at: performance.now(),
  });
  const calm = spent();
  await delay(IDLE_MS);
  load.reset();
  const leases = await readLeases(database);
  const segmentsBefore = await readSegmentsMade(database);
  const stopPoolWatch = watchPool(server.url);
  const lag = monitorEventLoopDelay({ resolution: 5 });
  lag.enable();
  const busy = spent();
  await delay(SECONDS * 1000);
  const end = spent();
  const seconds = (end.at - busy.at) / 1000;
  const idleCores = coresBetween(calm, busy);
  const cores = coresBetween(busy, end);
  const poolWaitingMax = stopPoolWatch();
  const logSegmentsMade = (await readSegmentsMade(database)) - segmentsBefore;
  lag.disable();
  const { claims, renewals, failed, ended } = load.seen;
  const during = treeBytes([server.pid]);
  const present = load.present;
  const leasesAfter = await readLeases(database);
  const expired = engineIds.filter((id) => !leasesAfter.has(id)).length;
  const taken = [...leases].filter(([id, generation]) => (leasesAfter.get(id) ?? generation) !== generation).length;
  await delay(5_000);
  const outcome = await readOutcome(database);
  reportMeasurements('scale', {
    engines: ENGINES,
    enginesPerPod: ENGINES_PER_POD,
    connectionsPerPod: CONNECTIONS_PER_POD,
    present,
    claimP50Ms: percentile(claims, 0.5),
    claimP99Ms: percentile(claims, 0.99),
    claimsPerSecond: Math.round(claims.length / seconds),
    leasesRenewedPerSecond: Math.round(renewals.length / seconds),
    failedCalls: failed,
    kilobytesPerEngine: Math.round(((during - before) / 1024 / ENGINES) * 10) / 10,
    serverMegabytes: Math.round(during / 1024 / 1024),
    leasesLost: ended + taken,
    leasesExpired: expired,
    messagesPerSecond: Math.round(outcome.sent / SECONDS),
    messagesNotSent: outcome.left,
    latenessP99Ms: Math.round(outcome.latenessP99Ms),
    serverCpuPercent: Math.round(cores.server * 100),
    logSegmentsMade,
    databaseCpuPercent: Math.round(cores.database * 100),
    poolWaitingMax,
    clientLagP99Ms: Math.round(lag.percentile(99) / 1e6),
    clientCpuPercent: Math.round(cores.engines * 100),
    // CPU milliseconds: of an idle engine per minute, and in addition per message (claimed, sent, reported, two
    // receipts).
    serverMsPerIdleEngineMinute: perUnit(idleCores.server * 60, ENGINES),
    databaseMsPerIdleEngineMinute: perUnit(idleCores.database * 60, ENGINES),
    engineMsPerIdleEngineMinute: perUnit(idleCores.engines * 60, ENGINES),
    serverMsPerMessage: perUnit(cores.server - idleCores.server, PER_SECOND),
    databaseMsPerMessage: perUnit(cores.database - idleCores.database, PER_SECOND),
    engineMsPerMessage: perUnit(cores.engines - idleCores.engines, PER_SECOND),
  });
} finally {
  await load.stop();
  await server.stop();
  await database.close();
  await postgres.stop();
}
process.exit(0);

/** Returns the maximum of open files for this process and a server that it starts. Node raises its own limit to it. */
function maxFiles(): number {
  return Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
}

function checkFiles(): void {
  const needed = ENGINES + 2 * PODS + OTHER_FILES;
  if (maxFiles() < needed) throw new Error(`${needed} open files are needed, ${maxFiles()} are allowed (ulimit -Hn)`);
}

interface CpuSnapshot {
  server: number;
  database: number;
  engines: number;
  at: number;
}

/** Returns the average number of cores used between two snapshots. */
function coresBetween(from: CpuSnapshot, to: CpuSnapshot) {
  const seconds = (to.at - from.at) / 1000;
  const of = (part: 'server' | 'database' | 'engines') => (to[part] - from[part]) / seconds;
  return { server: of('server'), database: of('database'), engines: of('engines') };
}

/** @returns milliseconds, rounded to three decimals */
function perUnit(seconds: number, units: number): number {
  return Math.round((seconds / units) * 1e6) / 1e3;
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
}
