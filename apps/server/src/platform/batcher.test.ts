import { expect, test } from 'vitest';
import { Batcher } from './batcher.ts';

/** A batcher whose answers the test gives. */
function createDesk(gatherMs: number, mostAtOnce?: number) {
  const asked: { of: readonly number[]; answer: () => void }[] = [];
  const desk = new Batcher<number, number>(
    gatherMs,
    (of) => new Promise((resolve) => asked.push({ of, answer: () => resolve(of.map((value) => value * 10)) })),
    mostAtOnce,
  );
  return { desk, asked };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('answers a single call immediately, and calls made meanwhile together after it', async () => {
  const { desk, asked } = createDesk(60_000);
  const first = desk.ask(1);
  await turn();
  expect(asked.map(({ of }) => of)).toEqual([[1]]);
  const others = [desk.ask(2), desk.ask(3)];
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.answer();
  expect(await first).toBe(10);
  await expect.poll(() => asked.map(({ of }) => of)).toEqual([[1], [2, 3]]);
  asked[1]?.answer();
  expect(await Promise.all(others)).toEqual([20, 30]);
});

test('does not let a slow answer block others', async () => {
  const { desk, asked } = createDesk(0);
  void desk.ask(1);
  await turn();
  const second = desk.ask(2);
  await expect.poll(() => asked.map(({ of }) => of)).toEqual([[1], [2]]);
  asked[1]?.answer();
  expect(await second).toBe(20);
});

test('delays the next batch under load until the last is old enough', async () => {
  const { desk, asked } = createDesk(50);
  const first = [desk.ask(1), desk.ask(2)];
  await turn();
  const beganMs = performance.now();
  asked[0]?.answer();
  await Promise.all(first);
  const next = desk.ask(3);
  await expect.poll(() => asked.length).toBe(2);
  expect(performance.now() - beganMs).toBeGreaterThan(40);
  asked[1]?.answer();
  expect(await next).toBe(30);
});

test('sends a full batch immediately, and reports a failure to all its callers', async () => {
  let count = 0;
  const desk = new Batcher<number, number>(
    0,
    async () => {
      count += 1;
      if (count === 1) return new Promise(() => undefined);
      throw new Error('no');
    },
    2,
  );
  void desk.ask(1);
  await turn();
  expect(await Promise.allSettled([desk.ask(2), desk.ask(3)])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
});
