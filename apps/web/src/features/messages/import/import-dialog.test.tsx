import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Call, fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { workerInPage } from '../../../../test/worker-in-page.ts';
import { addSheet, testWorkbook } from '../workbook/test-workbooks.ts';
import { ImportDialog } from './import-dialog.tsx';

const server = fakeServer();
workerInPage(() => import('../workbook/workbook.worker.ts'));

const aFile = (bytes: Uint8Array, name = 'messages.xlsx') => new File([bytes as Uint8Array<ArrayBuffer>], name);
const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../workbook/fixtures', name));
const sheet = (...rows: string[][]) => testWorkbook([['Message', 'Contact Mobile', 'Due Date'], ...rows]);
/** The rows of a call and the server's response that accepts them all. */
const rowsOf = ({ body }: Call) => (body as { rows: { row: number; message: object }[] }).rows;
const taken = (call: Call) => ({ results: rowsOf(call).map(({ row }) => ({ row, _id: `id-${row}` })) });

const CHECK = 'POST /api/messages/imports/check';
const nothingFound = () => ({ faults: [], mayRepeat: false });
// Re-register what the fake server resets before each test.
beforeEach(() => {
  server.on(CHECK, nothingFound);
  server.on('GET /api/engines', () => ({ data: [], total: 0 }));
});

async function renderImport(file: File) {
  const onClose = vi.fn();
  const { user } = await renderPart(<ImportDialog isOpen onClose={onClose} />);
  const choose = async (file: File) => {
    // As a drop does; the file picker's filter does not apply.
    const input = await screen.findByLabelText('Drop an Excel file here, or choose one');
    fireEvent.change(input, { target: { files: [file] } });
  };
  await choose(file);
  return { user, onClose, choose };
}

it('lists five of the rows that cannot be imported by number before sending anything', async () => {
  await renderImport(aFile(fixture('messages-with-errors.xlsx')));
  expect(await screen.findByText('31 messages ready to import')).toBeTruthy();
  const alert = screen.getByRole('alert', { name: '9 rows can’t be imported' });
  expect(alert.textContent).toMatch(/Row 5: .*Row 7: .*Row 11: .*Row 12: .*Row 23: .*\.\.\. and 4 more/);
  expect(server.sent('POST /api/messages/batch')).toEqual([]);
});

it('sends each row once, in the selected zone, and reports the result', async () => {
  server.on('POST /api/messages/batch', taken);
  const file = sheet(['Hi', '+447700900001', '2031-03-19 09:30'], ['Ho', '+447700900002', '']);
  const { user, onClose } = await renderImport(aFile(file));
  await user.click(await screen.findByRole('radio', { name: 'Send them right away' }));
  await user.click(await screen.findByRole('button', { name: 'Import 2 messages' }));
  expect(await screen.findByText('Successfully imported 2 message(s)')).toBeTruthy();
  const calls = server.sent('POST /api/messages/batch');
  expect(calls.flatMap(rowsOf)).toMatchObject([
    {
      row: 2,
      message: {
        message: 'Hi',
        contactList: [{ mobile: '+447700900001' }],
        dueDate: '2031-03-19T09:30:00',
        zone: 'Europe/Berlin',
        pastDue: 'refuse',
      },
    },
    { row: 3, message: { message: 'Ho', zone: 'Europe/Berlin' } },
  ]);
  expect(calls[0]?.body).toMatchObject({ importId: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/) });
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('works over plain HTTP, where browsers cannot create random UUIDs', async () => {
  server.on('POST /api/messages/batch', taken);
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const { user } = await renderImport(aFile(sheet(['Hi', '+447700900001', ''])));
  await user.click(await screen.findByRole('button', { name: 'Import 1 message' }));
  expect(await screen.findByText('Successfully imported 1 message(s)')).toBeTruthy();
});

it('sends rows due in the past only by choice', async () => {
  server.on('POST /api/messages/batch', taken);
  const { user } = await renderImport(aFile(sheet(['Hi', '+447700900001', '2020-01-01 10:00'])));
  const choice = await screen.findByRole('radio', { name: 'Send them now' });
  expect(await screen.findByText('0 messages ready to import')).toBeTruthy();
  expect(screen.getByText('1 row skipped: due in the past.')).toBeTruthy();
  await user.click(choice);
  await user.click(await screen.findByRole('button', { name: 'Import 1 message' }));
  await screen.findByText('Successfully imported 1 message(s)');
  expect(server.sent('POST /api/messages/batch').flatMap(rowsOf)).toMatchObject([{ message: { pastDue: 'send-now' } }]);
});

it('asks for the order of ambiguous dates and rereads the file with it', async () => {
  const { user } = await renderImport(aFile(sheet(['Hi', '+447700900001', '03/04/2031 10:00'])));
  expect(await screen.findByRole('alert', { name: '1 row can’t be imported' })).toBeTruthy();
  const button = await screen.findByRole('button', { name: 'Import 0 messages' });
  expect(button).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('combobox', { name: 'Dates like 03/04/2026 are' }));
  await user.click(await screen.findByRole('option', { name: 'day first: 3 April' }));
  expect(await screen.findByText(/^Due from .*Apr(il)? 3/)).toBeTruthy();
  await screen.findByText('1 message ready to import');
  expect(screen.getByRole('button', { name: 'Import 1 message' })).toHaveProperty('disabled', false);
});

