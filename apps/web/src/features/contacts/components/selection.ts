import type { ContactFilter, ContactSelection } from '@switchyard/contracts/contacts/operations';

/** Contacts selected in the table: by id, or all that match, with the number shown to the person. */
export type SelectedContacts =
  | { kind: 'ids'; ids: ReadonlySet<string> }
  | { kind: 'matching'; matching: ContactFilter; expected: number };

export const NONE_SELECTED: SelectedContacts = { kind: 'ids', ids: new Set() };

export const countOf = (chosen: SelectedContacts): number =>
  chosen.kind === 'ids' ? chosen.ids.size : chosen.expected;

/** The selection in the API's format. */
export const selectionOf = (chosen: SelectedContacts): ContactSelection =>
  chosen.kind === 'ids' ? { ids: [...chosen.ids] } : { matching: chosen.matching, expected: chosen.expected };
