import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { ContactsPage } from './contacts-page.tsx';

const server = fakeServer();
afterEach(() => vi.restoreAllMocks());

async function drawnContacts() {
  const label = { _id: '019a0000-0000-7000-8000-000000000001', name: 'Gold' };
  server.on('GET /api/labels', () => ({ data: [label], total: 1 }));
  server.on('GET /api/lists', () => ({ data: [], total: 0 }));
  server.on('GET /api/contacts', () => ({
    data: [
      {
        _id: '019a0000-0000-7000-8000-0000000000e1',
        name: 'Dana',
        mobile: '+5511912345678',
        labels: [label],
        consent: null,
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
      },
    ],
    total: 1,
  }));
  await renderPart(<ContactsPage search={{}} onSearch={() => undefined} />);
  const row = (await screen.findByText('Dana')).closest('tr') as HTMLElement;
  return { row, heads: screen.getAllByRole('columnheader').map((head) => head.textContent) };
}

it('shows number and labels beside the name in a wide window', async () => {
  const wide = await drawnContacts();
  expect(wide.heads).toEqual(expect.arrayContaining(['Name', 'Number', 'Labels', 'Added']));
  expect(within(wide.row).getAllByText('+5511912345678')).toHaveLength(1);
});

it('shows number and labels in full below the name on a phone', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), { matches: media.includes('max-width'), media, onchange: null }) as never,
  );
  const { row, heads } = await drawnContacts();
  expect(heads).toContain('Name');
  expect(heads).not.toContain('Number');
  const cell = within(row).getByText('Dana').closest('td') as HTMLElement;
  expect(within(cell).getByText('+5511912345678')).toBeTruthy();
  expect(within(cell).getByText('Gold')).toBeTruthy();
});
