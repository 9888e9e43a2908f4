import { describe, expect, it } from 'vitest';
import {
  DELETE_COUNTDOWN_OFF,
  type DeleteCountdown,
  type DeleteEffect,
  type DeleteEvent,
  refreshEnded,
  secondsLeft,
  startRefreshCountdown,
  stepDeleteCountdown,
  tickRefreshCountdown,
  toggleRefreshCountdown,
} from './countdowns.ts';

const START = 5_000;

describe('spec 001 section 4: auto-refresh', () => {
  it('is on by default with a 30 s countdown and refreshes at zero, once', () => {
    const started = startRefreshCountdown(START);
    expect(secondsLeft(started, START)).toBe(30);
    expect(tickRefreshCountdown(started, START + 29_999).refresh).toBe(false);
    const due = tickRefreshCountdown(started, START + 30_000);
    expect(due.refresh).toBe(true);
    expect(tickRefreshCountdown(due.state, START + 31_000).refresh).toBe(false);
    expect(secondsLeft(refreshEnded(due.state, START + 32_000), START + 32_000)).toBe(30);
  });

  it('can be toggled off and on', () => {
    const off = toggleRefreshCountdown(startRefreshCountdown(START), START);
    expect(tickRefreshCountdown(off, START + 999_999).refresh).toBe(false);
    expect(secondsLeft(off, START)).toBeNull();
    expect(refreshEnded(off, START)).toEqual(off);
    expect(secondsLeft(toggleRefreshCountdown(off, START), START)).toBe(30);
  });
});

/** Auto-delete on a virtual clock: tells every effect with its time. */
function play(events: [atMs: number, kind: DeleteEvent['kind']][]) {
  let state: DeleteCountdown = DELETE_COUNTDOWN_OFF;
  const effects: [atMs: number, effect: DeleteEffect][] = [];
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
    expect(secondsLeft(state, 74_000)).toBe(60);
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

  it('deletes nothing when it is switched off in the middle', () => {
    const { effects } = play([
      [0, 'toggled'],
      [60_000, 'tick'],
      [61_000, 'refreshed'],
      [65_000, 'toggled'],
      [90_000, 'tick'],
    ]);
    expect(effects).toEqual([[60_000, 'refresh']]);
  });

  it('deletes nothing on old knowledge: a failed refresh starts the countdown anew', () => {
    const { effects, state } = play([
      [0, 'toggled'],
      [60_000, 'tick'],
      [61_000, 'refresh-failed'],
      [75_000, 'tick'],
    ]);
    expect(effects).toEqual([[60_000, 'refresh']]);
    expect(secondsLeft(state, 75_000)).toBe(46);
  });
});
