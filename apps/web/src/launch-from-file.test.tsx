import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { renderPart } from '../test/render-part.tsx';
import { workerInPage } from '../test/worker-in-page.ts';
import { LaunchPage } from './features/campaigns/launch/launch-page.tsx';
import { ImportDialog } from './features/contacts/import/import-dialog.tsx';

const server = fakeServer();
workerInPage(() => import('./lib/workbook/table.worker.ts'));
const OLD = '019a0000-0000-7000-8000-0000000000d1';
const NEW = '019a0000-0000-7000-8000-0000000000d2';
const guests = new File(['Name,Phone\nAnna,+447700900123\nBen,+447700900124\n'], 'guests.csv', { type: 'text/csv' });

beforeEach(() => {
  const lists = [{ _id: OLD, name: 'Guests', contacts: 7 }];
  for (const noun of ['labels', 'audiences', 'engines', 'contacts', 'forms'])
    server.on(`GET /api/${noun}`, () => ({ data: [], total: 0 }));
  server.on('GET /api/contacts/fields', () => []);
  server.on('GET /api/lists', () => ({ data: lists, total: lists.length }));
  server.on('POST /api/lists', ({ body }) => {
    const made = { _id: NEW, name: (body as { name: string }).name, contacts: 0 };
    lists.push(made);
    return made;
  });
  server.on('POST /api/audiences/count', () => ({ contacts: 2 }));
  server.on('POST /api/contacts/import', ({ body }) => ({
    results: (body as { rows: { row: number }[] }).rows.map(({ row }) => ({ row, outcome: 'created', reason: null })),
  }));
});

it('launches a campaign to the people in a file, imported into a list of its own rather than an older one of that name', async () => {
  const { user } = await renderPart(
    <LaunchPage
      start={{}}
      importFromFile={(importing) => <ImportDialog {...importing} />}
      onLaunched={() => undefined}
    />,
  );
  await user.click(await screen.findByRole('button', { name: 'From a file' }));
  const dialog = await screen.findByRole('dialog');
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('the dialog takes no file');
  await user.upload(input, guests);
  await user.click(await screen.findByRole('button', { name: 'Import 2 rows' }));
  await screen.findByText('Import finished');
  expect(server.sent('POST /api/lists')[0]?.body).toEqual({ name: 'guests 2' });
  expect(server.sent('POST /api/contacts/import')[0]?.body).toMatchObject({ listId: NEW });
  await user.click(screen.getByRole('button', { name: 'Done' }));
  const last = () => server.sent('POST /api/audiences/count').at(-1)?.body;
  await waitFor(() => expect(last()).toMatchObject({ definition: { from: { kind: 'list', listId: NEW } } }));
  expect(screen.getByRole('combobox', { name: 'List' })).toMatchObject({ value: 'guests 2' });
});
