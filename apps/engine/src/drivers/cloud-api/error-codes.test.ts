import { expect, test } from 'vitest';
import { errorOf, isDoubtful, refusalOf } from './error-codes.ts';

const error = (code: number) => ({ code, reason: 'x' });

test.each<[number, number | null, boolean]>([
  [500, null, true],
  [503, 1, true],
  [500, 2, true],
  [500, 131_000, true],
  [503, 131_016, true],
  // Meta has named the error: nothing was accepted.
  [500, 130_429, false],
  [500, 190, false],
  [400, 131_000, false],
  [400, null, false],
  [499, null, false],
])('response %d with error %s leaves open whether the message was accepted: %s', (status, code, doubtful) => {
  expect(isDoubtful(status, code === null ? null : error(code))).toBe(doubtful);
});

test.each<[number, number | null, object]>([
  [400, 130_429, { outcome: { next: 'later', afterMs: 2_000 } }],
  [400, 131_042, { outcome: { next: 'hold-lane' }, restricted: false, tokenInvalid: false }],
  [400, 368, { outcome: { next: 'hold-lane' }, restricted: true, tokenInvalid: false }],
  [401, 190, { outcome: { next: 'hold-lane' }, restricted: false, tokenInvalid: true }],
  [400, 131_026, { outcome: { code: '131026', next: 'never' } }],
  [429, null, { outcome: { code: 'http-429', next: 'later' } }],
  [408, 131_026, { outcome: { next: 'later' } }],
  [502, null, { outcome: { next: 'later' } }],
  [404, null, { outcome: { code: 'http-404', next: 'never' }, restricted: false, tokenInvalid: false }],
])('a send refused with %d and error %s becomes %o', (status, code, meaning) => {
  expect(refusalOf(status, code === null ? null : error(code), 0)).toMatchObject(meaning);
});

test('increases the wait for a recipient with each refusal, up to a limit', () => {
  const waits = [0, 1, 2, 4, 5, 50].map((before) => refusalOf(400, error(131_056), before).outcome.afterMs);
  expect(waits).toEqual([4_000, 16_000, 64_000, 1_024_000, 1_024_000, 1_024_000]);
});

test.each([null, 'text', {}, { code: '190' }])('cannot parse %o as an error', (value) => {
  expect(errorOf(value)).toBeNull();
});