it('keeps rows refused by the server visible, one by one', async () => {
  const faults = [{ field: 'contactName', message: 'There is no such contact.' }];
  server.on('POST /api/messages/batch', () => ({
    results: [
      { row: 2, _id: 'id-2' },
      { row: 3, faults },
    ],
  }));
  const { user } = await renderImport(aFile(sheet(['Hi', '+447700900001', ''], ['Ho', '+447700900002', ''])));
  await user.click(await screen.findByRole('button', { name: 'Import 2 messages' }));
  const alert = await screen.findByRole('alert', { name: 'Failed to import 1 message(s)' });
  expect(alert.textContent).toContain('Row 3: There is no such contact.');
  expect(screen.queryByRole('button', { name: 'Retry the rest' })).toBeNull();
});

it('announces unknown contacts before the import and counts them as failed', async () => {
  server.on(CHECK, ({ body }) => {
    const { recipients } = body as { recipients: { contactName?: string }[] };
    const at = recipients.findIndex(({ contactName }) => contactName === 'Nobody');
    return {
      faults: [{ at, faults: [{ field: 'contactName', message: 'No contact is named "Nobody".' }] }],
      mayRepeat: false,
    };
  });
  server.on('POST /api/messages/batch', taken);
  const bytes = testWorkbook([
    ['Message', 'Contact Name', 'Contact Mobile'],
    ['Hi', 'Nobody', ''],
    ['Ho', '', '+447700900001'],
    ['Hi again', 'Nobody', ''],
  ]);
  const { user } = await renderImport(aFile(bytes));
  const alert = await screen.findByRole('alert', { name: '2 rows can’t be imported' });
  expect(alert.textContent).toContain('Row 2: No contact is named "Nobody".Row 4: No contact is named');
  await user.click(await screen.findByRole('button', { name: 'Import 1 message' }));
  expect(await screen.findByText('Successfully imported 1 message(s)')).toBeTruthy();
  expect(screen.getByRole('alert', { name: 'Failed to import 2 message(s)' })).toBeTruthy();
  expect(
    server
      .sent('POST /api/messages/batch')
      .flatMap(rowsOf)
      .map(({ row }) => row),
  ).toEqual([3]);
});

