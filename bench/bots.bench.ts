// Cost of the admin screens with SESSIONS sessions (1,000,000) of ten events each, compared with a hundredth of that;
// and how soon bots reply to RATE (300) contacts per second over 50 engines through the lane: during and after the
// server's first five seconds, without gathering, with the default gather time, and while the server is killed.
import { setTimeout as delay } from 'node:timers/promises';
import type { BotSessionStatus } from '@switchyard/contracts/bots/bot-events';
import { recordBotEvents } from '../apps/server/src/domains/bots/runtime/record.ts';
import { listSessions } from '../apps/server/src/domains/bots/sessions/session.queries.ts';
import { countOf } from '../apps/server/src/domains/bots/statistics/counts.ts';
import {
  readAll,
  readEventStats,
  readFeatures,
  readKnowledge,
  readNodeTypes,
  readOverview,
} from '../apps/server/src/domains/bots/statistics/read-statistics.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { addHistory, createBots, findDifferences } from './bots/history.ts';
import { measureReplies } from './bots/measure-replies.ts';
import { startDatabaseServer } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';

const SESSIONS = Number(process.env.SESSIONS ?? 1_000_000);
const PER_SECOND = Number(process.env.RATE ?? 300);
const SECONDS = Number(process.env.SECONDS ?? 20);
const ENGINES = 50;
const CALLS = 40;
const CALLS_PER_PAGE = 5;
const PAGE = 20;
const DEFAULT_GATHER_SECONDS = 3;
const KILLS = Number(process.env.KILLS ?? 3);
/** Rate that a server restarting in between can handle. */
const PER_SECOND_KILLED = 50;

const p95 = (times: number[]): number =>
  Math.round((times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0) * 10) / 10;

async function timed(calls: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return p95(times);
}

/** Returns the p95 of the slowest statistics call. */
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
  for (const call of calls) worst.push(await timed(CALLS, call));
  return Math.max(...worst);
}

/** Event types present in the history, one that is not, none, and any. */
const EVENTS = ['node_entered', 'message_sent', 'question_asked', 'answer_received', 'node_failed', 'none', undefined];
const PROCESSES = ['session_started', 'session_completed', 'session_failed', 'none', undefined];

/**
 * Returns the p95 of the slowest filter by one type, two types or a missing type within a scope, on its first and last
 * page; `all`: without a type.
 * @param workspaceId null: all workspaces
 */
async function sessionPages(
  { db }: Database,
  workspaceId: string | null = null,
  scope: { botId?: string | undefined; status?: BotSessionStatus } = {},
): Promise<{ filtered: number; all: number }> {
  const filtered: number[] = [];
  const all: number[] = [];
  for (const eventType of EVENTS) {
    for (const processType of PROCESSES) {
      const filter = { ...scope, ...(eventType && { eventType }), ...(processType && { processType }) };
      const worst = eventType || processType ? filtered : all;
      const { total } = await listSessions(db, workspaceId, { ...filter, limit: 1, skip: 0 });
      for (const skip of [0, Math.max(0, total - PAGE)]) {
        worst.push(await timed(CALLS_PER_PAGE, () => listSessions(db, workspaceId, { ...filter, limit: PAGE, skip })));
      }
    }
  }
  return { filtered: Math.max(...filtered), all: Math.max(...all) };
}

/**
 * Returns the p95 of the slowest combination of workspace, bot and status filters, with a status that all sessions have
 * and one that none has.
 */
async function scopedPages(database: Database, workspaceId: string): Promise<number> {
  const [bot] = (await database.pool.query<{ id: string }>('select id from bots limit 1')).rows;
  const worst: number[] = [];
  for (const workspace of [workspaceId, null]) {
    for (const botId of [bot?.id, undefined]) {
      for (const status of ['completed', 'failed', undefined] as const) {
        if (!workspace && !botId && !status) continue;
        const { filtered, all } = await sessionPages(database, workspace, { botId, ...(status && { status }) });
        worst.push(filtered, all);
      }
    }
  }
  return Math.max(...worst);
}

/** Returns how long after its commit an event appears in the statistics. */
async function countedMs({ db, pool }: Database): Promise<number> {
  const [session] = (
    await pool.query<{ id: string; workspaceId: string; botId: string }>(
      'select id, workspace_id as "workspaceId", bot_id as "botId" from bot_sessions limit 1',
    )
  ).rows;
  if (!session) throw new Error('there is no session');
  const name = 'event:handed_over';
  const before = await countOf(db, name);
  const node = { id: 'n', kind: 'handover', name: '', x: 0, y: 0, note: '' } as const;
  await db.transaction((tx) => recordBotEvents(tx, { ...session, isTest: false }, [{ event: 'handed_over', node }]));
  const committed = performance.now();
  while ((await countOf(db, name)) === before) await delay(10);
  return Math.round(performance.now() - committed);
}

const postgres = await startDatabaseServer();
try {
  const database = await postgres.createDatabase('bots', 10);
  const workspaceId = await createBots(database);
  await addHistory(database, workspaceId, SESSIONS / 100);
  const small = await statistics(database);
  const began = performance.now();
  await addHistory(database, workspaceId, SESSIONS - SESSIONS / 100);
  const seedSeconds = Math.round((performance.now() - began) / 1_000);
  const statsP95Ms = await statistics(database);
  const pages = await sessionPages(database);
  const scopedSessionsP95Ms = await scopedPages(database, workspaceId);
  const countedAfterMs = await countedMs(database);
  const load = { engines: ENGINES, perSecond: PER_SECOND, seconds: SECONDS };
  const atOnce = await measureReplies(database, load);
  const gathered = await measureReplies(database, { ...load, gatherSeconds: DEFAULT_GATHER_SECONDS });
  const killed = await measureReplies(database, { ...load, perSecond: PER_SECOND_KILLED, kills: KILLS });
  const wrong = await findDifferences(database);
  if (wrong.length > 0) console.error(`statistics that differ from a full scan: ${wrong.join(', ')}`);
  reportMeasurements('bots', {
    sessions: SESSIONS,
    seedSeconds,
    statsP95Ms,
    statsRatioTo100k: Math.round((statsP95Ms / small) * 100) / 100,
    sessionsP95Ms: pages.filtered,
    allSessionsP95Ms: pages.all,
    scopedSessionsP95Ms,
    countedAfterMs,
    inboundPerSecond: atOnce.perSecond,
    serverMsPerReply: atOnce.cost?.serverMs ?? Number.NaN,
    databaseMsPerReply: atOnce.cost?.databaseMs ?? Number.NaN,
    replyP95Ms: p95(atOnce.replyMs),
    replyP95MsBeginning: p95(atOnce.beginningMs),
    replyGatheredP95Ms: p95(gathered.replyMs),
    kills: KILLS,
    lost: atOnce.lost + gathered.lost + killed.lost,
    duplicates: atOnce.duplicates + gathered.duplicates + killed.duplicates,
    figuresWrong: wrong.length,
  });
  await database.close();
} finally {
  await postgres.stop();
}
