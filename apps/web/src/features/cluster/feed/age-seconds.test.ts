import { expect, it } from 'vitest';
import { ageSeconds } from './age-seconds.ts';

it('reads an age as kubectl writes it', () => {
  expect(ageSeconds('2d4h')).toBe(2 * 86_400 + 4 * 3_600);
  expect(ageSeconds('?d')).toBe(0);
});
