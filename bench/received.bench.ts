// How fast it is stored what a hundred phones catch up with at once, each message in a chat of its own, with all that
// other domains do about it; and how long somebody else waits for a connection to PostgreSQL meanwhile.
import { setTimeout as delay } from 'node:timers/promises';
import { domains } from '../apps/server/src/app.ts';
import { batchedMessages } from '../apps/server/src/domains/chats/batched-messages.ts';
import { toReceivedRow } from '../apps/server/src/domains/chats/received-row.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { createLog } from '../apps/server/src/platform/logging/log.ts';
import { createLaneFixture } from '../apps/server/test/lane-fixture.ts';
import { startDatabaseServer } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';
import { countProcessorTime } from './processor.ts';

const PHONES = 100;
const MESSAGES_EACH = 200;
/** As engines tell them. */
const AT_ONCE = 100;
/** The server's own default. */
const POOL_SIZE = 20;
const ASK_EVERY_MS = 20;

const server = await startDatabaseServer();
try {
  const database = await server.createDatabase('received', POOL_SIZE);
  const typed = await catchUp(database, true);
  const heard = await catchUp(database, false);
  await database.close();
  reportMeasurements('received', {
    typedPerSecond: typed.perSecond,
    heardPerSecond: heard.perSecond,
    longestWaitMs: Math.max(typed.longestWaitMs, heard.longestWaitMs),
    refused: typed.refused + heard.refused,
    typedServerMsPerMessage: typed.cost.serverMs,
    typedDatabaseMsPerMessage: typed.cost.databaseMs,
    heardServerMsPerMessage: heard.cost.serverMs,
    heardDatabaseMsPerMessage: heard.cost.databaseMs,
  });
} finally {
  await server.stop();
}

/** @param fromMe typed on the phone itself, else by contacts */
async function catchUp(database: Database, fromMe: boolean) {
  const store = batchedMessages({
    database,
    hooks: domains.flatMap(({ hooks }) => hooks ?? []),
    log: createLog('silent'),
  });
  const lanes = await Promise.all(Array.from({ length: PHONES }, () => createLaneFixture(database)));
  const generations = await Promise.all(lanes.map((lane) => lane.lease()));
  let refused = 0;
  const costOf = await countProcessorTime(database);
  const beganMs = performance.now();
  const telling = Promise.all(
    lanes.map(async ({ identity }, phone) => {
      for (let from = 0; from < MESSAGES_EACH; from += AT_ONCE) {
        const rows = Array.from({ length: AT_ONCE }, (_, at) => {
          const chat = `+44770${String(phone * MESSAGES_EACH + from + at).padStart(7, '0')}`;
          const told = { waMessageId: `id ${from + at}`, chat, text: 'Hello there', atMs: Date.now() };
          return toReceivedRow({ ...told, kind: 'text', from: fromMe ? '+447000000000' : chat, fromMe });
        });
        await store({ identity, generation: generations[phone] ?? 0, rows }).catch(() => {
          refused += 1;
        });
      }
    }),
  );
  const watched = watch(database, telling);
  await telling;
  const seconds = (performance.now() - beganMs) / 1_000;
  const longestWaitMs = await watched;
  const cost = costOf(PHONES * MESSAGES_EACH);
  return { cost, perSecond: Math.round((PHONES * MESSAGES_EACH) / seconds), longestWaitMs, refused };
}

/** Asks for a connection every few milliseconds until that is done. @returns the longest wait for an answer */
async function watch(database: Database, until: Promise<unknown>): Promise<number> {
  let isDone = false;
  void until.then(() => {
    isDone = true;
  });
  let longestMs = 0;
  while (!isDone) {
    const askedMs = performance.now();
    await database.pool.query('select 1').catch(() => undefined);
    longestMs = Math.max(longestMs, performance.now() - askedMs);
    await delay(ASK_EVERY_MS);
  }
  return Math.round(longestMs);
}
