import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { expect, it } from 'vitest';
import { nextSessionSort, sortSessions } from './session-sort.ts';

const row = (_id: string, fields: Partial<EngineSessionRow> = {}) =>
  ({ _id, user: null, podId: null, status: 'connected', lastActive: null, ...fields }) as EngineSessionRow;
const rows = [
  row('1', { podId: 'b', lastActive: '2026-01-02T00:00:00Z' }),
  row('2', { podId: null, lastActive: '2026-01-03T00:00:00Z' }),
  row('3', { podId: 'a' }),
];
const ids = (sort: Parameters<typeof sortSessions>[1]) => sortSessions(rows, sort).map((row) => row._id);

it('is unsorted until a column is chosen; unknown values are last in either direction', () => {
  expect(ids(null)).toEqual(['1', '2', '3']);
  expect(ids({ id: 'pod', desc: false })).toEqual(['3', '1', '2']);
  expect(ids({ id: 'pod', desc: true })).toEqual(['1', '3', '2']);
  expect(ids(nextSessionSort(null, 'lastActive'))).toEqual(['2', '1', '3']);
  expect(ids(nextSessionSort({ id: 'lastActive', desc: true }, 'lastActive'))).toEqual(['1', '2', '3']);
});
