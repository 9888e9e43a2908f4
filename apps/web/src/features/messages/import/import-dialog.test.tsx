import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Call, fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { workerInPage } from '../../../../test/worker-in-page.ts';
import { testWorkbook } from '../workbook/test-workbooks.ts';
import { ImportDialog } from './import-dialog.tsx';

const server = fakeServer();
workerInPage(() => import('../workbook/workbook.worker.ts'));

const aFile = (bytes: Uint8Array, name = 'messages.xlsx') => new File([bytes as Uint8Array<ArrayBuffer>], name);
const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../workbook/fixtures', name));
const sheet = (...rows: string[][]) => testWorkbook([['Message', 'Contact Mobile', 'Due Date'], ...rows]);
/** The rows of a call, and what the server answers when it takes them all. */
const rowsOf = ({ body }: Call) => (body as { rows: { row: number; message: object }[] }).rows;
const taken = (call: Call) => ({ results: rowsOf(call).map(({ row }) => ({ row, _id: `id-${row}` })) });

async function renderImport(file: File) {
  const onClose = vi.fn();
  const { user } = await renderPart(<ImportDialog isOpen onClose={onClose} />);
  const choose = async (one: File) => {
    // As a drop does, whatever the picker would offer.
    const input = await screen.findByLabelText('Drop an Excel file here, or choose one');
    fireEvent.change(input, { target: { files: [one] } });
  };
  await choose(file);
  return { user, onClose, choose };
}

it('says which rows cannot be imported, five of them by number, before anything is sent', async () => {
  await renderImport(aFile(fixture('messages-with-errors.xlsx')));
  expect(await screen.findByText('31 messages ready to import')).toBeTruthy();
  const alert = screen.getByRole('alert', { name: '9 rows cannot be imported' });
  expect(alert.textContent).toMatch(/Row 5: .*Row 7: .*Row 11: .*Row 12: .*Row 23: .*\.\.\. and 4 more/);
  expect(server.sent('POST /api/messages/batch')).toEqual([]);
});

it('sends the rows once, in the chosen zone, and tells what became of them', async () => {
  server.on('POST /api/messages/batch', taken);
  const file = sheet(['Hi', '+447700900001', '2031-03-19 09:30'], ['Ho', '+447700900002', '']);
  const { user, onClose } = await renderImport(aFile(file));
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

it('works over plain http, where the browser makes no random UUIDs', async () => {
  server.on('POST /api/messages/batch', taken);
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const { user } = await renderImport(aFile(sheet(['Hi', '+447700900001', ''])));
  await user.click(await screen.findByRole('button', { name: 'Import 1 message' }));
  expect(await screen.findByText('Successfully imported 1 message(s)')).toBeTruthy();
});

it('sends rows that are due in the past only by choice', async () => {
  server.on('POST /api/messages/batch', taken);
  const { user } = await renderImport(aFile(sheet(['Hi', '+447700900001', '2020-01-01 10:00'])));
  await user.click(await screen.findByRole('radio', { name: 'Send them now' }));
  await user.click(screen.getByRole('button', { name: 'Import 1 message' }));
  await screen.findByText('Successfully imported 1 message(s)');
  expect(server.sent('POST /api/messages/batch').flatMap(rowsOf)).toMatchObject([{ message: { pastDue: 'send-now' } }]);
});

it('asks for the order of dates that nobody can know, and reads the file again by it', async () => {
  const { user } = await renderImport(aFile(sheet(['Hi', '+447700900001', '03/04/2031 10:00'])));
  expect(await screen.findByRole('alert', { name: '1 row cannot be imported' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Import 0 messages' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('combobox', { name: 'Dates such as 03/04/2026 are' }));
  await user.click(await screen.findByRole('option', { name: 'day first: 3 April' }));
  expect(await screen.findByText(/^Due from .*Apr(il)? 3/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Import 1 message' })).toHaveProperty('disabled', false);
});

it('keeps what the server refused in sight, row by row', async () => {
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
  expect(screen.queryByRole('button', { name: 'Try the rest again' })).toBeNull();
});

it('that is refused as a whole says why, and is tried again under the same id', async () => {
  server.on('POST /api/messages/batch', () => refusal(403, 'FORBIDDEN', {}, 'You may not import here.'));
  const { user } = await renderImport(aFile(sheet(['Hi', '+447700900001', ''])));
  await user.click(await screen.findByRole('button', { name: 'Import 1 message' }));
  expect(await screen.findByText('You may not import here.')).toBeTruthy();
  server.on('POST /api/messages/batch', taken);
  await user.click(screen.getByRole('button', { name: 'Try the rest again' }));
  await screen.findByText('Successfully imported 1 message(s)');
  const ids = server.sent('POST /api/messages/batch').map(({ body }) => (body as { importId: string }).importId);
  expect(new Set(ids).size).toBe(1);
});

it.each([
  ['notes.csv', 'File parsing error: only .xlsx and .xls files are accepted'],
  ['notes.xlsx', 'File parsing error: the file is text (such as CSV)'],
])('says why %s cannot be read, and takes another', async (name, reason) => {
  const { choose } = await renderImport(aFile(new TextEncoder().encode('Message,Contact\nHi,Ada\n'), name));
  expect((await screen.findByRole('alert')).textContent).toContain(reason);
  await choose(aFile(sheet(['Hi', '+447700900001', ''])));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Import 1 message' })).toBeTruthy());
});
