// Throughput of 20,000 due messages over 100 engines through the whole path, compared with the bare statements on the
// same database; lateness at a steady 500 messages per second; and the cost of a claim with a million pending messages.
import { setTimeout as delay } from 'node:timers/promises';
import { claim } from '../apps/server/src/domains/messages/lane/claim.ts';
import { report } from '../apps/server/src/domains/messages/lane/report.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { createLaneFixture, type LaneFixture } from '../apps/server/test/lane-fixture.ts';
import { measureClaimCost } from './dispatch/claim-cost.ts';
import { type Batches, startEngines, startNetwork } from './dispatch/processes.ts';
import { startDatabaseServer, startServerProcess } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';
import { countProcessorTime, type ProcessorCost } from './processor.ts';

const ENGINES = 100;
const MESSAGES = 20_000;
/** The server's default, also used for the floor. */
const POOL_SIZE = 20;
const STEADY_PER_SECOND = 500;
const STEADY_SECONDS = 20;
const ROUNDS = 3;

let phones = 10_000_000;

/**
 * Creates lanes with engines that are already linked, each to its own phone: a shared phone would send the later engine
 * what the earlier one sent.
 */
async function createLanes(database: Database): Promise<LaneFixture[]> {
  const all = await Promise.all(Array.from({ length: ENGINES }, () => createLaneFixture(database)));
  await database.pool.query(
    `update engines set phone_number = '+4478' || ($2::int + place) from unnest($1::uuid[]) with ordinality as lane (id, place) where engines.id = lane.id`,
    [all.map((lane) => lane.engineId), phones],
  );
  phones += ENGINES;
  return all;
}

const fill = (all: LaneFixture[]) => Promise.all(all.map((lane) => lane.addMany(MESSAGES / ENGINES)));

/**
 * Measures only the statements: as many lanes and connections and the same batches as the engines used, without HTTP
 * and drivers.
 * @returns messages per second
 */
async function measureFloor(database: Database, batches: Batches): Promise<number> {
  const all = await createLanes(database);
  await fill(all);
  const generations = await Promise.all(all.map((lane) => lane.lease('floor')));
  await database.pool.query('vacuum analyze messages');
  const began = performance.now();
  await Promise.all(all.map((lane, at) => drain(database, lane, generations[at] ?? 0, batches)));
  return MESSAGES / ((performance.now() - began) / 1000);
}

async function drain(
  { pool }: Database,
  { identity }: LaneFixture,
  generation: number,
  batches: Batches,
): Promise<void> {
  for (;;) {
    const { messages, nextInMs } = await claim(pool, identity, { generation, limit: batches.claim });
    const results = messages.map(({ _id, attempt, waMessageId }) => ({
      _id,
      attempt,
      outcome: { kind: 'accepted' as const, wireId: waMessageId, atMs: Date.now() },
    }));
    for (let at = 0; at < results.length; at += batches.report) {
      const some = results.slice(at, at + batches.report);
      await report(pool, identity, { generation, results: some, acks: [], released: [] });
    }
    if (nextInMs === null) return;
  }
}

/** Waits until all messages are recorded as sent. */
async function untilSent({ pool }: Database, workspaceIds: string[], deadlineMs: number): Promise<void> {
  for (const began = performance.now(); performance.now() - began < deadlineMs; await delay(20)) {
    const { rows } = await pool.query<{ left: boolean }>(
      `select exists (select from messages where workspace_id = any ($1) and status in ('pending', 'sending')) as left`,
      [workspaceIds],
    );
    if (!rows[0]?.left) return;
  }
  throw new Error('the messages were not sent in time');
}

async function measureWholePath(database: Database, server: { url: string; pid: number }, networkUrl: string) {
  const all = await createLanes(database);
  const engines = await startEngines(server.url, networkUrl, all);
  await fill(all);
  await database.pool.query('vacuum analyze messages');
  const workspaceIds = all.map((lane) => lane.workspaceId);
  const costOf = await countProcessorTime(database, server.pid);
  const began = performance.now();
  engines.go();
  await untilSent(database, workspaceIds, 120_000);
  const perSecond = MESSAGES / ((performance.now() - began) / 1000);
  return { perSecond, cost: costOf(MESSAGES), batches: await engines.stop() };
}

