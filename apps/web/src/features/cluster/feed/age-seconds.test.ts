import { humanDuration } from '@switchyard/kubernetes/duration';
import { expect, it } from 'vitest';
import { ageSeconds } from './age-seconds.ts';

it('parses an age as kubectl writes it', () => {
  expect(ageSeconds('2d4h')).toBe(2 * 86_400 + 4 * 3_600);
  expect(ageSeconds('?d')).toBe(0);
});

it.each([
  ['42s', 42],
  ['3m12s', 192],
  ['5h7m', 18_420],
  ['300d', 300 * 86_400],
  ['2y20d', (2 * 365 + 20) * 86_400],
  ['8y', 8 * 365 * 86_400],
])('parses %s by its units', (age, seconds) => {
  expect(ageSeconds(age)).toBe(seconds);
  expect(humanDuration(seconds * 1_000)).toBe(age);
});
