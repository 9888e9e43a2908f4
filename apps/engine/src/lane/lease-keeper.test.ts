import { LEASE_RENEW_MS, LEASE_TTL_MS } from '@switchyard/contracts/engine/constants';
import { expect, test } from 'vitest';
import type { EngineClock } from '../clock.ts';
import { type EngineServer, ServerRefusal } from '../connection/server-client.ts';
import { acquireLease, LeaseKeeper } from './lease-keeper.ts';

/** A clock that a test turns. */
class HandClock implements EngineClock {
  #nowMs = 1_000;
  #tasks: { atMs: number; task: () => void }[] = [];
  nowMs = () => this.#nowMs;
  schedule = (delayMs: number, task: () => void) => {
    const one = { atMs: this.#nowMs + delayMs, task };
    this.#tasks.push(one);
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== one);
    };
  };
  get waiting() {
    return this.#tasks.length;
  }
  async pass(ms: number) {
    this.#nowMs += ms;
    const due = this.#tasks.filter(({ atMs }) => atMs <= this.#nowMs);
    this.#tasks = this.#tasks.filter((one) => !due.includes(one));
    for (const { task } of due) task();
    await settled();
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A server whose answers to renewals a test gives itself. */
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

test('the lease counts from before the question: an answer that was slow to come makes it no longer', async () => {
  const { clock, keeper, answer } = keep();
  await clock.pass(LEASE_RENEW_MS);
  const slowMs = LEASE_TTL_MS - LEASE_RENEW_MS - 100;
  await clock.pass(slowMs);
  expect(keeper.isSure()).toBe(true);
  await answer(0);
  // Asked at LEASE_RENEW_MS: by the server's clock it ends a lifetime after that at the latest.
  await clock.pass(LEASE_TTL_MS - slowMs - 1);
  expect(keeper.isSure()).toBe(true);
  await clock.pass(1);
  expect(keeper.isSure()).toBe(false);
});

test('the first lease counts from before the question, too', async () => {
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

test('a lease that nobody wants any more is not asked for, and one that is refused for good is not waited for', async () => {
  const clock = new HandClock();
  let asked = 0;
  const lease = () => {
    asked += 1;
    return Promise.reject(refused(401, 'UNAUTHORIZED'));
  };
  const asks = { holder: 'pod', instanceId: 'one' };
  const around = { log: { warn: () => undefined } as never, clock };
  const server = { lease } as unknown as EngineServer;
  expect(await acquireLease(server, asks, { ...around, isWanted: () => false })).toBeNull();
  expect(asked).toBe(0);
  await expect(acquireLease(server, asks, { ...around, isWanted: () => true })).rejects.toMatchObject({ status: 401 });
  expect(asked).toBe(1);
});

test('while the server is away it goes on asking, is unsure once the lifetime is over, and sure again with an answer', async () => {
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
])('%i %s ends it at once, is told once, and nothing is asked any more', async (status, code, why) => {
  const { clock, keeper, answers, answer, lost } = keep();
  await clock.pass(LEASE_RENEW_MS);
  await answer(0, refused(status, code));
  expect([keeper.isSure(), keeper.hasEnded(), lost]).toEqual([false, true, [why]]);
  expect(keeper.heed(refused(status, code))).toBe(true);
  expect(lost).toEqual([why]);
  await clock.pass(LEASE_TTL_MS);
  expect([answers.length, clock.waiting]).toEqual([1, 0]);
});

test('a refusal that says nothing of the lease does not end it', () => {
  const { keeper, lost } = keep();
  for (const error of [refused(409, 'INVALID'), refused(503, 'UNAVAILABLE'), new Error('away')])
    expect(keeper.heed(error)).toBe(false);
  expect([keeper.isSure(), lost]).toEqual([true, []]);
});

test('one that was ended while it asked is not sure of the answer, and asks no more', async () => {
  const { clock, keeper, answer } = keep();
  await clock.pass(LEASE_RENEW_MS);
  keeper.end();
  await answer(0);
  expect([keeper.isSure(), clock.waiting]).toEqual([false, 0]);
});
