import { expect, it } from 'vitest';
import { compareValues, nextSort, readSort, writeSort } from './column.ts';

it('a head goes through ascending, descending and as it came', () => {
  const first = nextSort(null, 'dueDate');
  const second = nextSort(first, 'dueDate');
  expect([first, second, nextSort(second, 'dueDate')]).toEqual([
    { id: 'dueDate', desc: false },
    { id: 'dueDate', desc: true },
    null,
  ]);
  expect(nextSort(second, 'status')).toEqual({ id: 'status', desc: false });
});

it.each(['dueDate', '-dueDate', undefined])('%s is read as it is written', (text) => {
  expect(writeSort(readSort(text))).toBe(text);
});

it('sorts numbers by size and texts as people do', () => {
  expect([10, 9, 100].sort(compareValues)).toEqual([9, 10, 100]);
  expect(['pod-10', 'Pod-9', 'älter', 'zoo'].sort(compareValues)).toEqual(['älter', 'Pod-9', 'pod-10', 'zoo']);
});
