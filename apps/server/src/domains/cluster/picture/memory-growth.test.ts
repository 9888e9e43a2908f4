import { expect, it } from 'vitest';
import { MemoryGrowth } from './memory-growth.ts';

const MINUTE = 60_000;

function growth(samples: [atMs: number, bytes: number][]): number | null {
  const found = new MemoryGrowth();
  for (const [atMs, bytes] of samples) found.add(atMs, bytes);
  return found.perMinute();
}
const every15s = (bytesAt: (step: number) => number, steps: number): [number, number][] =>
  Array.from({ length: steps }, (_, step) => [step * 15_000, bytesAt(step)]);

it('is the slope over the last ten minutes', () => {
  expect(growth(every15s((step) => 500 + step * 25, 40))).toBe(100);
  expect(growth(every15s(() => 500, 40))).toBe(0);
  expect(growth(every15s((step) => (step < 60 ? 0 : (step - 60) * 25), 120))).toBe(100);
});

it('is hardly moved by one odd sample', () => {
  const odd = growth(every15s((step) => (step === 20 ? 1_000 : 500), 40));
  expect(Math.abs(odd ?? 999)).toBeLessThan(3);
});

it('is unknown by too few samples or too short a time, and survives a clock set back', () => {
  expect(growth([])).toBeNull();
  expect(growth(every15s((step) => step, 3))).toBeNull();
  expect(growth(Array.from({ length: 10 }, (_, at) => [at * 1_000, at]))).toBeNull();
  expect(growth([...every15s(() => 5, 10), [-MINUTE, 5]])).toBeNull();
});
