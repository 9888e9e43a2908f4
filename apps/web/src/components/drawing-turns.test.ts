import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LONGEST_TURN_MS, takeTurn } from './drawing-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('one begins when the one before has ended, in the order in which they came; who gives up is passed over', () => {
  const begun: string[] = [];
  const take = (name: string) => takeTurn(() => begun.push(name));
  const endFirst = take('first');
  const endSecond = take('second');
  const endThird = take('third');
  const endFourth = take('fourth');
  expect(begun).toEqual(['first']);
  endThird();
  endFirst();
  endFirst();
  expect(begun).toEqual(['first', 'second']);
  endSecond();
  expect(begun).toEqual(['first', 'second', 'fourth']);
  endFourth();
  const endFifth = take('fifth');
  expect(begun.at(-1)).toBe('fifth');
  endFifth();
});

it('one that never ends holds up the others for the longest time of a turn, and ends nobody else’s turn when it does end', () => {
  const begun: string[] = [];
  const take = (name: string) => takeTurn(() => begun.push(name));
  const endEndless = take('endless');
  const endNext = take('next');
  const endLast = take('last');
  vi.advanceTimersByTime(LONGEST_TURN_MS - 1);
  expect(begun).toEqual(['endless']);
  vi.advanceTimersByTime(1);
  expect(begun).toEqual(['endless', 'next']);
  endEndless();
  expect(begun).toEqual(['endless', 'next']);
  vi.advanceTimersByTime(LONGEST_TURN_MS - 1);
  endNext();
  // Its time is its own, not what was left of another's.
  vi.advanceTimersByTime(LONGEST_TURN_MS - 1);
  expect(begun).toEqual(['endless', 'next', 'last']);
  endLast();
  expect(vi.getTimerCount()).toBe(0);
});

it('one that throws as it begins holds up the others no longer than one that never ends', () => {
  const begun: string[] = [];
  expect(() =>
    takeTurn(() => {
      throw new Error('cannot be drawn');
    }),
  ).toThrow('cannot be drawn');
  const end = takeTurn(() => begun.push('next'));
  expect(begun).toEqual([]);
  vi.advanceTimersByTime(LONGEST_TURN_MS);
  expect(begun).toEqual(['next']);
  end();
});
