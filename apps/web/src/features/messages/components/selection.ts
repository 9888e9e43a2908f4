import type { MessageSelection } from '@switchyard/contracts/messages/bulk';
import { filtersOf, type MessagesSearch } from '../list-search.ts';

type Matching = Extract<MessageSelection, { matching: unknown }>['matching'];

/** Messages selected in the table or the calendar: by id, or all that match, with the number shown to the person. */
export type SelectedMessages =
  | { kind: 'ids'; ids: ReadonlySet<string> }
  | { kind: 'matching'; matching: Matching; expected: number };

export const NONE_SELECTED: SelectedMessages = { kind: 'ids', ids: new Set() };

export const allMatching = (search: MessagesSearch, total: number): SelectedMessages => ({
  kind: 'matching',
  matching: filtersOf(search),
  expected: total,
});

export const countOf = (selected: SelectedMessages): number =>
  selected.kind === 'ids' ? selected.ids.size : selected.expected;

/** The selection in the API's format. */
export function selectionOf(selected: SelectedMessages): MessageSelection {
  if (selected.kind === 'ids') return { ids: [...selected.ids] };
  return { matching: selected.matching, expected: selected.expected };
}
