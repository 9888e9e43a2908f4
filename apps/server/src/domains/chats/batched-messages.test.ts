import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { createLog } from '../../platform/logging/log.ts';
import { chatMessagesStored } from '../messages/index.ts';
import { batchedMessages } from './batched-messages.ts';
import { toReceivedRow } from './received-row.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase(4));
});
afterAll(() => drop());

const messageRow = (text: string) =>
  toReceivedRow({
    waMessageId: `id ${text}`,
    chat: '+447700900001',
    from: '+447700900001',
    kind: 'text',
    text,
    atMs: Date.now(),
  });

/** Sends one message per lane concurrently, and records what a hook receives in each call. */
async function sendTogether(texts: string[], fails: (texts: string[]) => boolean = () => false) {
  const lanes = await Promise.all(texts.map(() => createLaneFixture(database)));
  const generations = await Promise.all(lanes.map((lane) => lane.lease()));
  const calls: string[][] = [];
  const hook = chatMessagesStored.hookBatch('test', async (_tx, written) => {
    const batchTexts = written.flatMap(({ messages }) => messages.map(({ text }) => text));
    calls.push(batchTexts);
    if (fails(batchTexts)) throw new Error('it cannot');
    return [];
  });
  const store = batchedMessages({ database, hooks: [hook], log: createLog('silent') });
  const send = (generationOf: (at: number) => number) =>
    Promise.allSettled(
      lanes.map(({ identity }, at) =>
        store({ identity, generation: generationOf(at), rows: [messageRow(texts[at] ?? '')] }),
      ),
    );
  const stored = async () => {
    const { rows } = await database.pool.query<{ body: string }>(
      'select body from received_messages where engine_id = any($1) order by body',
      [lanes.map(({ engineId }) => engineId)],
    );
    return rows.map(({ body }) => body);
  };
  return { calls, stored, tell: send, generations };
}

test('stores concurrent messages of many lanes together and calls hooks once; repeats change nothing', async () => {
  const { calls, stored, tell, generations } = await sendTogether(['a', 'b', 'c']);
  const first = await tell((at) => generations[at] ?? 0);
  expect(first.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(calls).toEqual([['a', 'b', 'c']]);
  await tell((at) => generations[at] ?? 0);
  expect(await stored()).toEqual(['a', 'b', 'c']);
  expect(calls.flat()).toEqual(['a', 'b', 'c']);
});

test('rejects a lane with a stale lease and still stores the other lanes’ messages', async () => {
  const { calls, stored, tell, generations } = await sendTogether(['a', 'earlier', 'c']);
  const results = await tell((at) => (generations[at] ?? 0) - (at === 1 ? 1 : 0));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await stored()).toEqual(['a', 'c']);
  expect(calls).toEqual([['a', 'c']]);
});

test('stores each lane alone if a hook fails for one of them', async () => {
  const { calls, stored, tell, generations } = await sendTogether(['a', 'bad', 'c'], (texts) => texts.includes('bad'));
  const results = await tell((at) => generations[at] ?? 0);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(await stored()).toEqual(['a', 'bad', 'c']);
  expect(calls[0]).toEqual(['a', 'bad', 'c']);
  expect(calls.slice(1).toSorted()).toEqual([['a'], ['bad'], ['c']]);
});

/** Messages that a phone sends after being offline, each in its own chat. */
const MISSED = 30;
const missedMessages = (of: number) =>
  Array.from({ length: MISSED }, (_, at) => ({ ...messageRow(`${of} ${at}`), chat: `+4477009${of}${100 + at}` }));

test('stores what one phone catches up with in one batch; a hook failing for one chat does not affect the others', async () => {
  const lane = await createLaneFixture(database);
  const generation = await lane.lease();
  const calls: number[] = [];
  const hook = chatMessagesStored.hookBatch('test', async (_tx, written) => {
    calls.push(written.length);
    if (written.some(({ messages }) => messages.some(({ text }) => text === '2 7'))) throw new Error('it cannot');
    return [];
  });
  const store = batchedMessages({ database, hooks: [hook], log: createLog('silent') });
  const { identity } = lane;
  await store({ identity, generation, rows: missedMessages(1) });
  expect(calls).toEqual([MISSED]);
  await store({ identity, generation, rows: missedMessages(2) });
  expect(calls).toEqual([MISSED, MISSED, ...Array(MISSED).fill(1)]);
  const { rows } = await database.pool.query('select from received_messages where engine_id = $1', [lane.engineId]);
  expect(rows).toHaveLength(2 * MISSED);
  await expect(store({ identity, generation: generation - 1, rows: missedMessages(3) })).rejects.toMatchObject({
    status: 409,
  });
});

test('phones that catch up at once leave most connections to others', async () => {
  const lanes = await Promise.all(Array.from({ length: 8 }, () => createLaneFixture(database)));
  const generations = await Promise.all(lanes.map((lane) => lane.lease()));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let started = 0;
  const hook = chatMessagesStored.hookBatch('test', async () => {
    started += 1;
    await released;
    return [];
  });
  const store = batchedMessages({ database, hooks: [hook], log: createLog('silent') });
  const stored = Promise.all(
    lanes.map(({ identity }, at) => store({ identity, generation: generations[at] ?? 0, rows: missedMessages(at) })),
  );
  await expect.poll(() => started).toBeGreaterThan(0);
  // Three of the pool's four connections are free.
  let answered = 0;
  for (let other = 0; other < 3; other += 1) void database.pool.query('select 1').then(() => (answered += 1));
  try {
    await expect.poll(() => answered).toBe(3);
    expect(started).toBe(1);
  } finally {
    release();
    await stored;
  }
  expect(started).toBe(lanes.length);
});
