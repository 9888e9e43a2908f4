// Lateness of events at ten healthy receivers that get PER_SECOND deliveries in total, while five dead and five slow
// ones subscribe to the same events, and whether each subject's events arrive in order; whether KILLS of the server
// lose any; and what recording events costs a lane, as a share of its throughput. The server must be built.
// Environment: PER_SECOND, SECONDS, KILLS, MESSAGES (of the lane), PARTS (flow, kills, lane).
import { setTimeout as delay } from 'node:timers/promises';
import { makeSecret, secretSeal } from '../apps/server/src/domains/webhooks/endpoint-secret.ts';
import { newId } from '../apps/server/src/platform/database/columns.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { createLaneFixture, type LaneFixture } from '../apps/server/test/lane-fixture.ts';
import { SECRET, startDatabaseServer, startServerProcess } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';
import { countProcessorTime } from './processor.ts';
import { startReceivers } from './webhooks/receivers.ts';

const setting = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const PER_SECOND = setting('PER_SECOND', 1_000);
const SECONDS = setting('SECONDS', 60);
const KILLS = setting('KILLS', 50);
const MESSAGES = setting('MESSAGES', 20_000);
const { PARTS = 'flow,kills,lane' } = process.env;
const isSelected = (part: string) => PARTS.split(',').includes(part);
const WARM_UP_SECONDS = 5;
const TICK_MS = 50;
const HEALTHY = 10;
const OTHERS = 5;
/** Claims of a killed worker last a minute. */
const ARRIVAL_TIMEOUT_MS = 180_000;
/** Lower rate, so that few deliveries are behind when a kill comes. */
const KILL_PER_SECOND = Math.min(PER_SECOND, 200);
const KILL_INTERVAL_MS = 1_500;
const ROUNDS = 5;
/** Port with no listener. */
const DEAD_PORT = 9;
const EVENT = 'campaign.started';
const MESSAGE_EVENTS = [
  'message.queued',
  'message.sending',
  'message.sent',
  'message.delivered',
  'ack_changed_webhook',
];

const postgres = await startDatabaseServer();
const receivers = await startReceivers();
try {
  const measures = {
    ...(isSelected('flow') && (await measureFlow())),
    ...(isSelected('kills') && (await measureKills())),
    ...(isSelected('lane') && (await measureLane())),
  };
  reportMeasurements('webhooks', measures);
  if ((measures.outOfOrder ?? 0) + (measures.lost ?? 0) > 0) process.exitCode = 1;
} finally {
  receivers.stop();
  await postgres.stop();
}

async function createEndpoint({ pool }: Database, workspaceId: string, url: string, events: string[]): Promise<void> {
  const id = newId();
  await pool.query(
    'insert into webhook_endpoints (id, workspace_id, url, events, secret) values ($1, $2, $3, $4, $5)',
    [id, workspaceId, url, events, secretSeal(SECRET).seal(makeSecret(), id)],
  );
}

async function prepare(name: string) {
  const database = await postgres.createDatabase(name, 4);
  const { workspaceId } = await createLaneFixture(database);
  receivers.reset(true);
  const urls = [
    ...Array.from({ length: HEALTHY }, (_, at) => `${receivers.url}/healthy/${at}`),
    ...Array.from({ length: OTHERS }, (_, at) => `${receivers.url}/slow/${at}`),
    ...Array.from({ length: OTHERS }, (_, at) =>
      at % 2 === 0 ? `http://127.0.0.1:${DEAD_PORT}/${at}` : `${receivers.url}/silent/${at}`,
    ),
  ];
  for (const url of urls) await createEndpoint(database, workspaceId, url, [EVENT]);
  return { database, workspaceId };
}

