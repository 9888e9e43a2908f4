import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyHistory, type History } from '../../test/truth/history.ts';
import { judge } from '../../test/truth/judge.ts';
import { KNOWN_HISTORIES } from '../../test/truth/known-histories.ts';
import { createVirtualDatabase, type VirtualDatabase } from '../../test/truth/virtual-database.ts';
import { live } from '../../test/truth/world.ts';

// What a user is told about a message is never contradicted by a phone. The server's own claim, resume, report, edit and cancel and the engine's own
// lane meet the simulated network on one database, in any history; the network is the judge.

let virtual: VirtualDatabase;
beforeAll(async () => {
  virtual = await createVirtualDatabase();
});
afterAll(() => virtual.drop());

async function wrongAfter(history: History): Promise<string[]> {
  const world = await live(virtual, history);
  try {
    return await judge(world);
  } finally {
    await world.close();
  }
}

test.each(Object.entries(KNOWN_HISTORIES))('%s', async (_, history) => {
  expect(await wrongAfter(history)).toEqual([]);
});

const RUNS = Number(process.env.HISTORIES ?? 2_000);
const seed = Number(process.env.SEED ?? Math.trunc(Math.random() * 2 ** 31));

test(`${RUNS} random histories: nothing is lost, nothing arrives twice, and everything is as it was told`, async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (history) => {
      expect(await wrongAfter(history)).toEqual([]);
    }),
    { numRuns: RUNS, seed, ...(process.env.TRACE && { verbose: 2 }) },
  );
}, 600_000);
