import type { Contact } from '@switchyard/contracts/contacts/operations';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { ContactForm } from './contact-form.tsx';

const server = fakeServer();
const label = (number: number, name: string) => ({ _id: `019a0000-0000-7000-8000-00000000000${number}`, name });
const dana: Contact = {
  _id: '019a0000-0000-7000-8000-0000000000e1',
  name: 'Dana',
  firstName: '',
  lastName: '',
  mobile: '+447700900456',
  zone: 'Europe/London',
  quietHours: null,
  whatsapp: null,
  fields: { city: 'Hull' },
  labels: [label(1, 'Gold')],
  consent: { at: '2026-02-03T10:11:12.000Z', source: 'Shop', text: 'Yes' },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

it('sends only changed fields, so that others’ concurrent changes and labels stay', async () => {
  server.on('GET /api/labels', () => ({ data: [], total: 0 }));
  server.on('POST /api/contacts/look-up', () => []);
  const current = { ...dana, zone: 'Asia/Tokyo', labels: [...dana.labels, label(2, 'Staff')] };
  server.on(`PATCH /api/contacts/${dana._id}`, ({ body }) => ({ ...current, ...(body as object) }));
  const onDone = vi.fn();
  const { user } = await renderPart(<ContactForm contact={dana} onDone={onDone} />);
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Dana Levi');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent(`PATCH /api/contacts/${dana._id}`).map(({ body }) => body)).toEqual([{ name: 'Dana Levi' }]);
  expect(server.sent('POST /api/contacts/label')).toEqual([]);
});
