import { createRandom } from '@switchyard/whatsapp-simulator';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { judgeForecasts } from '../../../test/forecast-judge.ts';
import { createVirtualDatabase, type VirtualDatabase } from '../../../test/virtual-database.ts';

const CAMPAIGNS = Number(process.env.CAMPAIGNS ?? 30);
const SEED = Number(process.env.SEED ?? 7);

let virtual: VirtualDatabase;
beforeAll(async () => {
  virtual = await createVirtualDatabase();
});
afterAll(() => {
  vi.restoreAllMocks();
  return virtual.drop();
});

test(`${CAMPAIGNS} campaigns with the real claim: half are forecast within a tenth, and nine of ten within the range`, async () => {
  // The lanes' random gaps come from the seed, too.
  vi.spyOn(Math, 'random').mockImplementation(createRandom(SEED).next);
  const { medianError, withinRange, told } = await judgeForecasts(virtual, SEED, CAMPAIGNS);
  if (process.env.SHOW) console.log(told.join('\n'));
  expect(medianError, told.join('\n')).toBeLessThanOrEqual(0.1);
  expect(withinRange, told.join('\n')).toBeGreaterThanOrEqual(0.9);
}, 120_000);
