import { expect, test } from 'vitest';
import { nextFriday } from './use-make-task.ts';

test("next Friday is today on a Friday, by the zone's clock", () => {
  expect(nextFriday('UTC', Date.parse('2026-11-27T12:00Z'))).toBe('2026-11-27');
  expect(nextFriday('UTC', Date.parse('2026-11-28T12:00Z'))).toBe('2026-12-04');
  expect(nextFriday('Pacific/Auckland', Date.parse('2026-11-27T12:00Z'))).toBe('2026-12-04');
});
