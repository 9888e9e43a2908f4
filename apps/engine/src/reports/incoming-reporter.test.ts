import { MAX_RECEIVED } from '@switchyard/contracts/engine/constants';
import { expect, test, vi } from 'vitest';
import type { EngineClock } from '../clock.ts';
import { type EngineServer, ServerRefusal, ServerUnavailable } from '../connection/server-client.ts';
import type { IncomingMessage } from '../drivers/driver.ts';
import { createLog } from '../log.ts';
import { IncomingReporter } from './incoming-reporter.ts';

type Received = Parameters<EngineServer['received']>[0];

/** A reporter whose server answers as given; `stored` holds the texts that it stored, call by call. */
function sessionQueue(answer: (told: Received, call: number) => void | Promise<void>, clock?: EngineClock) {
  const stored: string[][] = [];
  const taken: string[] = [];
  let calls = 0;
  const server = {
    async received(told: Received) {
      calls += 1;
      await answer(told, calls);
      stored.push((told.messages ?? []).map((message) => message.text));
      return { ok: true as const };
    },
  } as EngineServer;
  const handleError = (error: unknown) => error instanceof ServerRefusal && error.code === 'LEASE_LOST';
  const full = vi.fn();
  const desk = new IncomingReporter({ server, generation: 7, handleError, log: createLog('silent'), clock, full });
  return {
    desk,
    stored,
    taken,
    full,
    calls: () => calls,
    add: (...texts: string[]) => desk.add(texts.map(toMessage), () => taken.push(texts.join(' '))),
  };
}

const toMessage = (text: string): IncomingMessage => ({
  waMessageId: `id ${text}`,
  chat: '+447700900002',
  from: '+447700900002',
  kind: 'text',
  text,
  atMs: 1,
});
const invalid = () => new ServerRefusal(422, 'INVALID', 'Some fields need attention.', null);

test('stores in order and calls taken in order, only after the response', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { desk, add, stored, taken } = sessionQueue(() => held);
  add('a', 'b');
  add('c');
  const flushed = desk.flush(5_000);
  expect(taken).toEqual([]);
  release();
  await flushed;
  expect(stored.flat()).toEqual(['a', 'b', 'c']);
  expect(taken).toEqual(['a b', 'c']);
});

