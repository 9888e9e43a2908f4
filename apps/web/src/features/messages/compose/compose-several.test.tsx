import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { composeTests } from '../../../../test/compose-tests.tsx';
import { refusal } from '../../../../test/fake-server.ts';
import { aMessage } from '../test-messages.ts';

const { server, renderCompose, to, textInput, button, sent } = composeTests();
const GRACE = '+447700900456';
const FOR_SEVERAL = 'POST /api/messages/for-several';

/** Picks Grace, then types a number. */
async function composeForTwo() {
  const rendered = await renderCompose();
  const { user } = rendered;
  await user.type(to(), 'Gra');
  await user.click(await screen.findByRole('option', { name: `Grace Hopper · ${GRACE}` }));
  await user.click(button('Add another recipient'));
  expect(to()).toHaveProperty('value', '');
  await user.click(to());
  await user.paste('+447700900123');
  await user.click(textInput());
  await user.paste('Hello');
  return rendered;
}

it('sends one message to each of several recipients in one call, by each local clock if requested', async () => {
  server.on(FOR_SEVERAL, () => ({ messages: [aMessage(), aMessage()] }));
  const { user, onClose } = await composeForTwo();
  await user.click(screen.getByRole('checkbox', { name: 'At this time in each recipient’s time zone' }));
  await user.click(button('Schedule'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(FOR_SEVERAL)).toEqual([
    {
      recipients: [
        { contactName: 'Grace Hopper', contactList: [{ mobile: GRACE, name: 'Grace Hopper' }] },
        { contactList: [{ mobile: '+447700900123' }] },
      ],
      message: 'Hello',
      attachment: null,
      poll: null,
      dueDate: '2030-01-15T10:30',
      zone: 'Europe/Berlin',
      pastDue: 'refuse',
      fill: false,
      byTheirClock: true,
    },
  ]);
  expect(screen.getByText('2 messages scheduled')).toBeTruthy();
});

it('shows an error of one recipient at the recipients and skips a removed one', async () => {
  const faults = [{ field: 'recipients.0', message: 'Grace Hopper is named twice.' }];
  server.on(FOR_SEVERAL, () => refusal(422, 'INVALID', { faults }));
  server.on('POST /api/messages', () => aMessage());
  const { user, onClose } = await composeForTwo();
  await user.click(button('Schedule'));
  expect(await screen.findByText('Grace Hopper is named twice.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(button('Remove Grace Hopper'));
  expect(screen.queryByText('Grace Hopper is named twice.')).toBeNull();
  await user.click(button('Schedule'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent('POST /api/messages')).toMatchObject([{ contactList: [{ mobile: '+447700900123' }] }]);
});

it('copies text and recipient of a duplicate into a new message', async () => {
  server.on('POST /api/messages', () => aMessage());
  const { user, onClose } = await renderCompose({ copy: aMessage({ status: 'sent', message: 'As before' }) });
  expect(textInput()).toHaveProperty('value', 'As before');
  await user.click(button('Schedule'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent('POST /api/messages')).toMatchObject([{ message: 'As before', contactList: [{ mobile: GRACE }] }]);
});
