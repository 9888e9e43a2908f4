import { setTimeout as delay } from 'node:timers/promises';
import { LEASE_TTL_MS } from '@switchyard/contracts/engine/constants';
import type { Outgoing } from '@switchyard/contracts/engine/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { standInDriver } from '../../test/stand-in-driver.ts';
import { type EngineServer, ServerRefusal, ServerUnavailable } from '../connection/server-client.ts';
import type { CreateDriver, DriverContext } from '../drivers/driver.ts';
import { createLog } from '../log.ts';
import { createLane, type Lane } from './lane.ts';

// Vitest's own timers replace the global ones only.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));

// A lane on a test clock: server and driver are stand-ins without a socket, so that an hour takes milliseconds.

const MINUTE_MS = 60_000;
/** Duration of a send. */
const SEND_MS = 1_000;
/** The same, adjustable by a test. */
let sendMs: number;
/** Maximum rows that the lane holds. */
const HELD = 40;

let away: boolean;
let lost: boolean;
/** Rows that the server hands out, and the reports that it received for each, including repeats. */
let waiting: Outgoing[];
let recorded: string[];
/** The attempts of these reports. */
let attempts: (number | undefined)[];
/** Number of held rows in each call that listed them. */
let reportedCounts: number[];
let leases: number;
let sent: string[];
let driverLives: string[];
/** Reasons of the reported events. */
let reasons: unknown[];
let context: DriverContext;
let lane: Lane;

beforeEach(() => {
  vi.useFakeTimers();
  away = false;
  lost = false;
  sendMs = SEND_MS;
  reportedCounts = [];
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

/** The part of the server that a lane calls. */
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
        if (holding) reportedCounts.push(holding.length);
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

/** Makes rows due now, with a poke as through the broker. */
function due(rows: Outgoing[]): void {
  waiting.push(...rows);
  lane.poke();
}

test('keeps connection and results while the server is down for an hour, starts nothing once the lease is unsure, and then continues', async () => {
  due(messages(50));
  await vi.advanceTimersByTimeAsync(2_500);
  expect(sent).toHaveLength(3);
  away = true;
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);

  // Claimed rows were sent during the lease's lifetime, when nobody else could have the lane; the results wait.
  const begun = sent.length;
  expect(begun).toBeGreaterThan(5);
  expect(begun).toBeLessThanOrEqual(3 + LEASE_TTL_MS / SEND_MS);
  expect(recorded.length).toBeLessThanOrEqual(3);
  expect(lane.status).toBe('connected');
  expect(driverLives).toEqual(['start']);

  away = false;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(leases).toBe(1);
  const names = messages(50).map((message) => message._id);
  expect(sent).toEqual(messages(50).map((message) => message.waMessageId));
  expect(recorded).toEqual(names);
});

test('still reports its held rows when the lane has no room for more, so that they do not count as lost', async () => {
  sendMs = 30 * MINUTE_MS;
  due(messages(100));
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  const begun = reportedCounts.length;
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
  // Every four minutes, all of them, and never more than it may hold.
  expect(reportedCounts.slice(begun)).toEqual(Array(5).fill(HELD));
  expect(waiting).toHaveLength(100 - HELD);
});

test('reports a row claimed again during the wait by its new attempt, and an unchanged one only once', async () => {
  sendMs = MINUTE_MS;
  due(messages(3));
  await vi.advanceTimersByTimeAsync(2_500);
  due([{ ...message('1'), attempt: 2, inDoubt: true }, message('2')]);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  const byAttempt = recorded.map((name, at) => `${name} by ${attempts[at]}`);
  expect(byAttempt.toSorted()).toEqual(['0 by 1', '1 by 1', '1 by 2', '2 by 1']);
});

test('sends and reports nothing more, and ends, when another process took the lane while the server was down', async () => {
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

test('ends the connection when more arrives during an outage than it can hold, so that WhatsApp keeps the messages for the next one', async () => {
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

test('reports another reason for the same status, once', async () => {
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
