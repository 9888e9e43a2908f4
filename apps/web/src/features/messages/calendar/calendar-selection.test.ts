import { expect, it } from 'vitest';
import {
  type CalendarSelection,
  extendSelection,
  isSelected,
  NOTHING_SELECTED,
  toggleMessage,
} from './calendar-selection.ts';

const visibleIds = ['a', 'b', 'c', 'd', 'e'];
const ids = ({ selected }: CalendarSelection) => visibleIds.filter((id) => isSelected(selected, id)).join('');
const all: CalendarSelection = { selected: { kind: 'matching', matching: {}, expected: 900 }, from: null };

it('toggles messages in turn and back', () => {
  const two = toggleMessage(toggleMessage(NOTHING_SELECTED, 'b', visibleIds), 'd', visibleIds);
  expect(ids(two)).toBe('bd');
  expect(ids(toggleMessage(two, 'b', visibleIds))).toBe('d');
});

it('selects a range from the anchor in either direction and keeps earlier choices', () => {
  const from = toggleMessage(toggleMessage(NOTHING_SELECTED, 'a', visibleIds), 'd', visibleIds);
  expect(ids(extendSelection(from, 'b', visibleIds))).toBe('abcd');
  expect(ids(extendSelection(extendSelection(from, 'b', visibleIds), 'e', visibleIds))).toBe('abcde');
  expect(ids(extendSelection(NOTHING_SELECTED, 'c', visibleIds))).toBe('c');
});

it('starts a range at its end when the anchor is out of view', () => {
  expect(ids(extendSelection(toggleMessage(NOTHING_SELECTED, 'gone', visibleIds), 'c', visibleIds))).toBe('c');
});

it('keeps the other visible messages when one of all matching is deselected', () => {
  expect(ids(all)).toBe('abcde');
  expect(ids(toggleMessage(all, 'c', visibleIds))).toBe('abde');
});
