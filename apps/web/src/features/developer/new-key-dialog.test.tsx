import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../test/fake-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

const server = fakeServer();

it('asks for the password when the sign-in is not recent, and creates the key as entered', async () => {
  let isConfirmed = false;
  const security = { hasTwoFactor: true, hasPassword: true, demandedBy: [], isAddressVerified: null, passkeys: [] };
  server.on('GET /api/me/security', () => security);
  server.on('POST /api/keys', () =>
    isConfirmed
      ? { key: 'sy_secret', created: {} }
      : refusal(403, 'CONFIRM_FIRST', {}, 'Confirm that it is you first.'),
  );
  server.on('POST /api/auth/confirm', ({ body }) => {
    isConfirmed = (body as { password: string }).password === 'right';
    const faults = [{ field: 'password', message: 'is not your password' }];
    return isConfirmed ? {} : refusal(422, 'INVALID', { faults });
  });
  const { user } = await renderPart(
    <NewKeyDialog isOpen scopes={['contacts:read', 'contacts:change']} onClose={() => undefined} />,
  );
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Booking');
  await user.click(screen.getByRole('checkbox', { name: /Read$/ }));
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  const password = await screen.findByLabelText('Your password');
  await user.type(password, 'wrong');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('is not your password')).toBeTruthy();
  expect(server.sent('POST /api/keys')).toHaveLength(1);
  await user.clear(password);
  await user.type(password, 'right');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect((await screen.findByTestId('api-key')).textContent).toBe('sy_secret');
  const [first, second] = server.sent('POST /api/keys').map(({ body }) => body);
  expect(second).toEqual(first);
});
