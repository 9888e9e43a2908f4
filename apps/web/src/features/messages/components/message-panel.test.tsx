import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { messagesPage } from '../api/messages.ts';
import { aMessage } from '../test-messages.ts';
import { MessagePanel } from './message-panel.tsx';

const server = fakeServer();

async function renderPanel(message = aMessage()) {
  server.on(`GET /api/messages/${message._id}`, () => ({ ...message, holds: [] }));
  const onGone = vi.fn();
  const drawn = await renderPart(<MessagePanel id={message._id} onEdit={vi.fn()} onGone={onGone} />);
  await screen.findByText(message.message);
  return { ...drawn, message, onGone };
}

it('cancels after a question that names whom it hits, and shows at once what the server answered, without being told of it', async () => {
  const { user, message, queries } = await renderPanel();
  const list = messagesPage({ limit: 50 });
  queries.setQueryData(list.queryKey, { data: [message], total: 1 });
  const cancelled = aMessage({
    status: 'cancelled',
    version: 4,
    abilities: { edit: false, cancel: false, remove: true, resolve: false },
  });
  server.on(`POST /api/messages/${message._id}/cancel`, () => cancelled);
  await user.click(screen.getByRole('button', { name: 'Cancel message' }));
  const question = screen.getByRole('alertdialog', { name: 'Cancel this message?' });
  expect(question.textContent).toContain('The message to Grace Hopper will not be sent.');
  server.on(`GET /api/messages/${message._id}`, () => ({ ...cancelled, holds: [] }));
  await user.click(screen.getAllByRole('button', { name: 'Cancel message' }).at(-1) as HTMLElement);
  await screen.findByText('Cancelled');
  expect(server.sent(`POST /api/messages/${message._id}/cancel`).map((one) => one.body)).toEqual([{ version: 3 }]);
  expect(queries.getQueryData(list.queryKey)?.data[0]?.status).toBe('cancelled');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('a cancellation that comes too late is told in the question, which stays', async () => {
  const { user, message } = await renderPanel();
  server.on(`POST /api/messages/${message._id}/cancel`, () => refusal(409, 'TOO_LATE', { status: 'sent' }));
  await user.click(screen.getByRole('button', { name: 'Cancel message' }));
  await user.click(screen.getAllByRole('button', { name: 'Cancel message' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toContain('is now “Sent”'));
});

it('a message of which nobody knows is settled as a person says', async () => {
  const unknown = aMessage({
    status: 'unknown',
    abilities: { edit: false, cancel: false, remove: false, resolve: true },
  });
  const { user } = await renderPanel(unknown);
  server.on(`POST /api/messages/${unknown._id}/resolve`, () => aMessage({ status: 'sent', version: 4 }));
  await user.click(screen.getByRole('button', { name: 'It arrived' }));
  await screen.findByText('Message settled');
  expect(server.sent(`POST /api/messages/${unknown._id}/resolve`).map((one) => one.body)).toEqual([
    { version: 3, as: 'sent' },
  ]);
});

it('one that is removed leaves', async () => {
  const old = aMessage({ status: 'sent', abilities: { edit: false, cancel: false, remove: true, resolve: false } });
  const { user, onGone } = await renderPanel(old);
  server.on(`DELETE /api/messages/${old._id}`, () => new Response(null, { status: 204 }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.click(screen.getAllByRole('button', { name: 'Remove' }).at(-1) as HTMLElement);
  await waitFor(() => expect(onGone).toHaveBeenCalledOnce());
});
