// What the administrators' screens cost over SESSIONS conversations (1,000,000) with ten events each, beside the same at a hundredth of it; and how soon bots
// answer RATE (300) contacts a second over 50 engines through the lane, without gathering, with the usual seconds of it, and with the server killed meanwhile.
import { setTimeout as delay } from 'node:timers/promises';
import { listSessions } from '../apps/server/src/domains/bots/sessions/session.queries.ts';
import {
  readAll,
  readEventStats,
  readFeatures,
  readKnowledge,
  readNodeTypes,
  readOverview,
} from '../apps/server/src/domains/bots/statistics/read-statistics.ts';
import { issueEngineToken } from '../apps/server/src/domains/engines/engine-token.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { createLaneFixture } from '../apps/server/test/lane-fixture.ts';
import { addHistory, createBots, differing } from './bots/history.ts';
import { Talkers } from './bots/talkers.ts';
import { SECRET, startDatabaseServer, startServerProcess } from './dispatch/server-under-test.ts';
import { tellMeasures } from './measurement.ts';

const SESSIONS = Number(process.env.SESSIONS ?? 1_000_000);
const PER_SECOND = Number(process.env.RATE ?? 300);
const SECONDS = Number(process.env.SECONDS ?? 20);
const ENGINES = 50;
const ASKS = 40;
const DEFAULT_GATHER_SECONDS = 3;
const KILLS = Number(process.env.KILLS ?? 3);
/** As many as a server that begins anew in between can answer. */
const PER_SECOND_KILLED = 50;

const p95 = (times: number[]): number =>
  Math.round((times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0) * 10) / 10;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let ask = 0; ask < ASKS; ask += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return p95(times);
}

/** The slowest of the five. */
async function statistics({ db }: Database): Promise<number> {
  const now = new Date();
  const calls = [
    () => readAll(db, now),
    () => readOverview(db, now),
    () => readNodeTypes(db),
    () => readFeatures(db),
    () => readKnowledge(db),
    () => readEventStats(db, now),
  ];
  const worst: number[] = [];
  for (const call of calls) worst.push(await timed(call));
  return Math.max(...worst);
}

/** The slowest filter, at its first and its last page. */
async function sessionPages({ db }: Database): Promise<number> {
  const worst: number[] = [];
  const filters = [
    { eventType: 'message_sent' },
    { processType: 'session_started' },
    { eventType: 'message_sent', processType: 'session_completed' },
    { eventType: 'none' },
    { eventType: 'none', processType: 'session_started' },
  ];
  for (const filter of filters) {
    const { total } = await listSessions(db, null, { ...filter, limit: 1, skip: 0 });
    for (const skip of [0, Math.max(0, total - 20)]) {
      worst.push(await timed(() => listSessions(db, null, { ...filter, limit: 20, skip })));
    }
  }
  return Math.max(...worst);
}

/** 50 workspaces, each with an engine and a bot that answers anything once. */
async function createTalking(database: Database, gatherSeconds: number) {
  const lanes = await Promise.all(Array.from({ length: ENGINES }, () => createLaneFixture(database)));
  const trigger = { id: 't', kind: 'trigger', name: '', x: 0, y: 0, on: 'any', keywords: [], pattern: '' };
  const say = {
    id: 's',
    kind: 'send',
    name: '',
    x: 0,
    y: 0,
    text: 'Hello {name|there}',
    attachment: null,
    options: [],
  };
  const flow = { format: 1, nodes: [trigger, say], edges: [{ from: 't', outlet: 'next', to: 's' }] };
  const settings = {
    engineIds: [],
    contactRule: 'all',
    numbers: [],
    groups: 'off',
    gatherSeconds,
    resumeAfterHours: null,
  };
  await database.pool.query(
    `with bot as (
       insert into bots (id, workspace_id, name, draft, node_kinds) select uuidv7(), workspace, 'Answers', $2, '{"trigger": 1, "send": 1}' from unnest($1::uuid[]) workspace returning id, workspace_id
     ), version as (
       insert into bot_versions (id, bot_id, number, flow) select uuidv7(), id, 1, $2 from bot returning id, bot_id
     )
     insert into bot_deployments (id, workspace_id, bot_id, version_id, settings, trigger)
     select uuidv7(), bot.workspace_id, bot.id, version.id, $3, $4 from bot join version on version.bot_id = bot.id`,
    [
      lanes.map(({ workspaceId }) => workspaceId),
      JSON.stringify(flow),
      JSON.stringify(settings),
      JSON.stringify(trigger),
    ],
  );
  return lanes.map(({ engineId }) => ({ engineId, token: issueEngineToken(SECRET, { engineId, tokenVersion: 1 }) }));
}

