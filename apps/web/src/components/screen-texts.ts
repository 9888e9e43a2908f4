import { addTexts } from '../lib/i18n/i18n.ts';

/** Texts of the parts that screens are built from: tables, dialogs. */
const screenTexts = addTexts('screen', {
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  table: {
    columns: 'Choose columns',
    selectAll: 'Select all rows on this page',
    selectRow: 'Select row {{number}}',
    sortBy: 'Sort by {{column}}',
    loading: 'Loading',
  },
  pages: {
    label: 'Pages',
    range: '<bdi>{{from}}–{{to}}</bdi> of {{total}}',
    rangeFromEnd: '<bdi>{{from}}–{{to}}</bdi> from the end, of {{total}}',
    size: 'Rows per page',
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
  },
  filter: {
    byName: 'Search by name',
    empty: 'Clear: {{what}}',
    remove: 'Remove filter {{column}}',
    none: 'Nothing matches the filters.',
    clear: 'Clear filters',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    screen: typeof screenTexts;
  }
}
