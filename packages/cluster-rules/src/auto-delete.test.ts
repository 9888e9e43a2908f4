import { describe, expect, it } from 'vitest';
import {
  AUTO_DELETE_MS,
  AUTO_DELETE_WAIT_MS,
  AUTO_REFRESH_MS,
  DELETE_COUNTDOWN_OFF,
  type DeleteCountdown,
  type DeleteEvent,
  secondsUntil,
  stepDeleteCountdown,
} from './auto-delete.ts';

it('spec 001 section 9: 30 s, 60 s and 10 s, shown in whole seconds down to 0', () => {
  expect([AUTO_REFRESH_MS, AUTO_DELETE_MS, AUTO_DELETE_WAIT_MS]).toEqual([30_000, 60_000, 10_000]);
  expect([5_000, 5_001, 34_000, 34_001, 99_000].map((now) => secondsUntil(35_000, now, 30_000))).toEqual([
    30, 30, 1, 1, 0,
  ]);
});

/** Auto-delete on a virtual clock: records every effect with its time. */
function play(events: [atMs: number, kind: DeleteEvent['kind']][]) {
  let state: DeleteCountdown = DELETE_COUNTDOWN_OFF;
  const effects: [atMs: number, effect: string][] = [];
  for (const [atMs, kind] of events) {
    const step = stepDeleteCountdown(state, { kind }, atMs);
    state = step.state;
    if (step.effect) effects.push([atMs, step.effect]);
  }
  return { state, effects };
}

describe('spec 001 section 4: auto-delete', () => {
  it('is off by default and then does nothing', () => {
    expect(
      play([
        [0, 'tick'],
        [999_999, 'tick'],
        [999_999, 'clicked'],
      ]).effects,
    ).toEqual([]);
  });

  it('counts 60 s, refreshes, waits 10 s, deletes, and counts again', () => {
    const { effects, state } = play([
      [0, 'toggled'],
      [59_999, 'tick'],
      [60_000, 'tick'],
      [61_000, 'tick'],
      [62_000, 'refreshed'],
      [71_999, 'tick'],
      [72_000, 'tick'],
      [73_000, 'tick'],
      [74_000, 'deleted'],
    ]);
    expect(effects).toEqual([
      [60_000, 'refresh'],
      [72_000, 'delete'],
    ]);
    expect(state).toEqual({ phase: 'counting', dueAtMs: 134_000 });
  });

  it('starts immediately when the countdown is clicked', () => {
    expect(
      play([
        [0, 'toggled'],
        [1_000, 'clicked'],
        [1_001, 'clicked'],
      ]).effects,
    ).toEqual([[1_000, 'refresh']]);
  });

  it('never shows more than the whole countdown, even if the clock on the screen lags slightly', () => {
    expect(secondsUntil(60_000, -250, 60_000)).toBe(60);
    expect(secondsUntil(60_000, 59_001, 60_000)).toBe(1);
    expect(secondsUntil(60_000, 61_000, 60_000)).toBe(0);
  });

  it('deletes nothing when it is switched off in between', () => {
    const { effects } = play([
      [0, 'toggled'],
      [60_000, 'tick'],
      [61_000, 'refreshed'],
      [65_000, 'toggled'],
      [90_000, 'tick'],
    ]);
    expect(effects).toEqual([[60_000, 'refresh']]);
  });

  it('deletes nothing by stale data: a failed refresh restarts the countdown', () => {
    const { effects, state } = play([
      [0, 'toggled'],
      [60_000, 'tick'],
      [61_000, 'refresh-failed'],
      [75_000, 'tick'],
    ]);
    expect(effects).toEqual([[60_000, 'refresh']]);
    expect(state).toEqual({ phase: 'counting', dueAtMs: 121_000 });
  });
});
