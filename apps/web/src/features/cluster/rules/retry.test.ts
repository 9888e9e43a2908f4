import { describe, expect, it } from 'vitest';
import { POLL_START, type PollState, retryWords, stepPoll } from './retry.ts';

/** A server that always fails at once, on a virtual clock in steps of a second. Returns when fetches were made and what was shown. */
function failFor(seconds: number) {
  let state: PollState = stepPoll(POLL_START, 'failed', 0).state;
  const fetches: number[] = [];
  const words: (string | null)[] = [];
  for (let second = 1; second <= seconds; second += 1) {
    const tick = stepPoll(state, 'tick', second * 1000);
    state = tick.state;
    if (!tick.fetch) continue;
    fetches.push(second);
    words.push(retryWords(state));
    state = stepPoll(state, 'failed', second * 1000).state;
  }
  return { state, fetches, words };
}

describe('spec 001 sections 4 and 9: polling and retries', () => {
  it('polls every 30 s while all is well', () => {
    const { state } = stepPoll(POLL_START, 'succeeded', 0);
    expect(stepPoll(state, 'tick', 29_999).fetch).toBe(false);
    expect(stepPoll(state, 'tick', 30_000).fetch).toBe(true);
    expect(retryWords(state)).toBeNull();
  });

  it("retries after 5 s, at most 3 times, and says 'Retry attempt n/3'; then polls on every 30 s", () => {
    const { fetches, words } = failFor(46);
    expect(fetches).toEqual([5, 10, 15, 45]);
    expect(words.slice(0, 3)).toEqual(['Retry attempt 1/3', 'Retry attempt 2/3', 'Retry attempt 3/3']);
  });

  it('starts anew by the Retry button and after a success', () => {
    const { state } = failFor(16);
    const clicked = stepPoll(state, 'retry-clicked', 17_000);
    expect(clicked.fetch).toBe(true);
    expect(retryWords(clicked.state)).toBeNull();
    expect(stepPoll(clicked.state, 'retry-clicked', 17_001).fetch).toBe(false);
    const healed = stepPoll(clicked.state, 'succeeded', 18_000).state;
    expect(healed).toEqual({ retries: 0, failed: false, nextAtMs: 48_000 });
  });
});
