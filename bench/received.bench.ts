// Throughput of storing what a hundred phones catch up on at once, each message in a separate chat, including all
// effects in other domains; and how long others wait for a PostgreSQL connection meanwhile.
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
const MESSAGES_PER_PHONE = 200;
/** Messages per call, as engines send them. */
const BATCH_SIZE = 100;
/** The server's default. */
const POOL_SIZE = 20;
const PROBE_INTERVAL_MS = 20;

const server = await startDatabaseServer();
try {
  const database = await server.createDatabase('received', POOL_SIZE);
  const typed = await catchUp(database, true);
  const received = await catchUp(database, false);
  await database.close();
  reportMeasurements('received', {
    typedPerSecond: typed.perSecond,
    heardPerSecond: received.perSecond,
    longestWaitMs: Math.max(typed.longestWaitMs, received.longestWaitMs),
    refused: typed.refused + received.refused,
    typedServerMsPerMessage: typed.cost.serverMs,
    typedDatabaseMsPerMessage: typed.cost.databaseMs,
    heardServerMsPerMessage: received.cost.serverMs,
    heardDatabaseMsPerMessage: received.cost.databaseMs,
  });
} finally {
  await server.stop();
}

/** @param fromMe whether the messages were typed on the phone itself rather than sent by contacts */
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
  const storing = Promise.all(
    lanes.map(async ({ identity }, phone) => {
      for (let from = 0; from < MESSAGES_PER_PHONE; from += BATCH_SIZE) {
        const rows = Array.from({ length: BATCH_SIZE }, (_, at) => {
          const chat = `+44770${String(phone * MESSAGES_PER_PHONE + from + at).padStart(7, '0')}`;
          const message = { waMessageId: `id ${from + at}`, chat, text: 'Hello there', atMs: Date.now() };
          return toReceivedRow({ ...message, kind: 'text', from: fromMe ? '+447000000000' : chat, fromMe });
        });
        await store({ identity, generation: generations[phone] ?? 0, rows }).catch(() => {
          refused += 1;
        });
      }
    }),
  );
  const longestWait = probeConnections(database, storing);
  await storing;
  const seconds = (performance.now() - beganMs) / 1_000;
  const longestWaitMs = await longestWait;
  const cost = costOf(PHONES * MESSAGES_PER_PHONE);
  return { cost, perSecond: Math.round((PHONES * MESSAGES_PER_PHONE) / seconds), longestWaitMs, refused };
}

/** Requests a connection every few milliseconds until a promise settles. @returns the longest wait */
async function probeConnections(database: Database, until: Promise<unknown>): Promise<number> {
  let isDone = false;
  void until.then(() => {
    isDone = true;
  });
  let longestMs = 0;
  while (!isDone) {
    const beganMs = performance.now();
    await database.pool.query('select 1').catch(() => undefined);
    longestMs = Math.max(longestMs, performance.now() - beganMs);
    await delay(PROBE_INTERVAL_MS);
  }
  return Math.round(longestMs);
}
