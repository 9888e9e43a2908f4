import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { DataTable } from '../data-table/data-table.tsx';
import { ListActions } from './list-actions.tsx';

fakeServer();
const act = (label: string) => ({ label, onClick: () => undefined });

it.each([true, false])('in support mode (%s) a list offers no changes and no row selection', async (supportMode) => {
  await renderPart(
    <>
      <ListActions exports={{ ...act('Export'), isRunning: false }} imports={act('Import')} adds={act('New message')}>
        {null}
      </ListActions>
      <DataTable
        label="Rows"
        name="rows"
        columns={[{ id: 'name', name: 'Name', width: 100, cell: (row: { name: string }) => row.name }]}
        rows={[{ name: 'Ann' }]}
        rowId={({ name }) => name}
        empty={null}
        selection={{ ids: new Set(), onChange: () => undefined }}
      />
    </>,
    { me: { supportMode } },
  );
  await screen.findByText('Ann');
  const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
  expect([isOff('Export'), isOff('Import'), isOff('New message')]).toEqual([false, supportMode, supportMode]);
  expect(screen.queryAllByRole('checkbox')).toHaveLength(supportMode ? 0 : 2);
});
