// How fast 20,000 due messages go out over 100 engines through the whole path, beside the bare floor of the same statements at the same database;
// how late messages are at a steady 500 a second; what a claim costs with a million messages waiting.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { issueEngineToken } from '../apps/server/src/domains/engines/engine-token.ts';
import { claim } from '../apps/server/src/domains/messages/lane/claim.ts';
import { report } from '../apps/server/src/domains/messages/lane/report.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { createLaneFixture, type LaneFixture } from '../apps/server/test/lane-fixture.ts';
import { measureClaimCost } from './dispatch/claim-cost.ts';
import { firstLine, SECRET, startDatabaseServer, startServerProcess } from './dispatch/server-under-test.ts';
import { tellMeasures } from './measurement.ts';

const ENGINES = 100;
const MESSAGES = 20_000;
/** Rows of a claim and of a report, here and in the floor. */
const BATCH = 100;
/** The server's own default; the floor gets the same. */
const POOL_SIZE = 10;
const STEADY_PER_SECOND = 500;
const STEADY_SECONDS = 20;

const lanes = (database: Database) => Promise.all(Array.from({ length: ENGINES }, () => createLaneFixture(database)));

/** The statements alone: the same lanes, batches and number of connections, no HTTP and no driver. @returns messages a second. */
async function measureFloor(database: Database): Promise<number> {
  const all = await lanes(database);
  for (const lane of all) await lane.addMany(MESSAGES / ENGINES);
  const generations = await Promise.all(all.map((lane) => lane.lease('floor')));
  await database.pool.query('vacuum analyze messages');
  const began = performance.now();
  await Promise.all(all.map((lane, at) => drain(database, lane, generations[at] ?? 0)));
  return MESSAGES / ((performance.now() - began) / 1000);
}

async function drain({ pool }: Database, { identity }: LaneFixture, generation: number): Promise<void> {
  for (;;) {
    const { messages, nextInMs } = await claim(pool, identity, { generation, limit: BATCH });
    const results = messages.map(({ _id, attempt, waMessageId }) => ({
      _id,
      attempt,
      outcome: { kind: 'accepted' as const, wireId: waMessageId, atMs: Date.now() },
    }));
    if (results.length > 0) await report(pool, identity, { generation, results, acks: [], released: [] });
    if (nextInMs === null) return;
  }
}

/** Starts the process that works these lanes. @returns `go`, and `stop` which resolves when it has ended. */
async function startClients(serverUrl: string, all: LaneFixture[]) {
  const tokens = all.map((lane) => issueEngineToken(SECRET, lane.identity));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'dispatch/lane-clients.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, SERVER_URL: serverUrl, TOKENS: JSON.stringify(tokens), BATCH: String(BATCH) },
  });
  await firstLine(child, /ready/);
  return {
    go: () => child.stdin.write('go\n'),
    async stop() {
      const ended = once(child, 'exit');
      child.stdin.write('stop\n');
      await ended;
    },
  };
}

/** Waits until every message is recorded as sent. */
async function untilSent({ pool }: Database, workspaceIds: string[], deadlineMs: number): Promise<void> {
  for (const began = performance.now(); performance.now() - began < deadlineMs; await delay(20)) {
    const { rows } = await pool.query<{ left: boolean }>(
      `select exists (select from messages where workspace_id = any ($1) and status in ('pending', 'sending')) as left`,
      [workspaceIds],
    );
    if (!rows[0]?.left) return;
  }
  throw new Error('the messages did not go out in time');
}

async function measureWholePath(database: Database, serverUrl: string): Promise<number> {
  const all = await lanes(database);
  for (const lane of all) await lane.addMany(MESSAGES / ENGINES);
  const clients = await startClients(serverUrl, all);
  await database.pool.query('vacuum analyze messages');
  const began = performance.now();
  clients.go();
  await untilSent(
    database,
    all.map((lane) => lane.workspaceId),
    120_000,
  );
  const seconds = (performance.now() - began) / 1000;
  await clients.stop();
  return MESSAGES / seconds;
}

/** From the due moment to the moment of acceptance, in milliseconds. */
async function measureLateness(
  database: Database,
  serverUrl: string,
): Promise<{ p50: number; p99: number; max: number }> {
  const all = await lanes(database);
  const clients = await startClients(serverUrl, all);
  clients.go();
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
  const workspaceIds = all.map((lane) => lane.workspaceId);
  await untilSent(database, workspaceIds, (STEADY_SECONDS + 60) * 1000);
  await clients.stop();
  const { rows } = await database.pool.query<{ p50: number; p99: number; max: number; count: string }>(
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
try {
  const database = await server.createDatabase('dispatch', POOL_SIZE);
  // The first of each is thrown away: it pays for files that grow and code that is compiled.
  await measureFloor(database);
  http = await startServerProcess(database.url);
  await measureWholePath(database, http.url);
  const floors: number[] = [];
  const wholes: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    floors.push(await measureFloor(database));
    wholes.push(await measureWholePath(database, http.url));
  }
  const lateness = await measureLateness(database, http.url);
  await http.stop();
  http = undefined;
  await database.close();
  const cost = await measureClaimCost(server);

  const middle = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
  const [floorPerSecond, messagesPerSecond] = [middle(floors), middle(wholes)];
  tellMeasures('dispatch', {
    messagesPerSecond: Math.round(messagesPerSecond),
    floorPerSecond: Math.round(floorPerSecond),
    ratioToFloor: round(messagesPerSecond / floorPerSecond),
    latenessP50Ms: Math.round(lateness.p50),
    latenessP99Ms: Math.round(lateness.p99),
    latenessMaxMs: Math.round(lateness.max),
    claimMs1k: round(cost.smallMs),
    claimMs1M: round(cost.largeMs),
    claimCostRatio1MTo1k: round(cost.largeMs / cost.smallMs),
  });
} finally {
  await http?.stop();
  await server.stop();
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
