import type { KnownPerson } from '@switchyard/contracts/contacts/operations';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { composeTests } from '../../../../test/compose-tests.tsx';
import { aMessage } from '../test-messages.ts';

// The workspace's zone in these tests is Europe/Berlin; in January it is four hours ahead of São Paulo.
const { server, renderCompose, to, textInput, button, sent } = composeTests();
const GRACE = '+447700900456';
const livesIn = (zone: string, source: KnownPerson['source']) =>
  server.on('POST /api/contacts/look-up', () => [{ asked: GRACE, zone, source, variables: {} }]);

async function composeToGrace() {
  const rendered = await renderCompose();
  await rendered.user.type(to(), 'Gra');
  await rendered.user.click(await screen.findByRole('option', { name: `Grace Hopper · ${GRACE}` }));
  return rendered;
}

it('shows the recipient’s time beside local time and can schedule by it', async () => {
  livesIn('America/Sao_Paulo', 'contact');
  server.on('POST /api/messages', () => aMessage());
  const { user, onClose } = await composeToGrace();
  expect(await screen.findByText(/^6:30.*for Grace Hopper \(Sao Paulo\) = 10:30.*here$/)).toBeTruthy();
  await user.click(button('10:30 in Sao Paulo'));
  expect(await screen.findByText(/^10:30.*for Grace Hopper \(Sao Paulo\) = 2:30.*here$/)).toBeTruthy();
  expect(button('10:30 here')).toBeTruthy();
  await user.click(textInput());
  await user.paste('Hello');
  await user.click(button('Schedule'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent('POST /api/messages')).toMatchObject([{ dueDate: '2030-01-15T10:30', zone: 'America/Sao_Paulo' }]);
});

it('marks a zone inferred from the number and names a different day', async () => {
  livesIn('Pacific/Kiritimati', 'number');
  await composeToGrace();
  expect(
    await screen.findByText(/^11:30.*2030 for Grace Hopper|for Grace Hopper \(Kiritimati, based on the number\)/),
  ).toBeTruthy();
});

it('names the assumed zone when the recipient’s zone is unknown', async () => {
  livesIn('Europe/Berlin', 'workspace');
  await composeToGrace();
  expect(await screen.findByText('Grace Hopper’s time zone is unknown: using Berlin.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /by the clock/ })).toBeNull();
});
