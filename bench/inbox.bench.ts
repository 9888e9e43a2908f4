// Inbox response times while 50 people (PEOPLE) use it and 20 changes per second (CHANGES) are made, with 100,000
// conversations (CONVERSATIONS) and 1,100,000 messages, 100,000 of them in one thread (THREAD). Calls the same
// functions as the operations, on a PostgreSQL with production settings. `storeRatioChange`: slowdown of storing
// messages because conversations are updated. `dispatchRatioChange`: slowdown of sending while messages are received
// with conversations, compared with messages received without. Then against the running server:
// `changeToColleagueP95Ms`, from a person's change until a colleague's socket reports it, with as many people's sockets
// open; `missed` and `doubled` over 100 disconnects (DISCONNECTS) of a colleague during changes; `lost` and `sentTwice`
// of 1,000 messages (CUTS) whose sender's connection is cut during each, by the network's record.
import { setTimeout as delay } from 'node:timers/promises';
import { domains } from '../apps/server/src/app.ts';
import { batchedMessages } from '../apps/server/src/domains/chats/batched-messages.ts';
import { readThread } from '../apps/server/src/domains/chats/read-thread.ts';
import { toReceivedRow } from '../apps/server/src/domains/chats/received-row.ts';
import { prioritizeConversation } from '../apps/server/src/domains/inbox/change-conversation.ts';
import { countConversations, listConversations } from '../apps/server/src/domains/inbox/inbox.queries.ts';
import { systemClock } from '../apps/server/src/platform/action.ts';
import type { Actor } from '../apps/server/src/platform/actor.ts';
import type { Hook } from '../apps/server/src/platform/hooks.ts';
import { createLog } from '../apps/server/src/platform/logging/log.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { memberOf } from '../apps/server/test/act.ts';
import { createLaneFixture, type LaneFixture } from '../apps/server/test/lane-fixture.ts';
import { startDatabaseServer } from './dispatch/server-under-test.ts';
import { measureLiveInbox } from './inbox/live-inbox.ts';
import { reportMeasurements } from './measurement.ts';

const { CONVERSATIONS = '100000', THREAD = '100000', PEOPLE = '50', CHANGES = '20', SECONDS = '30' } = process.env;
const { DISCONNECTS = '100', CUTS = '1000' } = process.env;
const [conversations, inThread, people] = [Number(CONVERSATIONS), Number(THREAD), Number(PEOPLE)];
const MESSAGES_PER_CONVERSATION = 10;
const LONG_CHAT = '+447700000001';
/** Interval at which each person reads, as after a live event. */
const READ_INTERVAL_MS = 1_000;
const STORED_MESSAGES = 2_000;
/** Messages sent per round while others are received. */
const DISPATCHED_MESSAGES = 4_000;
/** Received messages per batch, and the interval of batches. */
const BATCH_SIZE = 20;
const BATCH_INTERVAL_MS = 100;

