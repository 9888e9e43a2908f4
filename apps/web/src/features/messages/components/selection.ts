import type { MessageSelection } from '@switchyard/contracts/messages/bulk';
import { filtersOf, type MessagesSearch } from '../list-search.ts';

type Matching = Extract<MessageSelection, { matching: unknown }>['matching'];

/** Messages selected in the table or the calendar: by id, or all that match, with the number shown to the person. */
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

/** The selection in the API's format. */
export function selectionOf(chosen: SelectedMessages): MessageSelection {
  if (chosen.kind === 'ids') return { ids: [...chosen.ids] };
  return { matching: chosen.matching, expected: chosen.expected };
}
