import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { ComposeDialog } from './compose-dialog.tsx';

const server = fakeServer();
beforeEach(() => server.on('GET /api/contacts', () => ({ data: [], total: 0 })));

const renderCompose = async () => {
  const onClose = vi.fn();
  const { user } = await renderPart(<ComposeDialog composed={{ at: '2030-01-15T10:30:00' }} onClose={onClose} />);
  return { user, onClose };
};

it('sends what was filled in, in the zone of the workspace, and closes', async () => {
  server.on('POST /api/messages', () => ({}));
  const { user, onClose } = await renderCompose();
  await user.type(screen.getByRole('combobox', { name: 'To' }), '+447700900123');
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Schedule' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent('POST /api/messages').map((one) => one.body)).toEqual([
    {
      contactList: [{ mobile: '+447700900123' }],
      message: 'Hello',
      attachment: null,
      poll: null,
      dueDate: '2030-01-15T10:30',
      zone: 'Europe/Berlin',
      pastDue: 'refuse',
    },
  ]);
});

it('shows what the server finds fault with at its field, and keeps what was written', async () => {
  const faults = [{ field: 'contactList.0.mobile', message: 'This is no number.' }];
  server.on('POST /api/messages', () => refusal(422, 'INVALID', { faults }));
  const { user, onClose } = await renderCompose();
  const to = screen.getByRole('combobox', { name: 'To' });
  await user.type(to, '+44');
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Schedule' }));
  await waitFor(() => expect(to.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('This is no number.').id).toBe(to.getAttribute('aria-describedby')?.split(' ').at(0));
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Hello');
  expect(onClose).not.toHaveBeenCalled();
});
