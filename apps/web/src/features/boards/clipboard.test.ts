import { NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type { BoardColumn } from '@switchyard/contracts/boards/operations';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromTsv, readCell, toTsv } from './clipboard.ts';

it('reads back what it copied, whatever the cells contain', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('', 'a\tb', 'two\nlines', '"quoted"', '=1+1'));
  const range = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 2, max: 5 }))
    .chain(([height, width]) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
    );
  fc.assert(
    fc.property(range, (rows) => {
      expect(fromTsv(toTsv(rows), 1_000)).toEqual({ rows, isCut: false });
    }),
  );
});

it('parses spreadsheet text with CRLF line ends, a final line end, and a stray quote', () => {
  expect(fromTsv('a\tb\r\nc\td\r\n', 100).rows).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(fromTsv('"5 inches\tb', 100).rows).toEqual([['"5 inches', 'b']]);
  expect(fromTsv('', 100).rows).toEqual([]);
});

it('stops at the maximum number of cells', () => {
  expect(fromTsv('a\tb\nc\td', 3)).toEqual({ rows: [['a', 'b'], ['c']], isCut: true });
});

const column = (type: BoardColumn['type']): BoardColumn => ({
  _id: 'c',
  name: 'C',
  type,
  options: [{ id: 'to-do', name: 'To do', color: 'gray', isDone: false }],
  settings: NO_SETTINGS,
  isTitle: false,
});

it.each([
  ['number', '1,234.50', 1234.5],
  ['number', '1.234,50', 1234.5],
  ['number', '€ 1 234', 1234],
  ['number', 'many', 'many'],
  ['checkbox', 'Yes', true],
  ['checkbox', 'FALSE', false],
  ['status', 'to DO', 'to-do'],
  ['status', 'Lost', 'Lost'],
  ['people', 'ada; Bo', ['1', '2']],
  ['people', 'Cy', 'Cy'],
  ['text', ' 007 ', '007'],
  ['text', '  ', null],
] as const)('parses for a column of type %s the text %j', (type, text, value) => {
  const people = new Map([
    ['1', 'Ada'],
    ['2', 'Bo'],
  ]);
  expect(readCell(column(type), text, people)).toEqual(value);
});