async function answered(talkers: Talkers): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 60_000; await delay(100)) {
    if (talkers.outcome.lost === 0) return;
  }
}

/** How soon contacts are answered, when so many write a second and the server is killed so often meanwhile. */
async function talking(
  database: Database,
  {
    gatherSeconds = 0,
    perSecond = PER_SECOND,
    kills = 0,
  }: { gatherSeconds?: number; perSecond?: number; kills?: number },
) {
  const engines = await createTalking(database, gatherSeconds);
  const mqttPort = await freePort();
  const start = (port: number) =>
    startServerProcess(database.url, {
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      RATE_LIMIT_PER_MINUTE: '',
      CONNECTIONS_PER_ADDRESS: '0',
    });
  const port = await freePort();
  let server = await start(port);
  const talkers = new Talkers({ serverUrl: server.url, mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, engines });
  try {
    for (const began = performance.now(); !talkers.isConnected; await delay(100)) {
      if (performance.now() - began > 60_000) throw new Error('the engines do not connect');
    }
    const began = performance.now();
    const talked = talkers.talk(perSecond, SECONDS);
    for (let kill = 0; kill < kills; kill += 1) {
      await delay((SECONDS * 1_000) / (kills + 1));
      process.kill(server.pid, 'SIGKILL');
      server = await start(port);
    }
    await talked;
    const seconds = (performance.now() - began) / 1_000;
    await answered(talkers);
    return {
      perSecond: Math.round((perSecond * SECONDS) / seconds),
      replyP95Ms: p95(talkers.replyMs),
      ...talkers.outcome,
    };
  } finally {
    await talkers.stop();
    await server.stop();
  }
}

const postgres = await startDatabaseServer();
try {
  const database = await postgres.createDatabase('bots', 10);
  const workspaceId = await createBots(database);
  await addHistory(database, workspaceId, SESSIONS / 100);
  const small = await statistics(database);
  await addHistory(database, workspaceId, SESSIONS - SESSIONS / 100);
  const [statsP95Ms, sessionsP95Ms] = [await statistics(database), await sessionPages(database)];
  const atOnce = await talking(database, {});
  const gathered = await talking(database, { gatherSeconds: DEFAULT_GATHER_SECONDS });
  const killed = await talking(database, { perSecond: PER_SECOND_KILLED, kills: KILLS });
  const wrong = await differing(database);
  if (wrong.length > 0) console.error(`figures that no scan finds: ${wrong.join(', ')}`);
  tellMeasures('bots', {
    statsP95Ms,
    statsRatioTo100k: Math.round((statsP95Ms / small) * 100) / 100,
    sessionsP95Ms,
    inboundPerSecond: atOnce.perSecond,
    replyP95Ms: atOnce.replyP95Ms,
    replyGatheredP95Ms: gathered.replyP95Ms,
    kills: KILLS,
    lost: atOnce.lost + gathered.lost + killed.lost,
    duplicates: atOnce.duplicates + gathered.duplicates + killed.duplicates,
    figuresWrong: wrong.length,
  });
  await database.close();
} finally {
  await postgres.stop();
}
