import { expect, test } from 'vitest';
import { detailPairs } from './detail-pairs.ts';

test('formats labels as words and values as plain text, and omits empty ones', () => {
  expect(
    detailPairs({ podRevision: 2, exit_code: 137, reason: 'OOMKilled', limits: { memory: '1Gi' }, problem: null }),
  ).toEqual([
    { label: 'Pod revision', value: '2' },
    { label: 'Exit code', value: '137' },
    { label: 'Reason', value: 'OOMKilled' },
    { label: 'Limits', value: '{"memory":"1Gi"}' },
  ]);
});
