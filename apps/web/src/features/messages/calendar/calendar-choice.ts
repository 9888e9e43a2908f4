import { NONE_CHOSEN, type SelectedMessages } from '../components/selection.ts';

/** Messages selected in the calendar, and the anchor that a Shift selection starts from. */
export interface Choice {
  chosen: SelectedMessages;
  from: string | null;
}

export const NOTHING_CHOSEN: Choice = { chosen: NONE_CHOSEN, from: null };

/**
 * Toggles one message. When all matching messages are selected, only the visible ones are known by id: deselecting one
 * keeps the other visible messages selected.
 */
export function withOne({ chosen }: Choice, id: string, inSight: readonly string[]): Choice {
  const ids = new Set(idsOf(chosen, inSight));
  if (!ids.delete(id)) ids.add(id);
  return { chosen: { kind: 'ids', ids }, from: id };
}

/** Selects every message between the anchor and this one, in chronological order. */
export function upTo({ chosen, from }: Choice, id: string, inSight: readonly string[]): Choice {
  const [start, end] = [inSight.indexOf(from ?? id), inSight.indexOf(id)].toSorted((a, b) => a - b);
  const between = start === undefined || start < 0 || end === undefined ? [id] : inSight.slice(start, end + 1);
  return { chosen: { kind: 'ids', ids: new Set([...idsOf(chosen, inSight), ...between]) }, from: from ?? id };
}

/** Whether a visible message is selected. */
export const isChosen = (chosen: SelectedMessages, id: string): boolean =>
  chosen.kind === 'matching' || chosen.ids.has(id);

const idsOf = (chosen: SelectedMessages, inSight: readonly string[]): Iterable<string> =>
  chosen.kind === 'ids' ? chosen.ids : inSight;
