import { expect, test } from 'vitest';
import { humanDuration } from './duration.ts';

/** From apimachinery `duration_test.go`. */
test.each([
  [0, '0s'],
  [1, '1s'],
  [70, '70s'],
  [190, '3m10s'],
  [70 * 60, '70m'],
  [47 * 3_600, '47h'],
  [49 * 3_600, '2d1h'],
  [(8 * 24 + 2) * 3_600, '8d'],
  [367 * 24 * 3_600, '367d'],
  [(365 * 2 * 24 + 25) * 3_600, '2y1d'],
  [(365 * 8 * 24 + 2) * 3_600, '8y'],
  [-1, '0s'],
  [-2, '<invalid>'],
])('%d seconds are %s', (seconds, shown) => expect(humanDuration(seconds * 1_000)).toBe(shown));