test('sends a single message immediately, and batches those that follow it', async () => {
  let nowMs = 1_000;
  const waits: { atMs: number; task(): void }[] = [];
  const clock: EngineClock = {
    nowMs: () => nowMs,
    schedule(delayMs, task) {
      const wait = { atMs: nowMs + delayMs, task };
      waits.push(wait);
      return () => waits.splice(waits.indexOf(wait), 1);
    },
  };
  const pass = (ms: number) => {
    nowMs += ms;
    for (const { task } of waits.filter(({ atMs }) => atMs <= nowMs)) task();
  };
  const { add, stored } = sessionQueue(() => undefined, clock);
  const toBe = (expected: string[][]) => vi.waitFor(() => expect(stored).toEqual(expected));
  add('a');
  add('b');
  pass(0);
  await toBe([['a', 'b']]);
  pass(20);
  add('c');
  pass(20);
  add('d');
  pass(29);
  await toBe([['a', 'b']]);
  pass(1);
  await toBe([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  pass(50);
  add('e');
  pass(0);
  await toBe([['a', 'b'], ['c', 'd'], ['e']]);
});

test('acknowledges nothing while the server is unavailable, and everything later', async () => {
  const { desk, add, stored, taken } = sessionQueue((_told, call) => {
    if (call <= 2) throw new ServerUnavailable('away');
  });
  add('a');
  const flushed = desk.flush(10_000);
  add('b');
  await flushed;
  await vi.waitFor(() => expect(taken).toEqual(['a', 'b']));
  expect(stored.flat()).toEqual(['a', 'b']);
});

test('stores the others when the server refuses one message', async () => {
  const { desk, add, stored, taken } = sessionQueue(({ messages = [] }) => {
    if (messages.some((message) => message.text === 'bad')) throw invalid();
  });
  add('a', 'b', 'c', 'bad', 'd');
  add('e');
  await desk.flush(5_000);
  expect(stored.flat()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(taken).toEqual(['a b c bad d', 'e']);
});

test('retries a server that does not know the call yet, and drops nothing', async () => {
  const { desk, add, stored, taken } = sessionQueue((_told, call) => {
    if (call === 1) throw new ServerRefusal(404, 'NOT_FOUND', 'There is nothing at POST /engine/received.', null);
  });
  add('a');
  await desk.flush(10_000);
  expect(stored).toEqual([['a']]);
  expect(taken).toEqual(['a']);
});

test('ends without acknowledging anything when the lease is lost', async () => {
  const { desk, add, taken, calls } = sessionQueue(() => {
    throw new ServerRefusal(409, 'LEASE_LOST', 'lost', null);
  });
  add('a');
  await desk.flush(5_000);
  desk.end();
  expect(taken).toEqual([]);
  expect(calls()).toBe(1);
});

test('keeps batches within the protocol, and texts within its lengths', async () => {
  const { desk, add, stored } = sessionQueue(() => undefined);
  add(...Array.from({ length: MAX_RECEIVED + 5 }, (_, at) => String(at)), 'x'.repeat(70_000));
  await desk.flush(5_000);
  expect(stored.map((batch) => batch.length)).toEqual([MAX_RECEIVED, 6]);
  expect(stored[1]?.at(-1)).toHaveLength(65_535);
});

test('acknowledges an event without messages once everything before it is acknowledged', async () => {
  const { desk, add, taken } = sessionQueue(() => undefined);
  desk.add([], () => taken.push('nothing waits'));
  expect(taken).toEqual(['nothing waits']);
  add('a');
  desk.add([], () => taken.push('after a'));
  expect(taken).toEqual(['nothing waits']);
  await desk.flush(5_000);
  expect(taken).toEqual(['nothing waits', 'a', 'after a']);
});

test('reports that it is full before long texts fill the memory, without losing any', async () => {
  let isAway = true;
  const { desk, add, stored, taken, full } = sessionQueue(() => {
    if (isAway) throw new ServerUnavailable('away');
  });
  const text = 'x'.repeat(65_000);
  for (let count = 0; count < 250; count += 1) add(text);
  expect(full).not.toHaveBeenCalled();
  for (let count = 0; count < 10; count += 1) add(text);
  expect(full).toHaveBeenCalled();
  expect(taken).toEqual([]);
  isAway = false;
  await desk.flush(10_000);
  expect(stored.flat()).toHaveLength(260);
});

test('regains room by storing messages', async () => {
  const { desk, add, full } = sessionQueue(() => undefined);
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 200; count += 1) add('x'.repeat(65_000));
    await desk.flush(10_000);
  }
  expect(full).not.toHaveBeenCalled();
});

test('sends changes and chats with the messages, and acknowledges them in order', async () => {
  const reports: Received[] = [];
  const { desk, add, taken } = sessionQueue((request) => {
    reports.push(request);
  });
  const change = { chat: '+447700900002', waMessageId: 'id a', atMs: 2, change: { kind: 'deleted' } } as const;
  add('a');
  desk.addChanges([change], () => taken.push('deleted'));
  desk.addChats([{ chat: '120363000000000001@g.us', subject: 'Allotment' }]);
  add('b');
  await desk.flush(5_000);
  expect(reports).toMatchObject([
    {
      messages: [{ text: 'a' }, { text: 'b' }],
      changes: [change],
      chats: [{ chat: '120363000000000001@g.us', subject: 'Allotment' }],
    },
  ]);
  expect(taken).toEqual(['a', 'deleted', 'b']);
});

test('loses no message with a server of the first version, which requires a message in every batch and knows no votes', async () => {
  const { desk, add, stored, taken } = sessionQueue(({ messages = [] }) => {
    if (messages.length === 0 || messages.some((message) => message.kind === 'vote')) throw invalid();
  });
  const vote: IncomingMessage = { ...toMessage('yes, no'), kind: 'vote', quotedId: 'poll', choices: ['yes', 'no'] };
  const change = { chat: '+447700900002', waMessageId: 'id a', atMs: 2, change: { kind: 'deleted' } } as const;
  add('a');
  desk.add([vote], () => taken.push('vote'));
  for (let count = 0; count < 3; count += 1) desk.addChanges([change], () => taken.push('deleted'));
  add('b');
  await desk.flush(5_000);
  expect(stored.flat()).toEqual(['a', 'yes, no', 'b']);
  expect(taken).toEqual(['a', 'vote', 'deleted', 'deleted', 'deleted', 'b']);
});

test('truncates values longer than the protocol allows, and omits a source that does not fit', async () => {
  const reports: Received[] = [];
  const { desk } = sessionQueue((request) => {
    reports.push(request);
  });
  const media = { mimeType: 'image/png', fileName: 'x'.repeat(300), source: 's'.repeat(5_000) };
  const options = Array.from({ length: 20 }, () => 'o'.repeat(200));
  desk.add([{ ...toMessage('a'), kind: 'poll', media, options, pushName: 'n'.repeat(200) }], () => undefined);
  await desk.flush(5_000);
  const [message] = reports[0]?.messages ?? [];
  expect(message?.media).toEqual({ mimeType: 'image/png', fileName: 'x'.repeat(256) });
  expect(message?.options).toEqual(Array.from({ length: 12 }, () => 'o'.repeat(100)));
  expect(message?.pushName).toHaveLength(128);
});