it('asks what to do with rows without a date among dated ones and gives all of them one date', async () => {
  server.on('POST /api/messages/batch', taken);
  const file = sheet(['Hi', '+447700900001', '2031-03-19 09:30'], ['Ho', '+447700900002', '']);
  const { user } = await renderImport(aFile(file));
  expect(await screen.findByText('Choose what to do with the rows without a date.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Import 1 message' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('radio', { name: 'Skip them' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Import 1 message' })).toHaveProperty('disabled', false),
  );
  expect(screen.getByText('1 row skipped: no date.')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'One date for all of them' }));
  fireEvent.change(screen.getByLabelText('One date for all of them', { selector: 'input[type=datetime-local]' }), {
    target: { value: '2031-03-20T10:00' },
  });
  await screen.findByText('2 messages ready to import');
  await user.click(screen.getByRole('button', { name: 'Import 2 messages' }));
  await screen.findByText('Successfully imported 2 message(s)');
  const due = server
    .sent('POST /api/messages/batch')
    .flatMap(rowsOf)
    .map(({ message }) => (message as { dueDate: string }).dueDate);
  expect(due).toEqual(['2031-03-19T09:30:00', '2031-03-20T10:00:00']);
});

it('skips rows that repeat another row or an earlier import unless told otherwise', async () => {
  server.on(CHECK, () => ({ faults: [], mayRepeat: true }));
  server.on('POST /api/messages/imports/repeats', () => ({ rows: [2] }));
  server.on('POST /api/messages/batch', taken);
  const due = '2031-03-19 09:30';
  const file = sheet(['Hi', '+447700900001', due], ['Ho', '+447700900002', due], ['Ho', '447700900002', due]);
  const { user } = await renderImport(aFile(file));
  expect(await screen.findByText('2 rows already exist: same recipient, text and due time')).toBeTruthy();
  expect(screen.getByText('1 message ready to import')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Import anyway (recipients get them twice)' }));
  await user.click(await screen.findByRole('button', { name: 'Import 3 messages' }));
  await screen.findByText('Successfully imported 3 message(s)');
});

it('undoes a whole import in two clicks and reports what had already been sent', async () => {
  server.on('POST /api/messages/batch', taken);
  const { user } = await renderImport(aFile(sheet(['Hi', '+447700900001', ''], ['Ho', '+447700900002', ''])));
  await user.click(await screen.findByRole('button', { name: 'Import 2 messages' }));
  await screen.findByText('Successfully imported 2 message(s)');
  const [batch] = server.sent('POST /api/messages/batch').map(({ body }) => body as { importId: string });
  server.on(`POST /api/messages/imports/${batch?.importId}/withdraw`, () => ({
    changed: 1,
    left: [{ why: 'sent', count: 1 }],
  }));
  await user.click(screen.getByRole('button', { name: 'Undo this import' }));
  await user.click(screen.getByRole('button', { name: 'Withdraw 2 messages' }));
  expect(await screen.findByText('1 withdrawn, 1 already sent')).toBeTruthy();
});

it('does not start until the recipients are checked, and retries the check', async () => {
  server.on(CHECK, () => refusal(403, 'FORBIDDEN', {}, 'You may not look.'));
  const { user } = await renderImport(aFile(sheet(['Hi', '+447700900001', ''])));
  expect((await screen.findByRole('alert', { name: 'The rows couldn’t be checked' })).textContent).toContain(
    'You may not look.',
  );
  expect(screen.getByRole('button', { name: 'Import 1 message' })).toHaveProperty('disabled', true);
  server.on(CHECK, nothingFound);
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText('1 message ready to import');
});

it('returns failed rows as a workbook that can be fixed and imported as it is', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, choose } = await renderImport(aFile(fixture('messages-with-errors.xlsx')));
  await user.click(await screen.findByRole('button', { name: 'Download these 9 rows with their reasons' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const bytes = new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  await choose(aFile(bytes));
  expect(await screen.findByRole('alert', { name: '9 rows can’t be imported' })).toBeTruthy();
  expect(screen.queryByText(/Columns not used/)).toBeNull();
  vi.restoreAllMocks();
});

it('shows why the whole import was refused and retries it under the same id', async () => {
  server.on('POST /api/messages/batch', () => refusal(403, 'FORBIDDEN', {}, 'You may not import here.'));
  const { user } = await renderImport(aFile(sheet(['Hi', '+447700900001', ''])));
  await user.click(await screen.findByRole('button', { name: 'Import 1 message' }));
  expect(await screen.findByText('You may not import here.')).toBeTruthy();
  server.on('POST /api/messages/batch', taken);
  await user.click(screen.getByRole('button', { name: 'Retry the rest' }));
  await screen.findByText('Successfully imported 1 message(s)');
  const ids = server.sent('POST /api/messages/batch').map(({ body }) => (body as { importId: string }).importId);
  expect(new Set(ids).size).toBe(1);
});

it.each([
  ['notes.csv', 'File parsing error: only .xlsx and .xls files are accepted'],
  ['notes.xlsx', 'File parsing error: the file is text (such as CSV)'],
])('says why %s cannot be read and accepts another file', async (name, reason) => {
  const { choose } = await renderImport(aFile(new TextEncoder().encode('Message,Contact\nHi,Ada\n'), name));
  expect((await screen.findByRole('alert')).textContent).toContain(reason);
  await choose(aFile(sheet(['Hi', '+447700900001', ''])));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Import 1 message' })).toBeTruthy());
  await screen.findByText('1 message ready to import');
});

it('reads a hidden sheet only when selected and labels it as hidden', async () => {
  const rows = (text: string) => [
    ['Message', 'Contact Mobile', 'Due Date'],
    [text, '+447700900001', ''],
  ];
  const file = testWorkbook(rows('old'), (book) => {
    addSheet(book, 'About', [['Read me first']]);
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
  });
  const { user } = await renderImport(aFile(file));
  expect(await screen.findByText('File parsing error: the only sheets with rows are hidden: “Sheet”')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Read the hidden sheet “Sheet”' }));
  expect(await screen.findByText('1 message ready to import')).toBeTruthy();
  expect(screen.getByText('The sheet “Sheet” is hidden.')).toBeTruthy();
});

it('offers the other sheets of a file and labels hidden ones', async () => {
  const rows = [
    ['Message', 'Contact Mobile'],
    ['Hi', '+447700900001'],
  ];
  const file = testWorkbook(rows, (book) => {
    addSheet(book, 'Old', [...rows, ['Ho', '+447700900002']]);
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  });
  const { user } = await renderImport(aFile(file));
  expect(await screen.findByText('1 message ready to import')).toBeTruthy();
  expect(screen.getByText('Read from sheet “Sheet”; other sheets: Old (hidden).')).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Sheet' }));
  await user.click(await screen.findByRole('option', { name: 'Old (hidden)', hidden: true }));
  expect(await screen.findByText('2 messages ready to import')).toBeTruthy();
});

it('shows how numbers are written in the workspace’s country', async () => {
  await renderImport(aFile(sheet(['Hi', 'call me', ''])));
  const fault = 'Row 2: Contact Mobile “call me” is not a phone number; write it as +4915123456789';
  expect((await screen.findByRole('alert')).textContent).toContain(fault);
});
