import { expect, it } from 'vitest';
import { type Choice, isChosen, NOTHING_CHOSEN, upTo, withOne } from './calendar-choice.ts';

const inSight = ['a', 'b', 'c', 'd', 'e'];
const ids = ({ chosen }: Choice) => inSight.filter((id) => isChosen(chosen, id)).join('');
const all: Choice = { chosen: { kind: 'matching', matching: {}, expected: 900 }, from: null };

it('toggles messages in turn and back', () => {
  const two = withOne(withOne(NOTHING_CHOSEN, 'b', inSight), 'd', inSight);
  expect(ids(two)).toBe('bd');
  expect(ids(withOne(two, 'b', inSight))).toBe('d');
});

it('selects a range from the anchor in either direction and keeps earlier choices', () => {
  const from = withOne(withOne(NOTHING_CHOSEN, 'a', inSight), 'd', inSight);
  expect(ids(upTo(from, 'b', inSight))).toBe('abcd');
  expect(ids(upTo(upTo(from, 'b', inSight), 'e', inSight))).toBe('abcde');
  expect(ids(upTo(NOTHING_CHOSEN, 'c', inSight))).toBe('c');
});

it('starts a range at its end when the anchor is out of view', () => {
  expect(ids(upTo(withOne(NOTHING_CHOSEN, 'gone', inSight), 'c', inSight))).toBe('c');
});

it('keeps the other visible messages when one of all matching is deselected', () => {
  expect(ids(all)).toBe('abcde');
  expect(ids(withOne(all, 'c', inSight))).toBe('abde');
});
