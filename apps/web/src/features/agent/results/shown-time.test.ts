import { expect, test } from 'vitest';
import { shownTime } from './shown-time.ts';

const NOW = new Date('2026-11-25T12:00:00Z');
const HOUR_MS = 3_600_000;

// Spec 002 sections 2 and 9: time of day if under 24 hours old, weekday if under 168, otherwise a date.
test.each([
  [0, /^12:00/],
  [23.9, /^12:06/],
  [24, /^Tuesday$/],
  [167.9, /^Wednesday$/],
  [168, /18 Nov 2026|Nov 18, 2026/],
  [10_000, /2025/],
])('%d hours ago', (hours, text) => {
  expect(
    shownTime(new Date(NOW.getTime() - hours * HOUR_MS), NOW, 'UTC')
      .replace('PM', '')
      .trim(),
  ).toMatch(text);
});