interface Lateness {
  p50: number;
  p99: number;
  max: number;
}

/** Measures the time from the due time to acceptance, in milliseconds. */
async function measureLateness(database: Database, serverUrl: string, networkUrl: string): Promise<Lateness> {
  const all = await createLanes(database);
  const engines = await startEngines(serverUrl, networkUrl, all);
  const total = STEADY_PER_SECOND * STEADY_SECONDS;
  for (const [at, lane] of all.entries()) {
    await database.pool.query(
      `insert into messages (id, workspace_id, engine_id, contact_name, contact_list, recipient, body, due_at, due_local, zone, claimable_at, wa_message_id)
       select uuidv7(), $1, $2::uuid, 'Ann', '[]', '+447700' || (100000 + one), 'Hello', at, '2026-01-01T00:00', 'UTC', at,
         '3EB0' || upper(substr(md5($2::text || one), 1, 18))
       from (select one, now() + interval '4 seconds' + interval '1 second' * (one * ${ENGINES} + $3::int) / ${STEADY_PER_SECOND} as at
         from generate_series(1, $4::int) one) due`,
      [lane.workspaceId, lane.engineId, at, total / ENGINES],
    );
  }
  engines.go();
  const workspaceIds = all.map((lane) => lane.workspaceId);
  await untilSent(database, workspaceIds, (STEADY_SECONDS + 60) * 1000);
  await engines.stop();
  const { rows } = await database.pool.query<Lateness & { count: string }>(
    `select percentile_cont(0.5) within group (order by late) as p50, percentile_cont(0.99) within group (order by late) as p99, max(late), count(*)
     from (select (extract(epoch from sent_at - due_at) * 1000)::float8 as late from messages where workspace_id = any ($1) and status = 'sent') sent`,
    [workspaceIds],
  );
  const [found] = rows;
  if (!found || Number(found.count) !== total) throw new Error(`sent ${found?.count} of ${total}`);
  return found;
}

const server = await startDatabaseServer();
let http: Awaited<ReturnType<typeof startServerProcess>> | undefined;
const network = await startNetwork();
try {
  const database = await server.createDatabase('dispatch', POOL_SIZE);
  http = await startServerProcess(database.url);
  // The first run of each is discarded because it includes growing files and compilation.
  const first = await measureWholePath(database, http, network.url);
  await measureFloor(database, first.batches);
  const wholes: number[] = [];
  const floors: number[] = [];
  const costs: ProcessorCost[] = [];
  let batches = first.batches;
  for (let round = 0; round < ROUNDS; round += 1) {
    const whole = await measureWholePath(database, http, network.url);
    batches = whole.batches;
    wholes.push(whole.perSecond);
    costs.push(whole.cost);
    floors.push(await measureFloor(database, batches));
    console.log(`round ${round + 1}: ${Math.round(whole.perSecond)}/s, floor ${Math.round(floors.at(-1) ?? 0)}/s`);
  }
  const lateness = await measureLateness(database, http.url, network.url);
  await http.stop();
  http = undefined;
  await database.close();
  const cost = await measureClaimCost(server);

  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const [floorPerSecond, messagesPerSecond] = [median(floors), median(wholes)];
  reportMeasurements('dispatch', {
    messagesPerSecond: Math.round(messagesPerSecond),
    floorPerSecond: Math.round(floorPerSecond),
    ratioToFloor: round(messagesPerSecond / floorPerSecond),
    serverMsPerMessage: median(costs.map(({ serverMs }) => serverMs)),
    databaseMsPerMessage: median(costs.map(({ databaseMs }) => databaseMs)),
    rowsAClaim: batches.claim,
    rowsAReport: batches.report,
    latenessP50Ms: Math.round(lateness.p50),
    latenessP99Ms: Math.round(lateness.p99),
    latenessMaxMs: Math.round(lateness.max),
    claimMs1k: round(cost.smallMs),
    claimMs1M: round(cost.largeMs),
    claimCostRatio1MTo1k: round(cost.largeMs / cost.smallMs),
  });
} finally {
  await http?.stop();
  network.stop();
  await server.stop();
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
