import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { readTable } from './read-table.ts';

const csv = (text: string, encode = (text: string): Uint8Array => new TextEncoder().encode(text)) =>
  readTable(encode(text), 'people.csv');

test('a CSV file keeps its texts unchanged, whatever its separator, quotes and line endings', async () => {
  const table = await csv(
    'Name;Phone;Note\r\n"Ann; the ""first""";07700 900123;"two\nlines"\r\n=1+1;+447700900124;\r\n',
  );
  expect(table).toEqual({
    header: ['Name', 'Phone', 'Note'],
    rows: [
      ['Ann; the "first"', '07700 900123', 'two\nlines'],
      ['=1+1', '+447700900124', ''],
    ],
    firstRow: 2,
  });
  expect((await csv('a,b\n1,2')).rows).toEqual([['1', '2']]);
});

test('decodes other encodings, and strips a byte order mark from the first name', async () => {
  expect((await csv('Name\nZoë', (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0)))).rows).toEqual([
    ['Zoë'],
  ]);
  const utf16 = (text: string) =>
    new Uint8Array([0xff, 0xfe, ...new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer)]);
  expect((await csv('Name\nשרה', utf16)).rows).toEqual([['שרה']]);
  expect((await csv('\ufeffName\nAnn')).header).toEqual(['Name']);
});

test('a workbook’s numbers keep all their digits, and its days stay days', async () => {
  const sheet = utils.aoa_to_sheet(
    [
      ['Phone', 'Since'],
      [447700900123, new Date(Date.UTC(2026, 0, 31))],
    ],
    { UTC: true },
  );
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'People');
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
  expect((await readTable(bytes, 'people.xlsx')).rows).toEqual([['447700900123', '2026-01-31']]);
});

test.each([
  ['', 'empty'],
  ['Name,Phone\n', 'no rows'],
  ['\n\n', 'no rows'],
])('refuses %j with a readable reason', async (text, reason) => {
  await expect(csv(text)).rejects.toThrow(reason);
});

test.each([
  ['a visible sheet before a hidden one', [1, 0], 'Ben'],
  ['no hidden sheet', [1, 1], null],
] as const)('reads %s', async (_, hidden, name) => {
  const book = utils.book_new();
  for (const person of ['Ann', 'Ben']) utils.book_append_sheet(book, utils.aoa_to_sheet([['Name'], [person]]), person);
  book.Workbook = { Sheets: hidden.map((Hidden) => ({ Hidden })) };
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
  const read = readTable(bytes, 'people.xlsx');
  if (name) expect((await read).rows).toEqual([[name]]);
  else await expect(read).rejects.toThrow('the only sheets with rows are hidden: “Ann”, “Ben”');
});
