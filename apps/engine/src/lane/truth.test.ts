import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVirtualDatabase, type VirtualDatabase } from '../../../server/test/virtual-database.ts';
import { anyHistory, anyHistoryOfTheFirstVersion, type History } from '../../test/truth/history.ts';
import { judge } from '../../test/truth/judge.ts';
import { KNOWN_HISTORIES } from '../../test/truth/known-histories.ts';
import { live, tameChance } from '../../test/truth/world.ts';

// No phone ever contradicts what a user is shown about a message. The server's own claim, resume, report, edit and
// cancel and the engine's own lane run against the simulated network on one database, through arbitrary histories; the
// network is the judge (docs/decisions/171-the-lanes-truth.md).

/** `npm run bench cases` runs ten times as many. */
const HISTORIES = process.env.ALL_CASES ? 2_000 : 200;
const { SEED = '20261122' } = process.env;
const seed = SEED === 'random' ? Math.trunc(Math.random() * 2 ** 31) : Number(SEED);
/**
 * Concurrent histories: while one waits for PostgreSQL, another continues. Each has its own database, because the sweep
 * looks at a whole database.
 */
const AT_ONCE = 3;

let databases: VirtualDatabase[];
let giveChanceBack: () => void;
beforeAll(async () => {
  giveChanceBack = tameChance();
  databases = await Promise.all(Array.from({ length: AT_ONCE }, createVirtualDatabase));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  giveChanceBack();
});

async function wrongAfter(virtual: VirtualDatabase | undefined, history: History): Promise<string[]> {
  if (!virtual) throw new Error('no database');
  const world = await live(virtual, history);
  try {
    return await judge(world);
  } finally {
    await world.close();
  }
}

test.each(Object.entries(KNOWN_HISTORIES))('%s', async (_, history) => {
  expect(await wrongAfter(databases[0], history)).toEqual([]);
});

const RANDOM = {
  [`${HISTORIES} random histories`]: { any: anyHistory, count: HISTORIES },
  [`${HISTORIES / 5} of processes of the protocol's first version`]: {
    any: anyHistoryOfTheFirstVersion,
    count: HISTORIES / 5,
  },
};

test.each(Object.entries(RANDOM))(
  '%s: nothing is lost or arrives twice, and everything is as it was shown',
  async (_, { any, count }) => {
    const part = async (virtual: VirtualDatabase, at: number) => {
      const property = fc.asyncProperty(any, async (history) => {
        expect(await wrongAfter(virtual, history)).toEqual([]);
      });
      await fc.assert(property, { numRuns: Math.ceil(count / AT_ONCE), seed: seed + at });
    };
    // All of them finish before the first failure is reported: a world that is still running needs its database.
    for (const done of await Promise.allSettled(databases.map(part))) if (done.status === 'rejected') throw done.reason;
  },
  600_000,
);
