import { read, utils, type WorkSheet } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { inWords, MISSING_FIELDS, oneRow, readBytes, testWorkbook } from './test-workbooks.ts';

describe('due dates', () => {
  const dueOf = async (row: Record<string, string | number | { [key: string]: unknown }>) => {
    const { rows, preview } = await readBytes(oneRow(row));
    return rows[0]?.message.dueDate ?? inWords(preview.faults)[0]?.reason;
  };

  it.each([
    [{ 'Due Date': { t: 'n', v: 47926, z: 'yyyy-mm-dd' }, 'Due Time': '12:05' }, '2031-03-19T12:05:00'],
    [
      { 'Due Date': { t: 'n', v: 47926, z: 'yyyy-mm-dd' }, 'Due Time': { t: 'n', v: 0.75, z: 'h:mm' } },
      '2031-03-19T18:00:00',
    ],
    [{ 'Due Date': { t: 'n', v: 47926.5, z: 'yyyy-mm-dd' }, 'Due Time': '18:00' }, '2031-03-19T12:00:00'],
    [{ 'Due Date': '2031-03-19', 'Due Time': '' }, '2031-03-19T00:00:00'],
    [{ 'Due Date': '', 'Due Time': '2031-03-19 09:30' }, '2031-03-19T09:30:00'],
    [{ 'Due Date': '2031-03-19', 'Due Time': '2031-03-20 09:30' }, '2031-03-19T00:00:00'],
    [{ 'Due Date': '2031-03-19T10:00:00+02:00' }, '2031-03-19T10:00:00+02:00'],
    [
      { 'Due Date': '2031-03-19', 'Due Time': 'noon' },
      expect.stringContaining('Due Time “noon” is not a date or time'),
    ],
  ])('read %j as due %s', async (row, expected) => {
    expect(await dueOf(row)).toEqual(expected);
  });

  it('count from 1904 where the workbook says so', async () => {
    const bytes = testWorkbook(
      [
        ['Message', 'Contact Mobile', 'Due Date'],
        ['Hi', '+447700900123', { t: 'n', v: 46464, z: 'yyyy-mm-dd' }],
      ],
      (book) => {
        book.Workbook = { WBProps: { date1904: true } };
      },
    );
    const { rows } = await readBytes(bytes);
    expect(rows[0]?.message.dueDate).toBe('2031-03-19T00:00:00');
  });

  it('are counted when past, missing, without a time, or skipped or repeated by daylight saving', async () => {
    const header = ['Message', 'Contact Mobile', 'Due Date'];
    const dates = ['2026-11-20 11:58', '2026-11-20 11:59:30', '', '2027-01-05', '2027-03-28 01:30', '2027-10-31 01:30'];
    const { preview } = await readBytes(testWorkbook([header, ...dates.map((date) => ['Hi', '+447700900123', date])]));
    expect(preview.due).toEqual({ past: 1, none: 1, dateOnly: 1, skipped: 1, repeated: 1 });
  });

  it('with an ambiguous order follow the choice', async () => {
    const bytes = oneRow({ 'Due Date': '03/04/2027 10:00' });
    expect((await readBytes(bytes, { order: 'day-first' })).rows[0]?.message.dueDate).toBe('2027-04-03T10:00:00');
    expect((await readBytes(bytes, { order: 'month-first' })).rows[0]?.message.dueDate).toBe('2027-03-04T10:00:00');
  });
});

