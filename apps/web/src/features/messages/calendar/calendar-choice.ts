import { NONE_CHOSEN, type SelectedMessages } from '../components/selection.ts';

/** Messages chosen in the calendar, and the one from which a row of them is drawn. */
export interface Choice {
  chosen: SelectedMessages;
  from: string | null;
}

export const NOTHING_CHOSEN: Choice = { chosen: NONE_CHOSEN, from: null };

/**
 * One more, or no longer. Of all that match, only those in sight are known one by one: whoever then leaves one out
 * keeps the others in sight.
 */
export function withOne({ chosen }: Choice, id: string, inSight: readonly string[]): Choice {
  const ids = new Set(idsOf(chosen, inSight));
  if (!ids.delete(id)) ids.add(id);
  return { chosen: { kind: 'ids', ids }, from: id };
}

/** All from the one chosen last to this one, in order of time. */
export function upTo({ chosen, from }: Choice, id: string, inSight: readonly string[]): Choice {
  const [start, end] = [inSight.indexOf(from ?? id), inSight.indexOf(id)].toSorted((one, other) => one - other);
  const between = start === undefined || start < 0 || end === undefined ? [id] : inSight.slice(start, end + 1);
  return { chosen: { kind: 'ids', ids: new Set([...idsOf(chosen, inSight), ...between]) }, from: from ?? id };
}

/** Whether a message that is in sight is chosen. */
export const isChosen = (chosen: SelectedMessages, id: string): boolean =>
  chosen.kind === 'matching' || chosen.ids.has(id);

const idsOf = (chosen: SelectedMessages, inSight: readonly string[]): Iterable<string> =>
  chosen.kind === 'ids' ? chosen.ids : inSight;
