import { expect, it } from 'vitest';
import { kubernetesAge } from './kubernetes-age.ts';

const S = 1_000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

it.each([
  [0, '0s'],
  [119 * S, '119s'],
  [2 * M, '2m'],
  [3 * M + 12 * S, '3m12s'],
  [10 * M + 12 * S, '10m'],
  [179 * M, '179m'],
  [3 * H, '3h'],
  [5 * H + 30 * M, '5h30m'],
  [8 * H + 30 * M, '8h'],
  [47 * H, '47h'],
  [2 * D + 4 * H, '2d4h'],
  [8 * D, '8d'],
  [729 * D, '729d'],
  [800 * D, '2y70d'],
  [3000 * D, '8y'],
])('an age of %d ms is written as kubectl writes it: %s', (age, text) => {
  expect(kubernetesAge(1, 1 + age)).toBe(text);
});

it('is unknown without a beginning (spec 001 section 3: age ?d)', () => {
  expect(kubernetesAge(0, 5)).toBeNull();
});
