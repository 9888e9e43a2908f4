import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { aMessage } from '../test-messages.ts';
import { SettleDoubt } from './settle-doubt.tsx';

const server = fakeServer();
const abilities = { edit: false, cancel: false, restore: false, resend: false, remove: false, resolve: true };
const doubtful = aMessage({ status: 'unknown', abilities });
const path = `POST /api/messages/${doubtful._id}/resolve`;
const AGAIN = 'It didn’t arrive: send it again as a new message';

it('sends the person’s decision to the server and reports the result', async () => {
  const { user } = await renderPart(<SettleDoubt message={doubtful} />);
  server.on(path, () => aMessage({ status: 'failed', version: 4, abilities: { ...abilities, resolve: false } }));
  await user.click(screen.getByRole('button', { name: AGAIN }));
  await screen.findByText('Sent again as a new message');
  expect(server.sent(path).map((call) => call.body)).toEqual([{ version: 3, as: 'again' }]);
});

it('never offers to resend a message in flight', async () => {
  await renderPart(<SettleDoubt message={{ ...doubtful, status: 'sending' }} />);
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['It arrived', 'It didn’t arrive']);
});

it('shows the phone’s result when it came before the decision', async () => {
  const { user } = await renderPart(<SettleDoubt message={doubtful} />);
  server.on(path, () => refusal(409, 'TOO_LATE', { status: 'sent' }));
  await user.click(screen.getByRole('button', { name: 'It didn’t arrive' }));
  await screen.findByText(/is now “Sent”/);
});

it('is hidden when nothing is in doubt', async () => {
  await renderPart(<SettleDoubt message={{ ...doubtful, abilities: { ...abilities, resolve: false } }} />);
  expect(screen.queryByRole('region', { name: 'What happened to it' })).toBeNull();
});
