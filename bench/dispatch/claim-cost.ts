import { claim } from '../../apps/server/src/domains/messages/lane/claim.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { createLaneFixture, type LaneFixture } from '../../apps/server/test/lane-fixture.ts';
import type { startDatabaseServer } from './server-under-test.ts';

const CLAIMS = 440;
const WARM_UP = 50;
const ROWS_PER_CLAIM = 2;

/**
 * Measures a claim with 1,000 and with 1,000,000 pending messages, each in its own database, alternately. Returns
 * medians in milliseconds.
 */
export async function measureClaimCost(
  server: Awaited<ReturnType<typeof startDatabaseServer>>,
): Promise<{ smallMs: number; largeMs: number }> {
  const small = await createLane(await server.createDatabase('claim_small', 1), 1_000);
  const large = await createLane(await server.createDatabase('claim_large', 1), 1_000_000);
  const times = { small: [] as number[], large: [] as number[] };
  for (let at = 0; at < WARM_UP + CLAIMS; at += 1) {
    const [smallMs, largeMs] = [await timed(small), await timed(large)];
    if (at < WARM_UP) continue;
    times.small.push(smallMs);
    times.large.push(largeMs);
  }
  await small.database.close();
  await large.database.close();
  return { smallMs: median(times.small), largeMs: median(times.large) };
}

interface Lane {
  database: Database;
  fixture: LaneFixture;
  generation: number;
}

async function createLane(database: Database, pending: number): Promise<Lane> {
  const fixture = await createLaneFixture(database);
  await fixture.addMany(pending);
  await database.pool.query('vacuum analyze messages');
  return { database, fixture, generation: await fixture.lease() };
}

async function timed({ database, fixture, generation }: Lane): Promise<number> {
  const began = performance.now();
  const { messages } = await claim(database.pool, fixture.identity, { generation, limit: ROWS_PER_CLAIM });
  const tookMs = performance.now() - began;
  if (messages.length !== ROWS_PER_CLAIM) throw new Error(`a claim took ${messages.length} rows`);
  return tookMs;
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
