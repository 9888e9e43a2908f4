import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ImportFile } from './import-file.ts';
import { asRead, inWords } from './test-workbooks.ts';

/** A workbook written by openpyxl, and the same file saved by LibreOffice (fixtures/make-fixtures.py). */
async function readFixture(name: string) {
  const bytes = new Uint8Array(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)));
  const file = await ImportFile.open(bytes, name);
  const preview = file.read({
    order: 'refuse',
    zone: 'Europe/London',
    nowMs: Date.parse('2026-11-20T12:00:00Z'),
    exampleNumber: '',
  });
  return { preview, rows: asRead(file.candidates(0, 10)), file };
}

const WRITTEN = [
  ['Łukasz Nowak', 'Hi Łukasz 👋', '2031-03-19T09:30:00', '+447700900001'],
  ['יוסי כהן', 'Line one\nLine two', '2031-03-19T14:00:00', '+447700900002'],
  ['02/01/2031', '£1,234.50', '2031-03-09T14:30:00', '447700900003'],
];
const COMPUTED = ['By formula', 'Hi Łukasz Nowak', '2031-03-20T00:00:00', '+447700900004'];
const LAST = ['Text date', 'Hi', '2031-03-21T10:15:00', '+447700900005'];

describe.each(['by-openpyxl.xlsx', 'by-libreoffice.xlsx', 'by-libreoffice.xls'])('%s', (name) => {
  it('reads what the cells show, from the sheet with rows, whichever program wrote it', async () => {
    const { preview, rows } = await readFixture(name);
    expect(preview).toMatchObject({ sheetName: 'Reminders', emptySheets: ['Messages'], ignoredColumns: ['Amount'] });
    const cells = rows.map(({ message }) => [
      message.contactName,
      message.message,
      message.dueDate,
      message.contactList[0]?.mobile,
    ]);
    expect(cells).toEqual(name === 'by-openpyxl.xlsx' ? [...WRITTEN, LAST] : [...WRITTEN, COMPUTED, LAST]);
    expect(rows.map(({ message }) => message.verifyContact).slice(0, 3)).toEqual([true, true, false]);
  });
});

it('refuses rows with formulas that openpyxl did not compute and returns them to be fixed', async () => {
  const { preview, file } = await readFixture('by-openpyxl.xlsx');
  expect(inWords(preview.faults)).toEqual([
    { row: 7, reason: expect.stringContaining('formula without a stored result') },
  ]);
  const again = await ImportFile.open(file.faultsFile(inWords(file.leftOut())), 'again.xlsx');
  const { faults } = again.read({ order: 'refuse', zone: 'Europe/London', nowMs: 0, exampleNumber: '' });
  expect(inWords(faults)).toEqual([{ row: 2, reason: expect.stringContaining('“=DATE(2031,3,20)” is not a date') }]);
});
