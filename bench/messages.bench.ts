// Cost of message lists in a workspace with a million messages (MESSAGES), compared with ten thousand, and whether they
// return the same as plain SQL; a campaign to 100,000 contacts; and, with BEFORE=<built checkout>, the cost of storing
// and sending messages compared with that checkout.

import { fillMessageTexts } from '../apps/server/src/domains/messages/list/fill-message-texts.ts';
import { judgeForecasts } from '../apps/server/test/forecast-judge.ts';
import { openWithClock } from '../apps/server/test/virtual-clock.ts';
import { startDatabaseServer } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';
import { measureCampaign } from './messages/campaign.ts';
import { compareWrites } from './messages/compare-writes.ts';
import { findWrongResults, measureLists } from './messages/lists.ts';
import { seedMessages } from './messages/seed.ts';
import { countProcessorTime } from './processor.ts';

const MESSAGES = Number(process.env.MESSAGES ?? 1_000_000);
const FEW_MESSAGES = 10_000;
/** Below this duration even a threefold increase is not noticeable. */
const NOTICEABLE_MS = 5;
const CAMPAIGNS = 30;
const SEED = Number(process.env.SEED ?? 1);
const SLOWEST_SHOWN = 25;
const SIZE = `select pg_total_relation_size('message_texts') / 1048576.0::float8 as megabytes`;

/** Parts to measure; by default all, with the cost of writing only if BEFORE is set. */
const { PARTS = 'lists,campaign,forecast,writes', BEFORE } = process.env;
const isSelected = (part: string) => PARTS.split(',').includes(part);

const server = await startDatabaseServer();
try {
  reportMeasurements('messages', {
    ...(isSelected('lists') && (await compareSizes())),
    ...(isSelected('campaign') && (await measureCampaign(server))),
    ...(isSelected('forecast') && (await evaluateForecasts())),
    ...(isSelected('writes') && BEFORE !== undefined && (await compareWrites(BEFORE))),
  });
} finally {
  await server.stop();
}

/** Compares lists of many messages with lists of few. */
async function compareSizes() {
  const large = await measureSize('large', MESSAGES);
  const few = await measureSize('few', FEW_MESSAGES);
  const slowest = [...large.times].toSorted(([, a], [, b]) => b - a);
  const fewMs = (name: string) => few.times.get(name) ?? 0;
  console.table(
    slowest.slice(0, SLOWEST_SHOWN).map(([name, ms]) => ({ name, ms: round(ms), fewMs: round(fewMs(name)) })),
  );
  const wrong = [...large.wrong, ...few.wrong];
  if (wrong.length > 0) {
    console.error(`differs from plain SQL: ${wrong.join('; ')}`);
    process.exitCode = 1;
  }
  return {
    messages: MESSAGES,
    questions: slowest.length,
    worstP95Ms: round(slowest[0]?.[1] ?? 0),
    worstRatioTo10k: round(Math.max(...slowest.map(([name, ms]) => ms / Math.max(NOTICEABLE_MS, fewMs(name))))),
    /** The worst time with few messages. */
    worstP95MsOf10k: round(Math.max(...few.times.values())),
    over100Ms: slowest.filter(([, ms]) => ms > 100).length,
    wrongAnswers: wrong.length,
    fillSeconds: round(large.fillSeconds),
    fillServerMsPerMessage: large.fillCost.serverMs,
    fillDatabaseMsPerMessage: large.fillCost.databaseMs,
    megabytesOfTexts: round(large.megabytes),
  };
}

/** Compares forecasts of campaigns with their actual dispatch by the real claim. */
async function evaluateForecasts() {
  const database = await server.createDatabase('forecast', 1);
  const clock = await openWithClock(database);
  try {
    const { medianError, withinRange } = await judgeForecasts(clock, SEED, CAMPAIGNS);
    return { forecastMedianError: round(medianError), forecastWithinRange: round(withinRange) };
  } finally {
    await clock.database.close();
    await database.close();
  }
}

async function measureSize(name: string, count: number) {
  const database = await server.createDatabase(name, 4);
  try {
    const workspaceId = await seedMessages(database, count);
    const costOf = await countProcessorTime(database);
    const beganFilling = performance.now();
    while ((await fillMessageTexts(database.pool)) > 0);
    const fillSeconds = (performance.now() - beganFilling) / 1000;
    const fillCost = costOf(count);
    await database.pool.query('vacuum analyze');
    const { rows } = await database.pool.query<{ megabytes: number }>(SIZE);
    return {
      fillSeconds,
      fillCost,
      megabytes: rows[0]?.megabytes ?? 0,
      times: await measureLists(database, workspaceId),
      wrong: await findWrongResults(database, workspaceId),
    };
  } finally {
    await database.close();
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
