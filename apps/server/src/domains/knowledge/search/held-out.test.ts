import { afterAll, beforeAll, expect, test } from 'vitest';
import { HELD_OUT_SETS, judgeHeldOut } from '../../../../test/knowledge-questions/held-out.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase(4));
});
afterAll(() => drop());

test.each(HELD_OUT_SETS)('what customers of the %s ask over tables, hours and rules', async (set) => {
  const { missed, ...score } = await judgeHeldOut(database.db, set);
  console.info(set, score, missed);
  expect(score.top3).toBeGreaterThanOrEqual(28);
});