const server = await startDatabaseServer();
try {
  const database = await server.createDatabase('inbox', 20);
  const { db, pool } = database;
  const lane = await createLaneFixture(database);
  const { workspaceId, engineId } = lane;
  const actor: Actor = memberOf(lane);
  await pool.query(
    `insert into received_messages (id, engine_id, wa_message_id, chat, writer, from_me, kind, body, written_at)
     select uuidv7(), $1, 'm' || n || '-' || k, '+4477' || lpad(n::text, 8, '0'), '+4477' || lpad(n::text, 8, '0'), false, 'text',
       'Message ' || k || ' of customer ' || n, now() - (n % 40000 + k) * interval '1 minute'
     from generate_series(2, $2::int) n, generate_series(1, $3::int) k`,
    [engineId, conversations, MESSAGES_PER_CONVERSATION],
  );
  await pool.query(
    `insert into received_messages (id, engine_id, wa_message_id, chat, writer, from_me, kind, body, written_at)
     select uuidv7(), $1, 'long-' || n, $2, $2, false, 'text', 'Message ' || n, now() - n * interval '1 minute' from generate_series(1, $3::int) n`,
    [engineId, LONG_CHAT, inThread],
  );
  await pool.query(
    `insert into conversations (id, workspace_id, engine_id, chat, last_id, last_at, last_kind, preview, is_last_ours, last_in_id, last_in_at, status,
       assignee_id)
     select uuidv7(), $1, $2, last.chat, last.id, last.written_at, 'text', last.body, false, last.id, last.written_at,
       (array['open', 'resolved', 'resolved'])[1 + (row_number() over ()) % 3], case when (row_number() over ()) % 2 = 0 then $3::uuid end
     from (select distinct on (chat) * from received_messages where engine_id = $2 order by chat, written_at desc, id desc) last`,
    [workspaceId, engineId, lane.userId],
  );
  await pool.query('analyze');

  const until = performance.now() + Number(SECONDS) * 1_000;
  const isOn = () => performance.now() < until;
  const took: Record<'list' | 'counts' | 'open' | 'jump', number[]> = { list: [], counts: [], open: [], jump: [] };
  const timed = async (operation: keyof typeof took, work: () => Promise<unknown>) => {
    const beganMs = performance.now();
    await work();
    took[operation].push(performance.now() - beganMs);
  };
  const platform = { database, config: { receivedKeepDays: 0 } } as unknown as Pick<Platform, 'database' | 'config'>;
  const read = async (person: number) => {
    await delay((person * READ_INTERVAL_MS) / people);
    for (let turn = 0; isOn(); turn += 1) {
      const view = turn % 2 === 0 ? 'all' : 'mine';
      await timed('list', () => listConversations(db, actor, { view, status: 'open', order: 'latest', limit: 50 }));
      await timed('counts', () => countConversations(db, actor));
      await timed('open', () => readThread(platform, actor, { id: engineId, chat: LONG_CHAT, limit: 60 }));
      const at = new Date(Date.now() - ((person * 7919 + turn * 104_729) % inThread) * 60_000).toISOString();
      await timed('jump', () => readThread(platform, actor, { id: engineId, chat: LONG_CHAT, limit: 60, at }));
      await delay(READ_INTERVAL_MS);
    }
  };
  const { rows: sample } = await pool.query<{ id: string }>('select id from conversations limit 1000');
  let changed = 0;
  const change = async () => {
    while (isOn()) {
      const id = sample[changed % sample.length]?.id ?? '';
      const { rows } = await pool.query<{ version: number }>('select version from conversations where id = $1', [id]);
      const priority = changed % 2 === 0 ? 'high' : 'normal';
      await prioritizeConversation({ db, clock: systemClock }, actor, { id, version: rows[0]?.version ?? 1, priority });
      changed += 1;
      await delay(1_000 / Number(CHANGES));
    }
  };
  await Promise.all([...Array.from({ length: people }, (_, person) => read(person)), change()]);

  const allHooks = domains.flatMap((domain) => domain.hooks ?? []);
  const generation = await lane.lease();
  const store = async (round: string, hooks: readonly Hook[]) => {
    const storeBatch = batchedMessages({ database, hooks, log: createLog('silent') });
    const rows = Array.from({ length: STORED_MESSAGES }, (_, at) => {
      const chat = `+4477${String(2 + at).padStart(8, '0')}`;
      const message = { waMessageId: `${round}-${at}`, chat, text: 'Hello there', atMs: Date.now() };
      return toReceivedRow({ ...message, kind: 'text', from: chat, fromMe: false });
    });
    const beganMs = performance.now();
    for (let from = 0; from < STORED_MESSAGES; from += 100) {
      await storeBatch({ identity: lane.identity, generation, rows: rows.slice(from, from + 100) });
    }
    return performance.now() - beganMs;
  };
  const withoutInbox = allHooks.filter(({ name }) => name !== 'inbox');
  // Alternating, so that other load on the machine affects both alike.
  const [withInbox, bare] = [[], []] as [number[], number[]];
  for (const round of ['warm', 'one', 'two', 'three']) {
    const [inboxMs, bareMs] = [await store(`inbox-${round}`, allHooks), await store(`bare-${round}`, withoutInbox)];
    if (round === 'warm') continue;
    withInbox.push(inboxMs);
    bare.push(bareMs);
  }

  const receive = (round: string, hooks: readonly Hook[]) => {
    const storeBatch = batchedMessages({ database, hooks, log: createLog('silent') });
    let isOver = false;
    const receiving = (async () => {
      for (let at = 0; !isOver; at += BATCH_SIZE) {
        const rows = Array.from({ length: BATCH_SIZE }, (_, place) => {
          const chat = `+4477${String(2 + ((at + place) % STORED_MESSAGES)).padStart(8, '0')}`;
          const message = { waMessageId: `${round}-${at + place}`, chat, text: 'Hello there', atMs: Date.now() };
          return toReceivedRow({ ...message, kind: 'text', from: chat, fromMe: false });
        });
        await Promise.all([storeBatch({ identity: lane.identity, generation, rows }), delay(BATCH_INTERVAL_MS)]);
      }
    })();
    return async () => {
      isOver = true;
      await receiving;
    };
  };
  const dispatch = async (round: string, hooks: readonly Hook[]) => {
    const sender = await createLaneFixture(database);
    await sender.addMany(DISPATCHED_MESSAGES);
    const end = receive(round, hooks);
    const beganMs = performance.now();
    await drain(sender);
    const tookMs = performance.now() - beganMs;
    await end();
    return tookMs;
  };
  const [sendingWithInbox, sendingAlone] = [[], []] as [number[], number[]];
  for (const round of ['warm', 'one', 'two', 'three', 'four']) {
    const [inboxMs, aloneMs] = [
      await dispatch(`beside-${round}`, allHooks),
      await dispatch(`alone-${round}`, withoutInbox),
    ];
    if (round === 'warm') continue;
    sendingWithInbox.push(inboxMs);
    sendingAlone.push(aloneMs);
  }

  const live = await measureLiveInbox(database, lane, {
    people,
    changes: Number(CHANGES) * 10,
    changesPerSecond: Number(CHANGES),
    disconnects: Number(DISCONNECTS),
    cuts: Number(CUTS),
  });
  await database.close();
  reportMeasurements('inbox', {
    listP95Ms: p95(took.list),
    countsP95Ms: p95(took.counts),
    threadOpenP95Ms: p95(took.open),
    jumpP95Ms: p95(took.jump),
    reads: took.list.length,
    changes: changed,
    storeRatioChange: ratioChange(withInbox, bare),
    dispatchRatioChange: ratioChange(sendingWithInbox, sendingAlone),
    changeToColleagueP95Ms: p95(live.toColleagueMs),
    missed: live.missed,
    doubled: live.doubled,
    lost: live.lost,
    sentTwice: live.sentTwice,
  });
} finally {
  await server.stop();
}

/** Sends all due messages like an engine whose network accepts everything at once. */
async function drain(sender: LaneFixture): Promise<void> {
  const lease = await sender.lease();
  for (;;) {
    const { messages } = await sender.claim(lease, 100);
    if (messages.length === 0) return;
    const results = messages.map(({ _id, attempt, waMessageId }) => ({
      ...{ _id, attempt },
      outcome: { kind: 'accepted' as const, wireId: waMessageId, atMs: Date.now() },
    }));
    await sender.report(lease, { results });
  }
}

function ratioChange(values: readonly number[], baseline: readonly number[]): number {
  return Math.round((sum(values) / sum(baseline) - 1) * 1_000) / 1_000;
}

function p95(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * 0.95)] ?? 0) * 10) / 10;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
