import { readFileSync } from 'node:fs';
import { utils, type WorkBook } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { ImportFile } from './import-file.ts';
import { writeTemplate } from './template-file.ts';
import { inWords, MISSING_FIELDS, oneRow, readBytes, testWorkbook } from './test-workbooks.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)));

describe.each(['xlsx', 'xls'])('real workbooks, .%s', (ending) => {
  it('fails nine rows of the one with errors, each by its number in the sheet', async () => {
    const { preview } = await readBytes(fixture(`messages-with-errors.${ending}`), {}, `messages.${ending}`);
    expect(preview.faults.map(({ row }) => row)).toEqual([5, 7, 11, 12, 23, 24, 25, 32, 41]);
    expect(new Set(inWords(preview.faults).map(({ reason }) => reason))).toEqual(new Set([MISSING_FIELDS]));
    expect(preview).toMatchObject({ validRows: 31, faultyRows: 9 });
  });

  it('reads all thousand rows, combining date and time', async () => {
    const { preview, rows } = await readBytes(fixture(`messages-1000.${ending}`), {}, `messages.${ending}`);
    expect(preview).toMatchObject({ validRows: 1000, faultyRows: 0 });
    expect(rows[0]).toMatchObject({
      row: 2,
      message: {
        contactName: 'Łukasz Nowak',
        dueDate: '2031-03-19T12:00:00',
        status: 'pending',
        contactList: [{ mobile: '+972501861168', firstName: 'Łukasz', lastName: 'Nowak' }],
        isRecurring: true,
        verifyContact: false,
      },
    });
    expect(rows[2]?.message.message).toBe('👩‍👩‍👧‍👦 family plan starts Monday');
    expect(rows.map(({ message }) => message.message)).toContain('Line one\nLine two\n\nLine four');
  });
});

describe('columns', () => {
  it.each([
    ['labels', ['Message', 'Contact Name', 'Retry Count', 'Verify Contact', 'Sent With']],
    ['camelCase keys', ['message', 'contactName', 'retryCount', 'verifyContact', 'sentWith']],
    ['other case and spacing', [' MESSAGE ', 'contact  name', 'Retry_Count', 'verify contact', 'SENTWITH']],
  ])('are found by %s', async (_, header) => {
    const { rows } = await readBytes(testWorkbook([header, ['Hi', 'Ada', '3', 'yes', 'sms']]));
    expect(rows[0]?.message).toMatchObject({
      message: 'Hi',
      contactName: 'Ada',
      retryCount: 3,
      verifyContact: true,
      sentWith: 'sms',
    });
  });

  it('default to the specification’s values when missing', async () => {
    const { rows, preview } = await readBytes(
      testWorkbook([
        ['Message', 'Contact Name'],
        ['Hi', 'Ada'],
      ]),
    );
    expect(rows[0]?.message).toEqual({
      message: 'Hi',
      contactName: 'Ada',
      status: 'pending',
      contactList: [{ name: 'Ada' }],
      verifyContact: false,
      isRecurring: false,
      sentWith: 'whatsapp',
      retryCount: 0,
    });
    expect(preview.due.none).toBe(1);
  });

  it('are listed when missing', async () => {
    const missingIn = async (...header: string[]) =>
      (await readBytes(testWorkbook([header, header.map(() => 'x')]))).preview.missingColumns;
    expect(await missingIn('Message', 'Contact Name', 'Due Time')).toEqual([]);
    expect(await missingIn('Message', 'Phone')).toEqual(['Contact Mobile (or Contact Name)', 'Due Date']);
    expect(await missingIn('Contact Mobile', 'Due Date')).toEqual(['Message']);
  });

  it('named Reason are ignored: failed rows come back with one', async () => {
    const { preview } = await readBytes(
      testWorkbook([
        ['Message', 'Contact Name', 'Reason'],
        ['Hi', 'Ada', 'x'],
      ]),
    );
    expect(preview.ignoredColumns).toEqual([]);
  });

  it('that are unknown or repeated are listed, and the first of two counts', async () => {
    const { preview, rows } = await readBytes(
      testWorkbook([
        ['Message', 'Colour', 'Contact Name', 'message'],
        ['first', 'red', 'Ada', 'second'],
      ]),
    );
    expect(preview).toMatchObject({ ignoredColumns: ['Colour'], repeatedColumns: ['message'] });
    expect(rows[0]?.message.message).toBe('first');
  });
});

