import { readFileSync } from 'node:fs';
import { CFB } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { unpackZip } from '../../../lib/workbook/unpack-zip.ts';
import { readGrid } from './read-grid.ts';
import { testWorkbook } from './test-workbooks.ts';

const xlsx = new Uint8Array(readFileSync(new URL('./fixtures/messages-1000.xlsx', import.meta.url)));
const xls = new Uint8Array(readFileSync(new URL('./fixtures/messages-1000.xls', import.meta.url)));
const text = (content: string) => new TextEncoder().encode(content);
const compound = (stream: string) => {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, `/${stream}`, new Uint8Array(5000));
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Uint8Array);
};
const zip = (files: Record<string, Uint8Array>) => {
  const archive = CFB.utils.cfb_new();
  for (const [name, data] of Object.entries(files)) CFB.utils.cfb_add(archive, `/${name}`, data);
  return new Uint8Array(
    CFB.write(archive, { type: 'buffer', fileType: 'zip', compression: true } as object) as Uint8Array,
  );
};

describe('a file that is no workbook', () => {
  it.each([
    ['empty', new Uint8Array(), 'the file is empty'],
    ['a renamed CSV', text('Message,Contact Name\nHi,Ada\n'), 'the file is text (such as CSV)'],
    ['a renamed PDF', text('%PDF-1.7\n%âãÏÓ'), 'a PDF document'],
    ['a renamed ZIP', zip({ 'holiday.jpg': text('no picture') }), 'an archive, but not an Excel workbook'],
    ['random bytes', Uint8Array.from({ length: 999 }, (_, at) => (at * 37) % 256), 'not an Excel workbook'],
    ['a cut .xlsx', xlsx.slice(0, 30_000), 'cut off or damaged'],
    ['a .xlsx cut by one byte', xlsx.slice(0, -1), 'cut off or damaged'],
    ['a cut .xls', xls.slice(0, 1_000), 'cut off or damaged'],
    ['protected by a password', compound('EncryptedPackage'), 'protected by a password'],
    ['another Office document', compound('WordDocument'), 'not an Excel workbook'],
    ['without rows', testWorkbook([]), 'the workbook has no rows'],
    ['only a header', testWorkbook([['Message', 'Contact Name']]), 'has a header but no rows'],
    ['without a header', testWorkbook([['Hi', 'Ada']]), 'no header row was found'],
  ])('is refused: %s', async (_, bytes, reason) => {
    await expect(readGrid(bytes, 'messages.xlsx')).rejects.toThrow(`File parsing error: `);
    await expect(readGrid(bytes, 'messages.xlsx')).rejects.toThrow(reason);
  });

  it('is refused by its name alone', async () => {
    await expect(readGrid(xlsx, 'messages.csv')).rejects.toThrow('only .xlsx and .xls files are accepted');
  });

  it('is never half read: every truncation of an .xls is refused', async () => {
    for (const part of [0.2, 0.5, 0.8, 0.99]) {
      const outcome = await readGrid(xls.slice(0, Math.floor(xls.length * part)), 'messages.xls').then(
        ({ grid }) => grid.lastRow,
        (error: Error) => error.message,
      );
      expect(outcome).toBe('File parsing error: the file is cut off or damaged');
    }
  });

  it('is never half read: a flipped bit in an .xlsx fails', async () => {
    const flipped = xlsx.slice();
    flipped[40_000] = (flipped[40_000] ?? 0) ^ 1;
    await expect(readGrid(flipped, 'messages.xlsx')).rejects.toThrow('File parsing error');
  });
});

describe('a zip bomb', () => {
  const bomb = zip({ 'xl/workbook.xml': text('<workbook/>'), 'xl/worksheets/sheet1.xml': new Uint8Array(40_000_000) });

  it('is refused by its declared size', async () => {
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(unpackZip(bomb, 10_000_000)).rejects.toThrow('unpacks to more than 10 MB');
  });

  it('is refused by its actual size when it declares less', async () => {
    const lying = bomb.slice();
    const view = new DataView(lying.buffer);
    for (let at = 0; at + 4 < lying.length; at += 1) {
      if (view.getUint32(at, true) === 40_000_000) view.setUint32(at, 1_000, true);
    }
    await expect(unpackZip(lying, 10_000_000)).rejects.toThrow('cut off or damaged');
  });
});

it('accepts a workbook with the other format’s extension', async () => {
  expect((await readGrid(xlsx, 'messages.xls')).grid.lastRow).toBe(1001);
  expect((await readGrid(xls, 'messages.XLSX')).grid.lastRow).toBe(1001);
});
