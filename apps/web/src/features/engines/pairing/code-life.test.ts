import { expect, test } from 'vitest';
import { codeLife } from './code-life.ts';

const now = Date.parse('2026-11-20T10:00:00Z');

test.each([
  ['2026-11-20T10:00:20Z', { state: 'valid', seconds: 20 }],
  ['2026-11-20T10:00:00.200Z', { state: 'valid', seconds: 1 }],
  ['2026-11-20T10:00:00Z', { state: 'changing' }],
  ['2026-11-20T09:59:58Z', { state: 'changing' }],
  ['2026-11-20T09:59:57Z', { state: 'over' }],
  ['2026-11-20T09:00:00Z', { state: 'over' }],
  // The clocks differ.
  ['2026-11-20T10:20:00Z', { state: 'unknown' }],
  [null, { state: 'unknown' }],
])('a code until %s', (until, life) => {
  expect(codeLife(until, now)).toEqual(life);
});
