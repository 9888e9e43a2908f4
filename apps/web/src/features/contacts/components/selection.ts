import type { ContactFilter, ContactSelection } from '@switchyard/contracts/contacts/operations';

/** Contacts selected in the table: by id, or all that match, with the number shown to the person. */
export type SelectedContacts =
  | { kind: 'ids'; ids: ReadonlySet<string> }
  | { kind: 'matching'; matching: ContactFilter; expected: number };

export const NONE_SELECTED: SelectedContacts = { kind: 'ids', ids: new Set() };

export const countOf = (selected: SelectedContacts): number =>
  selected.kind === 'ids' ? selected.ids.size : selected.expected;

/** The selection in the API's format. */
export const selectionOf = (selected: SelectedContacts): ContactSelection =>
  selected.kind === 'ids' ? { ids: [...selected.ids] } : { matching: selected.matching, expected: selected.expected };
