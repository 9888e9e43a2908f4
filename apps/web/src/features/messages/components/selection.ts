import type { MessageSelection } from '@switchyard/contracts/messages/bulk';
import { filtersOf, type MessagesSearch } from '../list-search.ts';

type Matching = Extract<MessageSelection, { matching: unknown }>['matching'];

/**
 * Messages chosen in the table or the calendar: some by their ids, or all that match, of which the person was told the
 * number.
 */
export type SelectedMessages =
  | { kind: 'ids'; ids: ReadonlySet<string> }
  | { kind: 'matching'; matching: Matching; expected: number };

export const NONE_CHOSEN: SelectedMessages = { kind: 'ids', ids: new Set() };

export const allThatMatch = (search: MessagesSearch, total: number): SelectedMessages => ({
  kind: 'matching',
  matching: filtersOf(search),
  expected: total,
});

export const countOf = (chosen: SelectedMessages): number =>
  chosen.kind === 'ids' ? chosen.ids.size : chosen.expected;

/** As the server takes it. */
export function selectionOf(chosen: SelectedMessages): MessageSelection {
  if (chosen.kind === 'ids') return { ids: [...chosen.ids] };
  return { matching: chosen.matching, expected: chosen.expected };
}
