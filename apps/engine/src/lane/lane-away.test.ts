import { setTimeout as delay } from 'node:timers/promises';
import { LEASE_TTL_MS } from '@switchyard/contracts/engine/constants';
import type { Outgoing } from '@switchyard/contracts/engine/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { standInDriver } from '../../test/stand-in-driver.ts';
import { type EngineServer, ServerRefusal, ServerUnavailable } from '../connection/server-client.ts';
import type { CreateDriver, DriverContext } from '../drivers/driver.ts';
import { createLog } from '../log.ts';
import { createLane, type Lane } from './lane.ts';

// Vitest's own timers stand in for the global ones only.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));

// A lane on a clock of the test's own: server and driver are stand-ins without a socket, so that an hour takes
// milliseconds.

const MINUTE_MS = 60_000;
/** A send takes this long. */
const SEND_MS = 1_000;
/** The same, as a test may have it longer. */
let sendMs: number;
/** Rows that the lane holds at once. */
const HELD = 40;

let away: boolean;
let lost: boolean;
/** Rows that the server gives out, and what it was told of each, as often as it was told. */
let waiting: Outgoing[];
let recorded: string[];
/** By which attempt each of these was told. */
let attempts: (number | undefined)[];
/** How many rows the lane said that it holds, each time that it did. */
let told: number[];
let leases: number;
let sent: string[];
let driverLives: string[];
/** Of the events that the server was told. */
let reasons: unknown[];
let context: DriverContext;
let lane: Lane;

beforeEach(() => {
  vi.useFakeTimers();
  away = false;
  lost = false;
  sendMs = SEND_MS;
  told = [];
  waiting = [];
  recorded = [];
  attempts = [];
  leases = 0;
  sent = [];
  driverLives = [];
  reasons = [];
  lane = createLane({
    engineId: 'e1',
    holder: 'pod-a',
    instanceId: 'i1',
    server: standIn(),
    createDriver,
    log: createLog('silent'),
    concurrency: 1,
    claimLimit: 20,
  });
});
afterEach(async () => {
  const stopped = lane.stop(100);
  await vi.advanceTimersByTimeAsync(1_000);
  await stopped;
  vi.useRealTimers();
});

const message = (name: string): Outgoing => ({
  _id: name,
  waMessageId: `3EB0${name}`,
  to: `+4477009${name.padStart(5, '0')}`,
  contactName: 'Ann',
  body: { kind: 'text', text: name },
  attempt: 1,
  verifyContact: false,
  inDoubt: false,
});
const messages = (count: number, from = 0) => Array.from({ length: count }, (_, at) => message(String(from + at)));

/** The server, as far as a lane asks it. */
function standIn(): EngineServer {
  const answer = async <Value>(value: () => Value): Promise<Value> => {
    if (away) throw new ServerUnavailable('nobody answers');
    if (lost) throw new ServerRefusal(409, 'LEASE_LOST', 'another holder has the lane', undefined);
    return value();
  };
  const ok = () => answer(() => ({ ok: true }) as const);
  return {
    lease: () =>
      answer(() => {
        leases += 1;
        const engine = { _id: 'e1', workspaceId: 'w1', name: 'Main', driver: 'stand-in', phoneNumber: null };
        return { generation: leases, ttlMs: 15_000, engine };
      }),
    renew: ok,
    release: ok,
    claim: ({ limit, resume = false, holding }) =>
      answer(() => {
        if (holding) told.push(holding.length);
        return { messages: resume ? [] : waiting.splice(0, limit), nextInMs: null, moreInDoubt: false };
      }),
    report: ({ results = [] }) =>
      answer(() => {
        recorded.push(...results.map((result) => result._id));
        attempts.push(...results.map((result) => result.attempt));
        return { recorded: results.length, refused: [] };
      }),
    events: ({ events = [] }) =>
      answer(() => {
        reasons.push(...events.flatMap(({ details }) => details?.reason ?? []));
        return { ok: true } as const;
      }),
    readCredentials: () => answer(() => ({ values: {} })),
    writeCredentials: ok,
    content: () => answer(() => ({ body: null })),
    inbox: () => answer(() => ({ entries: [], more: false })),
    received: ok,
    acts: () => answer(() => ({ acts: [], nextInMs: null })),
    file: () => answer(() => new Uint8Array()),
    preview: () => answer(() => ({ preview: null })),
    fetchedFile: () => answer(() => ({ fileId: '' })),
    nowMs: () => Date.now(),
    close: () => undefined,
  };
}

