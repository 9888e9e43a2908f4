import { expect, test } from 'vitest';
import { Batcher } from './batcher.ts';

/** A batcher whose answers the test gives. */
function createBatcher(delayMs: number, maxBatchSize?: number) {
  const calls: { inputs: readonly number[]; answer: () => void }[] = [];
  const batcher = new Batcher<number, number>(
    delayMs,
    (inputs) =>
      new Promise((resolve) => calls.push({ inputs, answer: () => resolve(inputs.map((value) => value * 10)) })),
    maxBatchSize,
  );
  return { batcher, calls };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('answers a single call immediately, and calls made meanwhile together after it', async () => {
  const { batcher, calls } = createBatcher(60_000);
  const first = batcher.ask(1);
  await turn();
  expect(calls.map(({ inputs }) => inputs)).toEqual([[1]]);
  const others = [batcher.ask(2), batcher.ask(3)];
  await turn();
  expect(calls).toHaveLength(1);
  calls[0]?.answer();
  expect(await first).toBe(10);
  await expect.poll(() => calls.map(({ inputs }) => inputs)).toEqual([[1], [2, 3]]);
  calls[1]?.answer();
  expect(await Promise.all(others)).toEqual([20, 30]);
});

test('does not let a slow answer block others', async () => {
  const { batcher, calls } = createBatcher(0);
  void batcher.ask(1);
  await turn();
  const second = batcher.ask(2);
  await expect.poll(() => calls.map(({ inputs }) => inputs)).toEqual([[1], [2]]);
  calls[1]?.answer();
  expect(await second).toBe(20);
});

test('delays the next batch under load until the last is old enough', async () => {
  const { batcher, calls } = createBatcher(50);
  const first = [batcher.ask(1), batcher.ask(2)];
  await turn();
  const beganMs = performance.now();
  calls[0]?.answer();
  await Promise.all(first);
  const next = batcher.ask(3);
  await expect.poll(() => calls.length).toBe(2);
  expect(performance.now() - beganMs).toBeGreaterThan(40);
  calls[1]?.answer();
  expect(await next).toBe(30);
});

test('sends a full batch immediately, and reports a failure to all its callers', async () => {
  let count = 0;
  const batcher = new Batcher<number, number>(
    0,
    async () => {
      count += 1;
      if (count === 1) return new Promise(() => undefined);
      throw new Error('no');
    },
    2,
  );
  void batcher.ask(1);
  await turn();
  expect(await Promise.allSettled([batcher.ask(2), batcher.ask(3)])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
});
