import { afterEach, expect, it, vi } from 'vitest';
import { chooseClock, hourCycle } from './clock.ts';
import { formatTimeOfDay } from './dates.ts';

afterEach(() => {
  chooseClock('region');
  vi.unstubAllGlobals();
});

const at = new Date('2026-07-01T14:05:00Z');
const formatted = () => formatTimeOfDay(at, 'UTC').replace(/\s/g, ' ');

it.each([
  ['en-US', '2:05 PM'],
  ['en-GB', '14:05'],
  // Written in the app's language, on the region's clock.
  ['de-DE', '14:05'],
])('a browser of %s formats as %s', (language, expected) => {
  vi.stubGlobal('navigator', { language });
  expect(formatted()).toBe(expected);
});

it('a chosen clock applies everywhere, and is remembered in this browser', () => {
  vi.stubGlobal('navigator', { language: 'en-US' });
  chooseClock('h23');
  expect(formatted()).toBe('14:05');
  expect(hourCycle()).toBe('h23');
  expect(localStorage.getItem('clock')).toBe('h23');
  chooseClock('h12');
  expect(formatted()).toBe('2:05 PM');
});
