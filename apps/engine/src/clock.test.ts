import { expect, test } from 'vitest';
import { steadyClock } from './clock.ts';

test('counts the time a machine slept, and loses none when the wall clock is set back', () => {
  let steadyMs = 5_000;
  let wallMs = 1_000_000;
  const clock = steadyClock(
    () => steadyMs,
    () => wallMs,
  );
  const beganMs = clock.nowMs();
  const passed = () => clock.nowMs() - beganMs;
  steadyMs += 2_000;
  wallMs += 2_010;
  expect(passed()).toBe(2_000);
  // Suspended for a minute, which only the wall clock shows.
  wallMs += 60_000;
  expect(passed()).toBeGreaterThanOrEqual(62_000);
  const afterSleep = passed();
  wallMs -= 3_600_000;
  steadyMs += 1_000;
  expect(passed()).toBe(afterSleep + 1_000);
});
