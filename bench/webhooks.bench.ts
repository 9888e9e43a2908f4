// How late events arrive at ten healthy receivers that get PER_SECOND deliveries together, while five dead ones and five
// slow ones want the same events, and whether each subject's arrive in order; whether KILLS of the server lose any; and
// what recording events costs a lane, as a share of its speed. The server must be built.
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

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const PER_SECOND = setting('PER_SECOND', 1_000);
const SECONDS = setting('SECONDS', 60);
const KILLS = setting('KILLS', 50);
const MESSAGES = setting('MESSAGES', 20_000);
const { PARTS = 'flow,kills,lane' } = process.env;
const isAsked = (part: string) => PARTS.split(',').includes(part);
const WARM_UP_SECONDS = 5;
const TICK_MS = 50;
const HEALTHY = 10;
const OTHERS = 5;
/** A claim of a killed worker lasts for a minute. */
const PATIENCE_MS = 180_000;
/** At most so many of the deliveries are behind when a kill comes. */
const KILL_PER_SECOND = Math.min(PER_SECOND, 200);
const KILL_EVERY_MS = 1_500;
const ROUNDS = 5;
/** Nobody listens there. */
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
    ...(isAsked('flow') && (await measureFlow())),
    ...(isAsked('kills') && (await measureKills())),
    ...(isAsked('lane') && (await measureLane())),
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

/** Has events happen at an even pace until `seconds` are over or told to end. @returns how many there were */
async function happen(
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

/** Resolves when the healthy have received so many, or nothing has come for long. @returns how many are missing */
async function missingOf(expected: number): Promise<number> {
  const count = () => [...receivers.heard().arrived.values()].reduce((sum, places) => sum + places.size, 0);
  let before = -1;
  for (let since = performance.now(); performance.now() - since < PATIENCE_MS; await delay(200)) {
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
    const warm = await happen(database, workspaceId, { ...pace, from: 0 });
    await missingOf(warm);
    receivers.reset();
    await analyze(database.pool);
    const costOf = await countProcessorTime(database, server.pid);
    const began = performance.now();
    const made = await happen(database, workspaceId, {
      ...pace,
      from: warm,
      isOver: (ms) => ms > SECONDS * 1_000,
    });
    const missing = await missingOf(made);
    const seconds = (performance.now() - began) / 1_000;
    const cost = costOf(made * HEALTHY);
    const { latenessMs, outOfOrder, repeated } = receivers.heard();
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
    const happening = happen(database, workspaceId, { from: 0, perSecond: KILL_PER_SECOND, isOver: () => isOver });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(KILL_EVERY_MS * (0.5 + Math.random()));
      process.kill(server.pid, 'SIGKILL');
      server = await serve(database);
    }
    isOver = true;
    const lost = await missingOf(await happening);
    const { outOfOrder, repeated } = receivers.heard();
    return { kills: KILLS, lost, repeatedByKills: repeated, outOfOrderByKills: outOfOrder };
  } finally {
    await server.stop();
    await database.close();
  }
}

/**
 * What a lane's own statements cost where webhooks want every event of its messages, beside one whose workspace has
 * none, in turns. A change of −0.05 is 5% slower.
 */
async function measureLane() {
  const database = await postgres.createDatabase('lane', 4);
  try {
    const without: number[] = [];
    const withOne: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [plain, told] = [await createLaneFixture(database), await createLaneFixture(database)];
      await createEndpoint(database, told.workspaceId, receivers.url, MESSAGE_EVENTS);
      const [plainSeconds, toldSeconds] = [await drain(database, plain), await drain(database, told)];
      // The first round pays for files that grow and code that is compiled.
      if (round === 0) continue;
      without.push(plainSeconds);
      withOne.push(toldSeconds);
    }
    const change = percentile(without, 0.5) / percentile(withOne, 0.5) - 1;
    return {
      laneMessages: MESSAGES,
      lanePerSecond: Math.round((MESSAGES / percentile(without, 0.5)) * 1_000),
      dispatchRatioChange: Math.round(change * 1_000) / 1_000,
    };
  } finally {
    await database.close();
  }
}

/** Plans that were made while the tables were empty are made again. */
async function analyze(pool: Database['pool']): Promise<void> {
  await pool.query('vacuum analyze');
}

/** Claims and reports until nothing is left. @returns how long it took, in milliseconds */
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
