import type { ReactNode } from 'react';

/** One column of a {@link DataTable}. */
export interface DataColumn<Row> {
  id: string;
  /** Text of its header. */
  name: string;
  cell: (row: Row) => ReactNode;
  /** Sort key in the browser; omitted: it cannot be sorted, or (with `isSortable`) the server sorts. */
  sortBy?: (row: Row) => string | number | null;
  isSortable?: boolean;
  align?: 'start' | 'end';
  /** In pixels; omitted: as wide as its content. */
  width?: number;
  /** Always shown: it identifies the row. */
  isFixed?: boolean;
  /** Hidden until chosen. */
  isExtra?: boolean;
}

/** What the list is sorted by; null: unsorted. */
export interface Sort {
  id: string;
  desc: boolean;
}

/** `-dueDate`, the form that the API and the address use. */
export function writeSort(sort: Sort | null): string | undefined {
  return sort ? `${sort.desc ? '-' : ''}${sort.id}` : undefined;
}

export function readSort(text: string | undefined): Sort | null {
  if (!text) return null;
  return text.startsWith('-') ? { id: text.slice(1), desc: true } : { id: text, desc: false };
}

/** The next state of a clicked header: ascending, descending, unsorted. */
export function nextSort(now: Sort | null, id: string): Sort | null {
  if (now?.id !== id) return { id, desc: false };
  return now.desc ? null : { id, desc: true };
}

/** Sorts rows by a column in the browser; rows without a value come last in either direction. */
export function sortRows<Row>(rows: Row[], columns: readonly DataColumn<Row>[], sort: Sort | null): Row[] {
  const sortBy = sort && columns.find(({ id }) => id === sort.id)?.sortBy;
  if (!sortBy) return rows;
  const direction = sort.desc ? -1 : 1;
  return rows
    .map((row) => ({ row, by: sortBy(row) }))
    .sort(({ by: a }, { by: b }) =>
      a === null || b === null ? Number(a === null) - Number(b === null) : direction * compareValues(a, b),
    )
    .map(({ row }) => row);
}

/** Numbers by value, texts alphabetically in the reader's language. */
export function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' });
}
