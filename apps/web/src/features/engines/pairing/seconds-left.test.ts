import { expect, test } from 'vitest';
import { secondsLeft } from './seconds-left.ts';

const now = Date.parse('2026-11-20T10:00:00Z');

test('counts whole seconds down to nothing', () => {
  expect(secondsLeft('2026-11-20T10:00:20Z', now)).toBe(20);
  expect(secondsLeft('2026-11-20T10:00:00.200Z', now)).toBe(1);
  expect(secondsLeft('2026-11-20T09:59:58Z', now)).toBe(0);
});

test('says nothing when the moment is unknown or the clocks disagree', () => {
  expect(secondsLeft(null, now)).toBeNull();
  expect(secondsLeft('2026-11-20T10:20:00Z', now)).toBeNull();
  expect(secondsLeft('2026-11-20T09:40:00Z', now)).toBeNull();
});
