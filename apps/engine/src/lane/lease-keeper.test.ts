import { LEASE_RENEW_MS, LEASE_TTL_MS } from '@switchyard/contracts/engine/constants';
import { expect, test } from 'vitest';
import type { EngineClock } from '../clock.ts';
import { type EngineServer, ServerRefusal } from '../connection/server-client.ts';
import { acquireLease, LeaseKeeper } from './lease-keeper.ts';

/** A clock that the test advances. */
class HandClock implements EngineClock {
  #nowMs = 1_000;
  #tasks: { atMs: number; task: () => void }[] = [];
  nowMs = () => this.#nowMs;
  schedule = (delayMs: number, task: () => void) => {
    const entry = { atMs: this.#nowMs + delayMs, task };
    this.#tasks.push(entry);
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== entry);
    };
  };
  get waiting() {
    return this.#tasks.length;
  }
  async pass(ms: number) {
    this.#nowMs += ms;
    const due = this.#tasks.filter(({ atMs }) => atMs <= this.#nowMs);
    this.#tasks = this.#tasks.filter((entry) => !due.includes(entry));
    for (const { task } of due) task();
    await settled();
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A server whose answers to renewals the test gives. */
function keep(takenAtMs = 1_000) {
  const clock = new HandClock();
  const answers: PromiseWithResolvers<void>[] = [];
  const lost: string[] = [];
  let sureAgain = 0;
  const renew = () => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  };
  const onSure = () => {
    sureAgain += 1;
  };
  const onLost = (why: string) => lost.push(why);
  const keeper = new LeaseKeeper({ renew } as unknown as EngineServer, 7, {
    clock,
    takenAtMs,
    ttlMs: 15_000,
    onLost,
    onSure,
  });
  const answer = async (at: number, error?: unknown) => {
    if (error) answers[at]?.reject(error);
    else answers[at]?.resolve();
    await settled();
  };
  return { clock, keeper, answers, answer, lost, sureAgain: () => sureAgain };
}
const refused = (status: number, code: string) => new ServerRefusal(status, code, 'no', undefined);

test('counts the lease from before the request: a slow response does not extend it', async () => {
  const { clock, keeper, answer } = keep();
  await clock.pass(LEASE_RENEW_MS);
  const slowMs = LEASE_TTL_MS - LEASE_RENEW_MS - 100;
  await clock.pass(slowMs);
  expect(keeper.isSure()).toBe(true);
  await answer(0);
  // Requested at LEASE_RENEW_MS: by the server's clock it ends at most one lifetime after that.
  await clock.pass(LEASE_TTL_MS - slowMs - 1);
  expect(keeper.isSure()).toBe(true);
  await clock.pass(1);
  expect(keeper.isSure()).toBe(false);
});

test('counts the first lease from before the request, too', async () => {
  const clock = new HandClock();
  const lease = async () => {
    await clock.pass(5_000);
    return { generation: 7 };
  };
  const asks = { holder: 'pod', instanceId: 'one' };
  const log = { warn: () => undefined } as never;
  const taken = await acquireLease({ lease } as unknown as EngineServer, asks, { log, clock, isWanted: () => true });
  expect(taken).toMatchObject({ askedAtMs: 1_000, lease: { generation: 7 } });
  const { keeper, clock: later } = keep(1_000 - LEASE_TTL_MS + 10);
  expect(keeper.isSure()).toBe(true);
  await later.pass(10);
  expect(keeper.isSure()).toBe(false);
});

test('does not request a lease that is no longer wanted, nor wait after a final refusal', async () => {
  const clock = new HandClock();
  let attempts = 0;
  const lease = () => {
    attempts += 1;
    return Promise.reject(refused(401, 'UNAUTHORIZED'));
  };
  const asks = { holder: 'pod', instanceId: 'one' };
  const around = { log: { warn: () => undefined } as never, clock };
  const server = { lease } as unknown as EngineServer;
  expect(await acquireLease(server, asks, { ...around, isWanted: () => false })).toBeNull();
  expect(attempts).toBe(0);
  await expect(acquireLease(server, asks, { ...around, isWanted: () => true })).rejects.toMatchObject({ status: 401 });
  expect(attempts).toBe(1);
});

test('keeps renewing while the server is unavailable, is unsure after the lifetime, and sure again with a response', async () => {
  const { clock, keeper, answers, answer, lost, sureAgain } = keep();
  await clock.pass(LEASE_RENEW_MS);
  await answer(0, new Error('no way there'));
  await answer(0, refused(503, 'UNAVAILABLE'));
  expect([keeper.hasEnded(), lost]).toEqual([false, []]);
  await clock.pass(LEASE_TTL_MS);
  expect(answers).toHaveLength(2);
  expect(keeper.isSure()).toBe(false);
  await answer(1);
  expect([keeper.isSure(), sureAgain()]).toEqual([true, 1]);
  await clock.pass(LEASE_RENEW_MS);
  await answer(2);
  // It was sure all the time.
  expect(sureAgain()).toBe(1);
});

test.each([
  [409, 'LEASE_LOST', 'lease-lost'],
  [401, 'UNAUTHORIZED', 'unauthorized'],
])('%i %s ends the lease immediately, reports it once, and stops renewing', async (status, code, why) => {
  const { clock, keeper, answers, answer, lost } = keep();
  await clock.pass(LEASE_RENEW_MS);
  await answer(0, refused(status, code));
  expect([keeper.isSure(), keeper.hasEnded(), lost]).toEqual([false, true, [why]]);
  expect(keeper.handleError(refused(status, code))).toBe(true);
  expect(lost).toEqual([why]);
  await clock.pass(LEASE_TTL_MS);
  expect([answers.length, clock.waiting]).toEqual([1, 0]);
});

test('keeps the lease after a refusal that does not concern it', () => {
  const { keeper, lost } = keep();
  for (const error of [refused(409, 'INVALID'), refused(503, 'UNAVAILABLE'), new Error('away')])
    expect(keeper.handleError(error)).toBe(false);
  expect([keeper.isSure(), lost]).toEqual([true, []]);
});

test('stays unsure and stops renewing when it was ended during a renewal', async () => {
  const { clock, keeper, answer } = keep();
  await clock.pass(LEASE_RENEW_MS);
  keeper.end();
  await answer(0);
  expect([keeper.isSure(), clock.waiting]).toEqual([false, 0]);
});