describe('rows', () => {
  it('keep their sheet numbers across blank rows and a title', async () => {
    const { preview, rows } = await readBytes(
      testWorkbook([
        ['My list'],
        [],
        ['Message', 'Contact Name'],
        ['Hi', 'Ada'],
        [],
        ['', ''],
        ['', 'Ben'],
        ['Ho', 'Cy'],
      ]),
    );
    expect(rows.map(({ row }) => row)).toEqual([4, 8]);
    expect(inWords(preview.faults)).toEqual([{ row: 7, reason: MISSING_FIELDS }]);
  });

  it('come from the first sheet that has the header', async () => {
    const { preview } = await readBytes(
      testWorkbook([['Read me first']], (book) => {
        const data = utils.aoa_to_sheet([
          ['Message', 'Contact Mobile'],
          ['Hi', '+447700900123'],
        ]);
        utils.book_append_sheet(book, data, 'Data');
      }),
    );
    expect(preview).toMatchObject({ sheetName: 'Data', otherSheets: ['Sheet'], validRows: 1 });
  });

  it('come from a filled sheet after one with only a header, which is reported', async () => {
    const header = ['Message', 'Contact Mobile'];
    const { preview, rows } = await readBytes(
      testWorkbook([header], (book) => {
        utils.book_append_sheet(book, utils.aoa_to_sheet([header, ['Hi', '+447700900123']]), 'Data');
      }),
    );
    expect(preview).toMatchObject({ sheetName: 'Data', emptySheets: ['Sheet'], validRows: 1 });
    expect(rows[0]?.message.message).toBe('Hi');
  });

  const messages = (text: string) => [
    ['Message', 'Contact Mobile'],
    [text, '+447700900123'],
  ];
  const hide = (book: WorkBook, ...hidden: (0 | 1 | 2)[]) => {
    book.Workbook = { Sheets: hidden.map((Hidden) => ({ Hidden })) };
  };

  it.each(['xlsx', 'biff8'] as const)(
    'come from a visible sheet before a hidden one, which can be selected (%s)',
    async (kind) => {
      const bytes = testWorkbook(
        messages('old'),
        (book) => {
          utils.book_append_sheet(book, utils.aoa_to_sheet(messages('new')), 'Data');
          hide(book, 1, 0);
        },
        kind,
      );
      const name = kind === 'xlsx' ? 'messages.xlsx' : 'messages.xls';
      const { preview, rows } = await readBytes(bytes, {}, name);
      expect(rows.map(({ message }) => message.message)).toEqual(['new']);
      expect(preview).toMatchObject({ sheetName: 'Data', hiddenSheets: ['Sheet'], readableSheets: ['Sheet', 'Data'] });
      const chosen = await ImportFile.open(bytes, name, 'Sheet');
      chosen.read({ order: 'refuse', zone: 'UTC', nowMs: 0, exampleNumber: '' });
      expect(chosen.candidates(0, 10).map(({ message }) => message.message)).toEqual(['old']);
    },
  );

  it.each([
    ['are all hidden', [1, 2], ['Sheet', 'Data']],
    ['that could be read are hidden', [0, 1], ['Data']],
  ] as const)('are not read from a workbook whose sheets %s unless one is selected', async (_, hidden, names) => {
    const first = hidden[0] === 0 ? [['Read me first']] : messages('old');
    const bytes = testWorkbook(first, (book) => {
      utils.book_append_sheet(book, utils.aoa_to_sheet(messages('new')), 'Data');
      hide(book, ...hidden);
    });
    const opened = await ImportFile.open(bytes, 'messages.xlsx').catch((error: unknown) => error);
    expect(opened).toMatchObject({ hiddenSheets: names });
    expect((opened as Error).message).toMatch(/^File parsing error: the only sheets with rows are hidden: .*“Data”$/);
    const chosen = await ImportFile.open(bytes, 'messages.xlsx', 'Data');
    chosen.read({ order: 'refuse', zone: 'UTC', nowMs: 0, exampleNumber: '' });
    expect(chosen.candidates(0, 10).map(({ message }) => message.message)).toEqual(['new']);
  });

  it('never come from the examples of an empty template', async () => {
    await expect(ImportFile.open(writeTemplate('+447700900123'), 'template.xlsx')).rejects.toThrow(
      'the sheet “Messages” has a header but no rows',
    );
  });

  it.each([
    ['a date', { t: 'n', v: 46388.375, z: 'yyyy-mm-dd hh:mm' }, '2027-01-01 09:00'],
    ['a sum of money', { t: 'n', v: 1234.5, z: '"$"#,##0.00' }, '$1,234.50'],
    ['a share', { t: 'n', v: 0.25, z: '0%' }, '25%'],
    ['a number that was computed', 4.35 * 100, '435'],
    ['a whole number', 1234567890123, '1234567890123'],
  ])('read %s in Message and Contact Name as the cell shows it', async (_, cell, shown) => {
    const { rows } = await readBytes(oneRow({ Message: cell, 'Contact Name': cell }));
    expect(rows[0]?.message).toMatchObject({ message: shown, contactName: shown });
  });

  it('quote refused values as written', async () => {
    const { preview } = await readBytes(oneRow({ 'Contact Mobile': '447700900123@c.us “x” O’Neil' }));
    expect(inWords(preview.faults)[0]?.reason).toContain('“447700900123@c.us “x” O’Neil”');
  });

  it.each([
    ['text', '97250186116812345', undefined],
    ['a number that lost digits', 97_250_186_116_812_340, 'more than 15 digits'],
  ])('read a campaign id of 17 digits as %s', async (_, campaignId, fault) => {
    const { preview, rows } = await readBytes(oneRow({ 'Campaign ID': campaignId }));
    if (fault) expect(inWords(preview.faults)[0]?.reason).toContain(fault);
    else expect(rows[0]?.message.campaignId).toBe('97250186116812345');
  });

  it.each([
    [447700900123, '447700900123'],
    ['+44 7700 900-123', '+447700900123'],
    ['\u200e+44\u00a07700\u00a0900123\u202c', '+447700900123'],
    ['0044 (7700) 900123', '+447700900123'],
    ['+٤٤ ٧٧٠٠ ٩٠٠١٢٣', '+447700900123'],
    ['+۴۴ ۷۷۰۰ ۹۰۰۱۲۳', '+447700900123'],
    ['+४४ ७७०० ९००१२३', '+447700900123'],
    [' 447700900001-1400000000@g.us ', '447700900001-1400000000@g.us'],
  ])('accept the number %s', async (mobile, expected) => {
    const { rows } = await readBytes(oneRow({ 'Contact Mobile': mobile }));
    expect(rows[0]?.message.contactList[0]?.mobile).toBe(expected);
  });

  it.each([
    ['Contact Mobile', '4.477E+11', 'is not a phone number'],
    ['Contact Mobile', 447_700_900_123_456_700, 'more than 15 digits'],
    ['Contact Mobile', -447_700_900_123, '“-447700900123” is not a phone number'],
    ['Contact Mobile', '−447700900123', 'is not a phone number'],
    ['Retry Count', 99_999_999_999, 'Retry Count “99999999999” is more than 1,000,000'],
    ['Retry Count', '1000001', 'is more than 1,000,000'],
    ['Verify Contact', 'perhaps', 'Verify Contact “perhaps” is neither Yes nor No'],
    ['Is Recurring', 2, 'Is Recurring “2” is neither Yes nor No'],
    ['Status', 'sending', 'cannot be imported'],
    ['Due Date', '03/04/2026', 'two dates'],
    ['Due Date', '31/02/2026', 'not a day of the calendar'],
    ['Due Date', 'next Friday', 'that can be read'],
    ['Due Date', 20260403, 'is a number, not a date'],
    ['Due Date', true, 'is not a date'],
    ['Due Time', '09:30', 'has no date beside it'],
    ['Due Time', 0.9993055555555556, 'Due Time “23:59” has no date beside it'],
    ['Due Time', { t: 'n', v: 0.9993055555555556, z: 'h:mm AM/PM' }, 'Due Time “11:59 PM” has no date beside it'],
    ['Message', { t: 'e', v: 0x17 }, 'holds an error'],
    ['Message', { t: 'n', f: 'A1' }, 'formula without a stored result'],
    ['Due Date', { t: 'n', f: 'TODAY()' }, 'formula without a stored result'],
  ])('fail with a %s of %s', async (column, value, reason) => {
    const { preview } = await readBytes(oneRow({ [column]: value }));
    expect(
      inWords(preview.faults)
        .map((fault) => fault.reason)
        .join(),
    ).toContain(reason);
    expect(preview.validRows).toBe(0);
  });

  it.each([
    [true, ['Yes', 'yes ', 'Y', 'true', 'TRUE', true, 'on', 'On', 1, '1']],
    [false, ['No', 'n', 'false', false, 'off', 0, '0', ' ', null]],
  ])('accept common spellings of %s in Verify Contact and Is Recurring', async (isYes, words) => {
    for (const word of words) {
      const { rows } = await readBytes(oneRow({ 'Verify Contact': word, 'Is Recurring': word }));
      expect(rows[0]?.message, String(word)).toMatchObject({ verifyContact: isYes, isRecurring: isYes });
    }
  });

  it('use a formula’s stored result', async () => {
    const { rows } = await readBytes(oneRow({ Message: { t: 's', f: '"Hi "&"Ada"', v: 'Hi Ada' } }));
    expect(rows[0]?.message.message).toBe('Hi Ada');
  });

  it('fail where a merge hides a value they need, and only there', async () => {
    const { preview, rows } = await readBytes(
      testWorkbook(
        [
          ['Message', 'Contact Mobile'],
          ['Hi', '+447700900123'],
          ['', '+447700900124'],
          ['Ho', '+447700900125'],
        ],
        (_, sheet) => {
          sheet['!merges'] = [utils.decode_range('A2:A3')];
        },
      ),
    );
    expect(rows.map(({ row }) => row)).toEqual([2, 4]);
    expect(inWords(preview.faults)).toEqual([
      { row: 3, reason: 'Merged cells in Message: unmerge them and fill in every row' },
    ]);
  });
});
