// Cost of storing and sending messages in a checkout (ROOT, built), using its own code: 40,000 messages are stored as
// by an import, then sent by 50 engines.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startServerProcess } from '../dispatch/server-under-test.ts';

const ENGINES = 50;
const MESSAGES = 40_000;
const BATCH_SIZE = 500;
const DEADLINE_MS = 120_000;
/** Matches the conditions of the lanes' partial indexes. */
const LEFT = `select exists (select from messages where status = 'sending')
  or exists (select from messages where status = 'pending' and hold_rule is distinct from 'first_contact')
  or exists (select from messages where status = 'pending' and hold_rule = 'first_contact') as left`;

type ServerUnderTest = typeof import('../dispatch/server-under-test.ts');
type Processes = typeof import('../dispatch/processes.ts');
type Fixture = typeof import('../../apps/server/test/lane-fixture.ts');
type Lane = import('../../apps/server/test/lane-fixture.ts').LaneFixture;
type Insert = typeof import('../../apps/server/src/domains/messages/write/insert-messages.ts');

const load = <Module>(path: string) => import(join(process.env.ROOT ?? '', path)) as Promise<Module>;
const { startDatabaseServer } = await load<ServerUnderTest>('bench/dispatch/server-under-test.ts');
const { startEngines, startNetwork } = await load<Processes>('bench/dispatch/processes.ts');
const { createLaneFixture } = await load<Fixture>('apps/server/test/lane-fixture.ts');
const { insertMessages } = await load<Insert>('apps/server/src/domains/messages/write/insert-messages.ts').catch(() =>
  // Where older checkouts have it.
  load<Insert>('apps/server/src/domains/messages/write/insert-messages.ts'),
);

/** The earliest versions take connections and call the recipient `mobile`. */
const isEarliestVersion = /\bdb\.query\b/.test(String(insertMessages));
const store = (rows: Parameters<Insert['insertMessages']>[1]) =>
  isEarliestVersion
    ? insertMessages(
        database.pool as never,
        rows.map((row) => ({ ...row, mobile: row.recipient })),
      )
    : insertMessages(database.db, rows);

const databases = await startDatabaseServer();
const network = await startNetwork();
const database = await databases.createDatabase('writes', 8);
// Started like `npm start` in both cases, whatever the checkout's own benchmark did.
const server = await startServerProcess(database.url, {}, process.env.ROOT);
try {
  // The first round is discarded because it includes query plans, memory mappings, growing files and compilation.
  await measureRound(0);
  console.log(JSON.stringify(await measureRound(1)));
} finally {
  await server.stop();
  network.stop();
  await database.close();
  await databases.stop();
}

/** Stores messages for new engines, and only then starts the engines. */
async function measureRound(round: number): Promise<{ insertedPerSecond: number; sentPerSecond: number }> {
  const lanes = await Promise.all(Array.from({ length: ENGINES }, () => createLaneFixture(database)));
  await database.pool.query(
    `update engines set phone_number = '+4478' || ($2::int + place) from unnest($1::uuid[]) with ordinality as lane (id, place) where engines.id = lane.id`,
    [lanes.map((lane) => lane.engineId), 10_000_000 + round * ENGINES],
  );
  const beganStoring = performance.now();
  await storeMessages(lanes, round * MESSAGES);
  const insertedPerSecond = MESSAGES / ((performance.now() - beganStoring) / 1000);
  // Search texts are indexed after an import, and pending writes to disk would compete with sending for the CPU.
  await waitForTexts();
  await database.pool.query('vacuum analyze messages');
  await database.pool.query('checkpoint');
  const engines = await startEngines(server.url, network.url, lanes);
  engines.go();
  await waitUntilSent();
  await engines.stop();
  return { insertedPerSecond: Math.round(insertedPerSecond), sentPerSecond: Math.round(await steadyRate(lanes)) };
}

async function storeMessages(lanes: Lane[], firstPerson: number): Promise<void> {
  const dueAt = new Date(Date.now() - 1_000);
  const importId = randomUUID();
  for (let from = 0; from < MESSAGES; from += BATCH_SIZE) {
    const lane = lanes[(from / BATCH_SIZE) % ENGINES];
    if (!lane) throw new Error('there are no lanes');
    const rows = Array.from({ length: BATCH_SIZE }, (_, at) => ({
      workspaceId: lane.workspaceId,
      engineId: lane.engineId,
      contactName: `Person ${from + at}`,
      contactList: [],
      recipient: `+44770${1_000_000 + firstPerson + from + at}`,
      body: `Dear Person ${from + at}, your appointment is tomorrow at 9:30. Please confirm.`,
      status: 'pending' as const,
      dueAt,
      dueLocal: '2026-01-01T00:00',
      zone: 'UTC',
      sentWith: 'whatsapp',
      retryCount: 0,
      isRecurring: false,
      verifyContact: false,
      importId,
      importRow: from + at,
    }));
    await store(rows);
  }
}

/**
 * Polls using indexes: a table without statistics would be scanned fifty times per second, by the CPUs that do the
 * sending.
 */
async function waitUntilSent(): Promise<void> {
  const began = performance.now();
  const watcher = await database.pool.connect();
  await watcher.query('set enable_seqscan = off');
  for (;;) {
    const { rows } = await watcher.query<{ left: boolean }>({ name: 'left', text: LEFT });
    if (!rows[0]?.left) break;
    if (performance.now() - began > DEADLINE_MS) throw new Error('the messages were not sent in time');
    await delay(20);
  }
  watcher.release(true);
}

/**
 * Returns the rate between the 20th and the 90th percentile of messages: engines start with their own polls, and have
 * less to do at the end.
 */
async function steadyRate(lanes: Lane[]): Promise<number> {
  const { rows } = await database.pool.query<{ seconds: number }>(
    `select extract(epoch from moments[2] - moments[1])::float8 as seconds from (
       select percentile_disc(array[0.2, 0.9]) within group (order by sent_at) as moments from messages where engine_id = any ($1) and status = 'sent'
     ) middle`,
    [lanes.map((lane) => lane.engineId)],
  );
  return (0.7 * MESSAGES) / (rows[0]?.seconds ?? Number.NaN);
}

/** Waits until the texts of all messages are indexed, in versions that index them. */
async function waitForTexts(): Promise<void> {
  const { rows } = await database.pool.query<{ are: boolean }>(
    `select to_regclass('message_texts_due') is not null as are`,
  );
  if (!rows[0]?.are) return;
  const began = performance.now();
  for (;;) {
    const due = await database.pool.query('select from message_texts_due limit 1');
    if (due.rowCount === 0) return;
    if (performance.now() - began > DEADLINE_MS) throw new Error('the texts were not indexed in time');
    await delay(50);
  }
}
