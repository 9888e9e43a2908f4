import { expect, it } from 'vitest';
import { compareValues, nextSort, readSort, sortRows, writeSort } from './column.ts';

it('a header cycles through ascending, descending and unsorted', () => {
  const first = nextSort(null, 'dueDate');
  const second = nextSort(first, 'dueDate');
  expect([first, second, nextSort(second, 'dueDate')]).toEqual([
    { id: 'dueDate', desc: false },
    { id: 'dueDate', desc: true },
    null,
  ]);
  expect(nextSort(second, 'status')).toEqual({ id: 'status', desc: false });
});

it.each(['dueDate', '-dueDate', undefined])('round-trips the sort %s', (text) => {
  expect(writeSort(readSort(text))).toBe(text);
});

it('sorts numbers by value and texts alphabetically', () => {
  expect([10, 9, 100].sort(compareValues)).toEqual([9, 10, 100]);
  expect(['pod-10', 'Pod-9', 'älter', 'zoo'].sort(compareValues)).toEqual(['älter', 'Pod-9', 'pod-10', 'zoo']);
});

it('sorts rows by a column, those without a value last, and keeps equal rows in order', () => {
  const rows = [{ n: 2 }, { n: null }, { n: 10, is: 'first' }, { n: 10, is: 'second' }];
  const columns = [{ id: 'n', name: 'N', cell: () => null, sortBy: ({ n }: (typeof rows)[number]) => n }];
  const sorted = (desc: boolean) => sortRows(rows, columns, { id: 'n', desc }).map((row) => rows.indexOf(row));
  expect([sorted(false), sorted(true)]).toEqual([
    [0, 2, 3, 1],
    [2, 3, 0, 1],
  ]);
  expect(sortRows(rows, columns, null)).toBe(rows);
});