describe('a plan', () => {
  const header = ['Message', 'Contact Mobile', 'Contact Name', 'Due Date', 'Status'];
  const rows = [
    header,
    ['past', '+447700900001', '', '2026-11-20 10:00', ''],
    ['none', '+447700900002', '', '', ''],
    ['ok', '+447700900003', '', '2027-01-05 10:00', ''],
    ['ok', '447700900003', 'Other name', '2027-01-05T10:00:00Z', ''],
    ['by name', '', 'Nobody', '2027-01-05 10:00', ''],
    ['history', '+447700900004', '', '', 'sent'],
    ['', '', '', '', 'sent'],
  ];
  const usual = { past: 'refuse', undated: 'ask', repeats: 'leave-out' } as const;
  const open = () => readBytes(testWorkbook(rows));

  it('skips rows awaiting a decision, counts them separately from failures, and adds up', async () => {
    const { preview, file } = await open();
    expect(preview).toMatchObject({ validRows: 6, recipients: 5, faultyRows: 1, hasDatesAndNone: true });
    const nobody = file
      .recipients(0, 10)
      .findIndex((recipient) => typeof recipient !== 'string' && recipient.contactName === 'Nobody');
    const findings = { recipients: [{ at: nobody, reason: 'No such contact.' }], repeated: [] };
    expect(file.plan(usual, findings)).toEqual({
      rows: 2,
      faultyRows: 2,
      faults: [
        { row: 6, reason: 'No such contact.' },
        { row: 8, reason: { code: 'rowLacks' } },
      ],
      repeatedRows: 1,
      leftOut: { past: 1, undated: 1, repeats: 1 },
      soonestMs: Date.parse('2027-01-05T10:00:00Z'),
    });
    expect(file.take(0, 10).map(({ row }) => row)).toEqual([4, 7]);
  });

  it('follows the decisions', async () => {
    const { file } = await open();
    const plan = file.plan(
      { past: 'send-now', undated: 'send-now', repeats: 'import' },
      { recipients: [], repeated: [4] },
    );
    expect(plan).toMatchObject({ rows: 6, repeatedRows: 2, leftOut: { past: 0, undated: 0, repeats: 0 } });
  });

  it('gives rows without a date the one chosen for all', async () => {
    const { preview, rows: read } = await readBytes(testWorkbook(rows), { undatedDue: '2027-02-01T09:00:00' });
    expect(preview.due.none).toBe(1);
    expect(read.find(({ row }) => row === 3)?.message.dueDate).toBe('2027-02-01T09:00:00');
  });

  it('asks nothing when no row has a date', async () => {
    expect((await readBytes(oneRow({ 'Due Date': '' }))).preview.hasDatesAndNone).toBe(false);
  });
});

describe('returned rows', () => {
  it('keep their cells, have their reasons appended, and can be imported once fixed', async () => {
    const { file, preview } = await readBytes(
      testWorkbook(
        [
          ['My list'],
          ['Message', 'Colour', 'Contact Mobile', 'Due Date', 'Reason'],
          ['good', 'red', '+447700900001', '', 'old'],
          ['', 'blue', '+447700900002', { t: 'n', v: 46464, z: 'yyyy-mm-dd' }, 'old'],
          ['Hi', 'green', 447700900003, { t: 'n', f: 'TODAY()' }, ''],
          ['refused', 'pink', '+44123', '2027-01-05', ''],
        ],
        (book) => {
          book.Workbook = { WBProps: { date1904: true } };
        },
      ),
    );
    expect(preview.faultyRows).toBe(2);
    file.plan({ past: 'refuse', undated: 'send-now', repeats: 'import' }, { recipients: [], repeated: [] });
    const refused = { row: 6, reason: '"+44123" is not a phone number.' };
    const again = await readBytes(file.faultsFile([...inWords(file.leftOut()), refused]));
    expect(again.preview).toMatchObject({ ignoredColumns: ['Colour'], repeatedColumns: [], validRows: 1 });
    expect(inWords(again.preview.faults)).toEqual([
      { row: 2, reason: MISSING_FIELDS },
      { row: 3, reason: expect.stringContaining('Due Date “=TODAY()” is not a date') },
    ]);
    expect(again.rows[0]?.message.dueDate).toBe('2027-01-05T00:00:00');
    const book = read(again.file.faultsFile(inWords(again.file.leftOut())), { type: 'array' });
    const [first] = utils.sheet_to_json<Record<string, unknown>>(book.Sheets.Messages as WorkSheet, { raw: false });
    expect(first).toEqual({
      Colour: 'blue',
      'Contact Mobile': '+447700900002',
      'Due Date': '2031-03-19',
      Reason: MISSING_FIELDS,
    });
  });
});

describe('a column RRULE', () => {
  it('makes a row recur and reports an invalid rule', async () => {
    const good = await readBytes(oneRow({ 'Due Date': '2031-01-15 09:30', RRULE: 'FREQ=MONTHLY;BYDAY=-1FR' }));
    expect(good.rows[0]?.message).toMatchObject({ recurrence: { rule: 'FREQ=MONTHLY;BYDAY=-1FR' } });
    const bad = await readBytes(oneRow({ 'Due Date': '2031-01-15 09:30', rrule: 'FREQ=HOURLY' }));
    expect(inWords(bad.preview.faults)).toMatchObject([{ row: 2, reason: expect.stringContaining('daily at most') }]);
    const sent = await readBytes(oneRow({ 'Due Date': '2031-01-15 09:30', RRULE: 'FREQ=DAILY', Status: 'sent' }));
    expect(inWords(sent.preview.faults)).toMatchObject([
      { row: 2, reason: expect.stringContaining('still to be sent') },
    ]);
  });
});
