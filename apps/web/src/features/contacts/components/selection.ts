import type { ContactFilter, ContactSelection } from '@switchyard/contracts/contacts/operations';

/** Contacts chosen in the table: some by their ids, or all that match, of which the person was told the number. */
export type SelectedContacts =
  | { kind: 'ids'; ids: ReadonlySet<string> }
  | { kind: 'matching'; matching: ContactFilter; expected: number };

export const NONE_CHOSEN: SelectedContacts = { kind: 'ids', ids: new Set() };

export const countOf = (chosen: SelectedContacts): number =>
  chosen.kind === 'ids' ? chosen.ids.size : chosen.expected;

/** As the server takes it. */
export const selectionOf = (chosen: SelectedContacts): ContactSelection =>
  chosen.kind === 'ids' ? { ids: [...chosen.ids] } : { matching: chosen.matching, expected: chosen.expected };
