import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { composeTests } from '../../../../test/compose-tests.tsx';
import { aMessage } from '../test-messages.ts';

const { server, renderCompose, to, textInput, button, sent } = composeTests();
const GRACE = '+447700900456';
const preview = (name = 'Preview') => screen.findByRole('region', { name });
const menu = async (user: Awaited<ReturnType<typeof renderCompose>>['user'], of: string, item: string) => {
  await user.click(button(of));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

beforeEach(() => {
  server.on('GET /api/contacts/fields', () => [{ key: 'city', name: 'City' }]);
  server.on('POST /api/contacts/look-up', () => [
    {
      asked: GRACE,
      zone: 'Europe/Berlin',
      source: 'contact',
      variables: { name: 'Grace Hopper', 'first name': 'Grace' },
    },
  ]);
  server.on('POST /api/messages/for-several', () => ({ messages: [aMessage()] }));
});

async function composeToGrace() {
  const rendered = await renderCompose();
  await rendered.user.type(to(), 'Gra');
  await rendered.user.click(await screen.findByRole('option', { name: `Grace Hopper · ${GRACE}` }));
  return rendered;
}

it('shows a preview once the text has formatting', async () => {
  const { user } = await composeToGrace();
  await user.click(textInput());
  await user.paste('Plain');
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  await user.paste(' and *bold*, https://example.com');
  const shown = within(await preview());
  expect(shown.getByText('bold').tagName).toBe('STRONG');
  expect(shown.getByRole('link', { name: 'https://example.com' })).toHaveProperty('href', 'https://example.com/');
});

it('inserts a field from the menu, previews it filled, and asks the server to fill it for each recipient', async () => {
  const { user, onClose } = await composeToGrace();
  await user.click(textInput());
  await user.paste('Hi ');
  await menu(user, 'Field', 'First name');
  await waitFor(() => expect(textInput()).toHaveProperty('value', 'Hi {first name|there}'));
  expect(await screen.findByText('Hi Grace')).toBeTruthy();
  expect(screen.getByText('Preview for Grace Hopper')).toBeTruthy();
  await user.click(button('Schedule'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent('POST /api/messages/for-several')).toMatchObject([
    { message: 'Hi {first name|there}', fill: true, recipients: [{ contactList: [{ mobile: GRACE }] }] },
  ]);
});

it('reports a misspelt field with a fallback and suggests the likely one', async () => {
  const { user } = await composeToGrace();
  await user.click(textInput());
  await user.paste('Hi {first_name|friend} of {citty|your town}');
  expect(await screen.findByText('No contact has a field {citty}. Did you mean {city}?')).toBeTruthy();
  expect(screen.queryByText(/field \{first_name\}/)).toBeNull();
  expect(await screen.findByText('Hi Grace of your town')).toBeTruthy();
});

it('reports unknown values before sending and lets braces stand for themselves', async () => {
  server.on('POST /api/messages', () => aMessage());
  const { user, onClose } = await composeToGrace();
  await user.click(textInput());
  await user.paste('Your {city}');
  expect(await screen.findByText(/Grace Hopper has no \{city\}\. Add a fallback, such as \{city\|…\}/)).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Fill in {variables} for each recipient' }));
  expect(screen.queryByText(/Nothing is known/)).toBeNull();
  await user.click(button('Schedule'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent('POST /api/messages')).toMatchObject([{ message: 'Your {city}' }]);
});

it('inserts a workspace template and saves the text as one', async () => {
  const template = {
    _id: '019a0000-0000-7000-8000-0000000000d1',
    name: 'Thanks',
    text: 'Thank you!',
    updatedAt: '2029-01-01T00:00:00Z',
  };
  server.on('GET /api/campaign-templates', () => ({ data: [template], total: 1 }));
  server.on('POST /api/campaign-templates', ({ body }) => ({ ...template, ...(body as object) }));
  const { user } = await renderCompose();
  await menu(user, 'Templates', 'Thanks');
  await waitFor(() => expect(textInput()).toHaveProperty('value', 'Thank you!'));
  await menu(user, 'Templates', 'Save this text as a template');
  expect(await screen.findByText('Saved as “Thank you!”')).toBeTruthy();
  expect(sent('POST /api/campaign-templates')).toEqual([{ name: 'Thank you!', text: 'Thank you!' }]);
});

it('schedules for nine tomorrow with one click', async () => {
  const { user } = await renderCompose();
  const [tomorrow] = screen.getAllByRole('button', { name: /^Tomorrow 9:00/ });
  if (!tomorrow) throw new Error('there is no chip');
  await user.click(tomorrow);
  expect(screen.getByLabelText(/^Time/, { selector: 'input[type="time"]' })).toHaveProperty('value', '09:00');
  expect(screen.queryByText(/^Sends 15 Jan 2030/)).toBeNull();
});
