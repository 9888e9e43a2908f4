// Impact of an attack on others: for a minute, ten anonymous clients on one address send the worst bodies and packets
// known to the tests without a pause, and hold 10,000 connections open. Meanwhile 20 engines send messages that fall
// due continuously, and a client polls /health.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { createLaneFixture, type LaneFixture } from '../apps/server/test/lane-fixture.ts';
import { startEngines, startNetwork } from './dispatch/processes.ts';
import { firstLine, startDatabaseServer, startServerProcess } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';

const SECONDS = Number(process.env.SECONDS ?? 60);
const CLIENTS = 10;
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 10_000);
const ENGINES = 20;
const MESSAGES_PER_SECOND = 20;
const WARM_UP_SECONDS = 10;
/** Maximum time for memory to recover: V8 releases unused memory only after it has been idle for a while. */
const RECOVERY_SECONDS = Number(process.env.AFTERWARDS_SECONDS ?? 180);
const RECOVERED_BYTES = 30 * 1024 * 1024;
const HEALTH_INTERVAL_MS = 100;
/** Recorded duration of a request without a response. */
const NO_ANSWER_MS = 10_000;
const MEGABYTE = 1024 * 1024;

const postgres = await startDatabaseServer();
const network = await startNetwork();
const database = await postgres.createDatabase('abuse', 4);
const mqttPort = await freePort();
// With the default limits.
const server = await startServerProcess(database.url, { MQTT_PORT: String(mqttPort), RATE_LIMIT_PER_MINUTE: '' });
const port = Number(new URL(server.url).port);
const attackers = spawn(process.execPath, [join(import.meta.dirname, 'abuse/clients-process.ts')], {
  stdio: ['pipe', 'pipe', 'inherit'],
  env: {
    ...process.env,
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    CLIENTS: String(CLIENTS),
    CONNECTIONS: String(CONNECTIONS),
  },
});
await firstLine(attackers, /ready/);

/** Returns the CPU time of the server so far, which is more telling than durations on a busy machine. */
function cpuSeconds(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Adds messages of an engine due from `aheadSeconds` on, for `seconds`. */
async function fillLane(lane: LaneFixture, place: number, aheadSeconds: number, seconds: number): Promise<void> {
  await database.pool.query(
    `insert into messages (id, workspace_id, engine_id, contact_name, contact_list, recipient, body, due_at, due_local, zone, claimable_at, wa_message_id)
     select uuidv7(), $1, $2::uuid, 'Ann', '[]', '+447700' || (100000 + one), 'Hello', at, '2026-01-01T00:00', 'UTC', at,
       '3EB0' || upper(substr(md5($2::text || one), 1, 18))
     from (select one, now() + interval '1 second' * ($3::float8 + (one * ${ENGINES} + $4::int) / ${MESSAGES_PER_SECOND}::float8) as at
       from generate_series(0, $5::int - 1) one) due`,
    [lane.workspaceId, lane.engineId, aheadSeconds, place, (MESSAGES_PER_SECOND * seconds) / ENGINES],
  );
}

/** Polls /health like a load balancer, with a new connection for each request. */
async function watchHealth(signal: AbortSignal): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  const pending: Promise<void>[] = [];
  const request = async () => {
    const began = performance.now();
    const answer = await fetch(`${server.url}/health`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(NO_ANSWER_MS),
    }).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    if (!answer?.ok) failed += 1;
    times.push(answer?.ok ? performance.now() - began : NO_ANSWER_MS);
  };
  while (!signal.aborted) {
    pending.push(request());
    await delay(HEALTH_INTERVAL_MS);
  }
  await Promise.all(pending);
  return { times, failed };
}

/** Reads only this process: checking all processes of the machine twice a second would itself be a load. */
function residentBytes(): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

async function watchMemory(signal: AbortSignal): Promise<number> {
  let peak = 0;
  while (!signal.aborted) {
    peak = Math.max(peak, residentBytes());
    await delay(500);
  }
  return peak;
}

/** Returns how late the messages due during the attack were, after a moment for those in flight. */
async function lateness() {
  await delay(5_000);
  return database.pool.query<{ late: number; sent: number; left: number }>(
    `select percentile_cont(0.99) within group (order by extract(epoch from sent_at - due_at) * 1000)::float8 as late,
       count(*) filter (where status = 'sent')::int as sent, count(*) filter (where status <> 'sent')::int as left from messages
     where due_at > now() - interval '1 second' * $1::int`,
    [SECONDS + 10],
  );
}

const lanes = await Promise.all(Array.from({ length: ENGINES }, () => createLaneFixture(database)));
await database.pool.query(
  `update engines set phone_number = '+4478' || (10000000 + place) from unnest($1::uuid[]) with ordinality as lane (id, place) where engines.id = lane.id`,
  [lanes.map((lane) => lane.engineId)],
);
const engines = await startEngines(server.url, network.url, lanes);
try {
  await Promise.all(lanes.map((lane, at) => fillLane(lane, at, 3, WARM_UP_SECONDS + SECONDS)));
  engines.go();
  await delay((WARM_UP_SECONDS + 3) * 1_000);
  const beforeBytes = residentBytes();
  const loadBefore = readFileSync('/proc/loadavg', 'utf8').split(' ')[0];
  const cpuBefore = cpuSeconds();
  const over = new AbortController();
  const [health, memory] = [watchHealth(over.signal), watchMemory(over.signal)];
  attackers.stdin.write('go\n');
  const exited = once(attackers, 'exit').then(() => Promise.reject(new Error('the clients ended')));
  exited.catch(() => undefined);
  await Promise.race([delay(SECONDS * 1_000), exited]);
  const cpu = (cpuSeconds() - cpuBefore) / SECONDS;
  over.abort();
  const report = firstLine(attackers, /^\{.*\}$/);
  attackers.stdin.write('stop\n');
  const attacks = JSON.parse((await report)[0]) as Record<string, number>;
  const { times, failed } = await health;
  const mostBytes = await memory;
  const { rows } = await lateness();
  let backSeconds = 0;
  for (; backSeconds < RECOVERY_SECONDS && residentBytes() - beforeBytes > RECOVERED_BYTES; backSeconds += 5)
    await delay(5_000);
  const afterBytes = residentBytes();
  await engines.stop();
  const { connections: opened = 0, ...sent } = attacks;
  const total = Object.values(sent).reduce((sum, count) => sum + count, 0);
  console.table(sent);
  console.log(`load average before the attack: ${loadBefore}`);
  reportMeasurements('abuse', {
    clients: CLIENTS,
    connections: CONNECTIONS,
    attacksPerSecond: Math.round(total / SECONDS),
    connectionsPerSecond: Math.round(opened / SECONDS),
    healthP50Ms: percentile(times, 0.5),
    healthP99Ms: percentile(times, 0.99),
    healthFailed: failed,
    serverCpuPercent: Math.round(cpu * 100),
    memoryBeforeMB: Math.round(beforeBytes / MEGABYTE),
    memoryGrowthMB: Math.round((mostBytes - beforeBytes) / MEGABYTE),
    memoryLeftMB: Math.round((afterBytes - beforeBytes) / MEGABYTE),
    memoryBackSeconds: backSeconds,
    latenessP99Ms: Math.round(rows[0]?.late ?? Number.NaN),
    messagesSent: rows[0]?.sent ?? 0,
    messagesNotSent: rows[0]?.left ?? 0,
  });
} finally {
  attackers.kill('SIGKILL');
  await server.stop();
  network.stop();
  await database.close();
  await postgres.stop();
}
process.exit(0);

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
}
