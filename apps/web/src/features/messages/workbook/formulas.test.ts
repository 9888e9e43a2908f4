import { CFB, utils, write } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { ImportFile } from './import-file.ts';
import { inWords } from './test-workbooks.ts';

const HEADER = ['Message', 'Contact Mobile', 'Due Date', 'Campaign ID'];

/** A workbook whose second row has these cells, written the way other programs than our library write them. */
function workbookOf(cells: string): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEADER]), 'Messages');
  const archive = CFB.read(write(book, { type: 'buffer', bookType: 'xlsx' }), { type: 'buffer' });
  const at = archive.FullPaths.findIndex((path: string) => path.endsWith('sheet1.xml'));
  const sheet = new TextDecoder()
    .decode(new Uint8Array(archive.FileIndex[at]?.content as number[]))
    .replace('</sheetData>', `<row r="2">${cells}</row></sheetData>`)
    .replace('ref="A1:D1"', 'ref="A1:D2"');
  CFB.utils.cfb_add(archive, archive.FullPaths[at]?.replace('Root Entry', '') ?? '', new TextEncoder().encode(sheet));
  return new Uint8Array(CFB.write(archive, { type: 'buffer', fileType: 'zip' }) as Buffer);
}

const text = (column: string, words: string) => `<c r="${column}2" t="inlineStr"><is><t>${words}</t></is></c>`;
const row = (message: string, due: string, campaign = '') =>
  workbookOf(`${message}${text('B', '+447700900123')}${due}${campaign}`);
const open = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await ImportFile.open(bytes, 'book.xlsx')).read({
    zone: 'Europe/London',
    nowMs: Date.UTC(2026, 10, 22),
    order: 'refuse',
    exampleNumber: '',
  });
const uncomputed = expect.stringContaining('formula without a stored result');

it.each(['<f>TODAY()+1</f><v></v>', '<f>TODAY()+1</f><v/>', '<f>TODAY()+1</f>'])(
  'refuses a row whose due date is the uncomputed formula %s instead of sending it at once',
  async (formula) => {
    const { faults, validRows } = await open(row(text('A', 'Hi'), `<c r="C2">${formula}</c>`));
    expect(inWords(faults)).toEqual([{ row: 2, reason: uncomputed }]);
    expect(validRows).toBe(0);
  },
);

it('reports a row that has only uncomputed formulas', async () => {
  const formula = (column: string) => `<c r="${column}2"><f>Other!A1</f><v></v></c>`;
  const { faults } = await open(workbookOf(['A', 'B', 'C'].map(formula).join('')));
  expect(inWords(faults)).toMatchObject([{ row: 2, reason: uncomputed }]);
});

it('accepts a formula’s stored result of 0 or an empty text', async () => {
  const zero = '<c r="D2"><f>1-1</f><v>0</v></c>';
  const none = '<c r="C2" t="str"><f>IF(TRUE,"","x")</f><v></v></c>';
  expect(await open(row(text('A', 'Hi'), none, zero))).toMatchObject({ faults: [], validRows: 1 });
});

/**
 * An .xls whose cells with the number 12345.678 are replaced by a formula without a stored result, as xlwt writes it.
 */
function oldWorkbookOf(rows: (string | number)[][]): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEADER, ...rows]), 'Messages');
  const archive = CFB.read(write(book, { type: 'buffer', bookType: 'biff8' }), { type: 'buffer' });
  const at = archive.FullPaths.findIndex((path: string) => path.endsWith('Workbook'));
  const stream = Buffer.from(archive.FileIndex[at]?.content as number[]);
  const records: Buffer[] = [];
  for (let from = 0; from < stream.length; ) {
    const length = stream.readUInt16LE(from + 2);
    const body = stream.subarray(from + 4, from + 4 + length);
    const isNumber = stream.readUInt16LE(from) === 0x0203 && body.readDoubleLE(6) === 12345.678;
    // Position and format, an empty result, "calculate on load", and the expression "a".
    const formula = Buffer.concat([
      body.subarray(0, 6),
      Buffer.from('030000000000ffff0300000000000400170100' + '61', 'hex'),
    ]);
    if (!isNumber) records.push(stream.subarray(from, from + 4 + length));
    else records.push(Buffer.from([0x06, 0x00, formula.length, 0x00]), formula);
    from += 4 + length;
  }
  CFB.utils.cfb_add(archive, '/Workbook', Buffer.concat(records));
  return new Uint8Array(CFB.write(archive, { type: 'buffer', fileType: 'cfb' }) as Buffer);
}
const openOld = async (...rows: (string | number)[][]) =>
  (await ImportFile.open(oldWorkbookOf(rows), 'book.xls')).read({
    zone: 'Europe/London',
    nowMs: Date.UTC(2026, 10, 22),
    order: 'refuse',
    exampleNumber: '',
  });
const FORMULA = 12345.678;

it.each([
  ['Message', [FORMULA, '+447700900123', '']],
  ['Contact Mobile', ['Hi', FORMULA, '']],
  ['Due Date', ['Hi', '+447700900123', FORMULA]],
])('reports an .xls whose %s is a formula without a result', async (label, cells) => {
  expect(inWords((await openOld(cells)).faults)).toEqual([
    {
      row: 2,
      reason: `${label} holds a formula whose result is empty or was never stored; open the file in a spreadsheet program and save it again`,
    },
  ]);
});

it('treats such a formula in an optional column as empty, and a row of nothing else as blank', async () => {
  const preview = await openOld(['Hi', '+447700900123', '', FORMULA], [FORMULA, FORMULA, FORMULA, FORMULA]);
  expect(preview).toMatchObject({ faults: [], validRows: 1 });
});
