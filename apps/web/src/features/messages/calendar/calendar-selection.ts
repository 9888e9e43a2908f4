import { NONE_SELECTED, type SelectedMessages } from '../components/selection.ts';

/** Messages selected in the calendar, and the anchor that a Shift selection starts from. */
export interface CalendarSelection {
  selected: SelectedMessages;
  from: string | null;
}

export const NOTHING_SELECTED: CalendarSelection = { selected: NONE_SELECTED, from: null };

/**
 * Toggles one message. When all matching messages are selected, only the visible ones are known by id: deselecting one
 * keeps the other visible messages selected.
 */
export function toggleMessage(
  { selected }: CalendarSelection,
  id: string,
  visibleIds: readonly string[],
): CalendarSelection {
  const ids = new Set(idsOf(selected, visibleIds));
  if (!ids.delete(id)) ids.add(id);
  return { selected: { kind: 'ids', ids }, from: id };
}

/** Selects every message between the anchor and this one, in chronological order. */
export function extendSelection(
  { selected, from }: CalendarSelection,
  id: string,
  visibleIds: readonly string[],
): CalendarSelection {
  const [start, end] = [visibleIds.indexOf(from ?? id), visibleIds.indexOf(id)].toSorted((a, b) => a - b);
  const between = start === undefined || start < 0 || end === undefined ? [id] : visibleIds.slice(start, end + 1);
  return { selected: { kind: 'ids', ids: new Set([...idsOf(selected, visibleIds), ...between]) }, from: from ?? id };
}

/** Whether a visible message is selected. */
export const isSelected = (selected: SelectedMessages, id: string): boolean =>
  selected.kind === 'matching' || selected.ids.has(id);

const idsOf = (selected: SelectedMessages, visibleIds: readonly string[]): Iterable<string> =>
  selected.kind === 'ids' ? selected.ids : visibleIds;