function serve(database: Database) {
  return startServerProcess(database.url, { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
}

/** Records events at a steady rate until `isOver`. @returns their number */
async function recordEvents(
  { pool }: Database,
  workspaceId: string,
  { from, perSecond, isOver }: { from: number; perSecond: number; isOver: (elapsedMs: number) => boolean },
): Promise<number> {
  const began = performance.now();
  let made = 0;
  for (let elapsedMs = 0; !isOver(elapsedMs); elapsedMs = performance.now() - began) {
    const due = Math.floor((elapsedMs / 1_000) * (perSecond / HEALTHY)) - made;
    if (due > 0) {
      await pool.query(
        `select record_webhook_event($1, '${EVENT}', 'campaign:' || place % $4::int,
           jsonb_build_object('subject', place % $4::int, 'place', place)) from generate_series($2::int, $3::int) place`,
        [workspaceId, from + made, from + made + due - 1, perSecond / 4],
      );
      made += due;
    }
    await delay(TICK_MS);
  }
  return made;
}

/**
 * Waits until the healthy receivers got all events, or none arrive for long. @returns the number of missing deliveries
 */
async function waitForArrivals(expected: number): Promise<number> {
  const count = () => [...receivers.received().arrived.values()].reduce((sum, places) => sum + places.size, 0);
  let before = -1;
  for (let since = performance.now(); performance.now() - since < ARRIVAL_TIMEOUT_MS; await delay(200)) {
    if (count() >= expected * HEALTHY) return 0;
    if (count() !== before) since = performance.now();
    before = count();
  }
  return expected * HEALTHY - count();
}

async function measureFlow() {
  const { database, workspaceId } = await prepare('flow');
  const server = await serve(database);
  try {
    const pace = { perSecond: PER_SECOND, isOver: (ms: number) => ms > WARM_UP_SECONDS * 1_000 };
    const warm = await recordEvents(database, workspaceId, { ...pace, from: 0 });
    await waitForArrivals(warm);
    receivers.reset();
    await analyze(database.pool);
    const costOf = await countProcessorTime(database, server.pid);
    const began = performance.now();
    const made = await recordEvents(database, workspaceId, {
      ...pace,
      from: warm,
      isOver: (ms) => ms > SECONDS * 1_000,
    });
    const missing = await waitForArrivals(made);
    const seconds = (performance.now() - began) / 1_000;
    const cost = costOf(made * HEALTHY);
    const { latenessMs, outOfOrder, repeated } = receivers.received();
    return {
      deliveriesPerSecond: Math.round(latenessMs.length / seconds),
      serverMsPerDelivery: cost.serverMs,
      databaseMsPerDelivery: cost.databaseMs,
      healthyLatenessP50Ms: percentile(latenessMs, 0.5),
      healthyLatenessP99Ms: percentile(latenessMs, 0.99),
      outOfOrder,
      repeated,
      missing,
    };
  } finally {
    await server.stop();
    await database.close();
  }
}

async function measureKills() {
  const { database, workspaceId } = await prepare('kills');
  let server = await serve(database);
  try {
    let isOver = false;
    const recording = recordEvents(database, workspaceId, {
      from: 0,
      perSecond: KILL_PER_SECOND,
      isOver: () => isOver,
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(KILL_INTERVAL_MS * (0.5 + Math.random()));
      process.kill(server.pid, 'SIGKILL');
      server = await serve(database);
    }
    isOver = true;
    const lost = await waitForArrivals(await recording);
    const { outOfOrder, repeated } = receivers.received();
    return { kills: KILLS, lost, repeatedByKills: repeated, outOfOrderByKills: outOfOrder };
  } finally {
    await server.stop();
    await database.close();
  }
}

/**
 * Measures the cost of a lane's statements if a webhook subscribes to all events of its messages, compared with a
 * workspace without webhooks, alternately. A change of −0.05 means 5% slower.
 */
async function measureLane() {
  const database = await postgres.createDatabase('lane', 4);
  try {
    const without: number[] = [];
    const withWebhook: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [plain, subscribed] = [await createLaneFixture(database), await createLaneFixture(database)];
      await createEndpoint(database, subscribed.workspaceId, receivers.url, MESSAGE_EVENTS);
      const [plainMs, subscribedMs] = [await drain(database, plain), await drain(database, subscribed)];
      // The first round includes growing files and compilation.
      if (round === 0) continue;
      without.push(plainMs);
      withWebhook.push(subscribedMs);
    }
    const change = percentile(without, 0.5) / percentile(withWebhook, 0.5) - 1;
    return {
      laneMessages: MESSAGES,
      lanePerSecond: Math.round((MESSAGES / percentile(without, 0.5)) * 1_000),
      dispatchRatioChange: Math.round(change * 1_000) / 1_000,
    };
  } finally {
    await database.close();
  }
}

/** Replaces query plans that were made while the tables were empty. */
async function analyze(pool: Database['pool']): Promise<void> {
  await pool.query('vacuum analyze');
}

/** Claims and reports until nothing is left. @returns milliseconds */
async function drain({ pool }: Database, lane: LaneFixture): Promise<number> {
  await lane.addMany(MESSAGES);
  const generation = await lane.lease();
  await analyze(pool);
  const began = performance.now();
  for (;;) {
    const { messages, nextInMs } = await lane.claim(generation);
    const results = messages.map(({ _id, attempt, waMessageId }) => ({
      _id,
      attempt,
      outcome: { kind: 'accepted' as const, wireId: waMessageId, atMs: Date.now() },
    }));
    if (results.length > 0) await lane.report(generation, { results });
    if (nextInMs === null) return performance.now() - began;
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}
