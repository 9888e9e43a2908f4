import { expect, it } from 'vitest';
import { pollDelayMs, retriesStarted } from './retry.ts';

it('spec 001 sections 4 and 9: polls every 30 s; after a failure again after 5 s, at most 3 times', () => {
  expect([0, 1, 2, 3, 4, 5].map(pollDelayMs)).toEqual([30_000, 5_000, 5_000, 5_000, 30_000, 30_000]);
});

it('spec 001 section 2.3: counts the started retries, not the first fetch', () => {
  expect([1, 2, 3, 4, 5].map((failures) => retriesStarted(failures, false))).toEqual([0, 1, 2, 3, 3]);
  expect([0, 1, 2, 3, 4].map((failures) => retriesStarted(failures, true))).toEqual([0, 1, 2, 3, 3]);
});