const createDriver: CreateDriver = (made) => {
  context = made;
  return standInDriver(context, {
    async start() {
      driverLives.push('start');
      context.emit({ kind: 'status', status: 'connected' });
    },
    async stop() {
      driverLives.push('stop');
    },
    async send({ waMessageId }) {
      sent.push(waMessageId);
      await delay(sendMs);
      return { kind: 'accepted', wireId: waMessageId, atMs: 0 };
    },
  });
};

/** Falls due now; a poke as the broker would carry it. */
function due(rows: Outgoing[]): void {
  waiting.push(...rows);
  lane.poke();
}

test('the server is away for an hour: connection and results are kept, nothing begins once the lease is unsure, and then it goes on', async () => {
  due(messages(50));
  await vi.advanceTimersByTimeAsync(2_500);
  expect(sent).toHaveLength(3);
  away = true;
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);

  // What had been claimed went on for the lease's time, while nobody else could have the lane; the results wait.
  const begun = sent.length;
  expect(begun).toBeGreaterThan(5);
  expect(begun).toBeLessThanOrEqual(3 + LEASE_TTL_MS / SEND_MS);
  expect(recorded.length).toBeLessThanOrEqual(3);
  expect(lane.status).toBe('connected');
  expect(driverLives).toEqual(['start']);

  away = false;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(leases).toBe(1);
  const names = messages(50).map((one) => one._id);
  expect(sent).toEqual(messages(50).map((one) => one.waMessageId));
  expect(recorded).toEqual(names);
});

test('a lane that has no room for more still tells what it holds, so that nobody takes it for forgotten', async () => {
  sendMs = 30 * MINUTE_MS;
  due(messages(100));
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  const begun = told.length;
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
  // Every four minutes, all of it, and never more than it may hold.
  expect(told.slice(begun)).toEqual(Array(5).fill(HELD));
  expect(waiting).toHaveLength(100 - HELD);
});

test('a row that comes with another attempt while it waits is told of by that one, and one that comes as it is not twice', async () => {
  sendMs = MINUTE_MS;
  due(messages(3));
  await vi.advanceTimersByTimeAsync(2_500);
  due([{ ...message('1'), attempt: 2, inDoubt: true }, message('2')]);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  const byAttempt = recorded.map((name, at) => `${name} by ${attempts[at]}`);
  expect(byAttempt.toSorted()).toEqual(['0 by 1', '1 by 1', '1 by 2', '2 by 1']);
});

test('while it was away another process took the lane: nothing more is sent or told, and the lane ends', async () => {
  due(messages(HELD));
  await vi.advanceTimersByTimeAsync(2_500);
  away = true;
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  const begun = sent.length;
  expect(begun).toBeLessThan(HELD);
  lost = true;
  away = false;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(await lane.done).toBe('lease-lost');
  expect(sent).toHaveLength(begun);
  expect(recorded.length).toBeLessThanOrEqual(3);
  expect(driverLives).toEqual(['start', 'stop']);
});

test('while it is away more comes in than can be kept: the connection ends, nothing is taken, and WhatsApp has it for the next one', async () => {
  await vi.advanceTimersByTimeAsync(2_500);
  away = true;
  const taken = vi.fn();
  const text = 'x'.repeat(65_000);
  for (let count = 0; count < 300; count += 1) {
    const incoming = { waMessageId: `in${count}`, chat: '+447700900002', from: '+447700900002', kind: 'text' as const };
    context.emit({ kind: 'messages', messages: [{ ...incoming, text, atMs: 1 }], taken });
  }
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(await lane.done).toBe('overfull');
  expect(taken).not.toHaveBeenCalled();
  expect(driverLives).toEqual(['start', 'stop']);
});

test('another reason for the same status is told, once', async () => {
  await vi.advanceTimersByTimeAsync(2_500);
  const tell = async (reason?: string) => {
    context.emit({ kind: 'status', status: 'unpaired', ...(reason && { reason }) });
    await vi.advanceTimersByTimeAsync(1_000);
  };
  await tell('not set up yet');
  await tell('Invalid OAuth access token');
  await tell('Invalid OAuth access token');
  await tell();
  expect(reasons).toEqual(['not set up yet', 'Invalid OAuth access token']);
});
