// What storing and sending messages costs in a checkout (ROOT, built), with its own code: 40,000 messages stored as an
// import does, then sent by 50 engines.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startServerProcess } from '../dispatch/server-under-test.ts';

const ENGINES = 50;
const MESSAGES = 40_000;
const ROWS_AT_ONCE = 500;
const DEADLINE_MS = 120_000;
/** As the partial indexes of lanes have them. */
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
  load<Insert>('apps/server/src/domains/messages/insert-messages.ts'),
);

/** The first versions take connections, and call the recipient `mobile`. */
const isFirst = /\bdb\.query\b/.test(String(insertMessages));
const store = (rows: Parameters<Insert['insertMessages']>[1]) =>
  isFirst
    ? insertMessages(
        database.pool as never,
        rows.map((row) => ({ ...row, mobile: row.recipient })),
      )
    : insertMessages(database.db, rows);

const databases = await startDatabaseServer();
const network = await startNetwork();
const database = await databases.createDatabase('writes', 8);
// Of both as `npm start` has it, whatever the checkout's own benchmark did.
const server = await startServerProcess(database.url, {}, process.env.ROOT);
try {
  // The first round is thrown away: it pays for plans that each connection makes, for memory that each maps, for files
  // that grow and code that is compiled.
  await measureRound(0);
  console.log(JSON.stringify(await measureRound(1)));
} finally {
  await server.stop();
  network.stop();
  await database.close();
  await databases.stop();
}

/** Stores messages for engines of their own, and only then lets these send them. */
async function measureRound(round: number): Promise<{ insertedPerSecond: number; sentPerSecond: number }> {
  const lanes = await Promise.all(Array.from({ length: ENGINES }, () => createLaneFixture(database)));
  await database.pool.query(
    `update engines set phone_number = '+4478' || ($2::int + place) from unnest($1::uuid[]) with ordinality as lane (id, place) where engines.id = lane.id`,
    [lanes.map((lane) => lane.engineId), 10_000_000 + round * ENGINES],
  );
  const beganStoring = performance.now();
  await storeMessages(lanes, round * MESSAGES);
  const insertedPerSecond = MESSAGES / ((performance.now() - beganStoring) / 1000);
  // What is to be searched is noted after an import, and what storing leaves to be written to files would share the
  // processors with sending.
  await textsWritten();
  await database.pool.query('vacuum analyze messages');
  await database.pool.query('checkpoint');
  const engines = await startEngines(server.url, network.url, lanes);
  engines.go();
  await untilNoneIsLeft();
  await engines.stop();
  return { insertedPerSecond: Math.round(insertedPerSecond), sentPerSecond: Math.round(await rateInTheMiddle(lanes)) };
}

async function storeMessages(lanes: Lane[], firstPerson: number): Promise<void> {
  const dueAt = new Date(Date.now() - 1_000);
  const importId = randomUUID();
  for (let from = 0; from < MESSAGES; from += ROWS_AT_ONCE) {
    const lane = lanes[(from / ROWS_AT_ONCE) % ENGINES];
    if (!lane) throw new Error('there are no lanes');
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, at) => ({
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
 * By indexes: of a table that nobody has analyzed since, all rows would be read, fifty times a second, by the
 * processors that send.
 */
async function untilNoneIsLeft(): Promise<void> {
  const began = performance.now();
  const watcher = await database.pool.connect();
  await watcher.query('set enable_seqscan = off');
  for (;;) {
    const { rows } = await watcher.query<{ left: boolean }>({ name: 'left', text: LEFT });
    if (!rows[0]?.left) break;
    if (performance.now() - began > DEADLINE_MS) throw new Error('the messages did not go out in time');
    await delay(20);
  }
  watcher.release(true);
}

/**
 * From the 20th to the 90th hundredth of the messages: engines begin by polls of their own, and the last ones have less
 * to do.
 */
async function rateInTheMiddle(lanes: Lane[]): Promise<number> {
  const { rows } = await database.pool.query<{ seconds: number }>(
    `select extract(epoch from moments[2] - moments[1])::float8 as seconds from (
       select percentile_disc(array[0.2, 0.9]) within group (order by sent_at) as moments from messages where engine_id = any ($1) and status = 'sent'
     ) middle`,
    [lanes.map((lane) => lane.engineId)],
  );
  return (0.7 * MESSAGES) / (rows[0]?.seconds ?? Number.NaN);
}

/** Waits until the texts of all messages are written, where there are such. */
async function textsWritten(): Promise<void> {
  const { rows } = await database.pool.query<{ are: boolean }>(
    `select to_regclass('message_texts_due') is not null as are`,
  );
  if (!rows[0]?.are) return;
  const began = performance.now();
  for (;;) {
    const due = await database.pool.query('select from message_texts_due limit 1');
    if (due.rowCount === 0) return;
    if (performance.now() - began > DEADLINE_MS) throw new Error('the texts were not written in time');
    await delay(50);
  }
}
