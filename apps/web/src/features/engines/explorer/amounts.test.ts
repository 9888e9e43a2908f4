import { expect, test } from 'vitest';
import { formatDuration, formatMemory } from './amounts.ts';

test('formats memory in binary units', () => {
  expect(formatMemory(82_208_358)).toBe('78.4 MiB');
  expect(formatMemory(1_288_490_189)).toBe('1.2 GiB');
});

test('formats a duration in its two largest units', () => {
  expect(formatDuration(0)).toBe('0 sec');
  expect(formatDuration(59.6)).toBe('1 min');
  expect(formatDuration(7_505)).toBe('2 hr 5 min');
  expect(formatDuration(90_000)).toBe('1 day 1 hr');
});
