import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { AddressProof } from './address-proof.tsx';

const server = fakeServer();
const SECURITY = 'GET /api/me/security';
const guarded = (isAddressVerified: boolean | null) =>
  server.on(SECURITY, () => ({
    hasTwoFactor: false,
    demandedBy: [],
    hasPassword: true,
    passkeys: [],
    isAddressVerified,
  }));

it('says that the address is unconfirmed, and mails a link on request', async () => {
  guarded(false);
  server.on('POST /api/me/verification', () => ({ to: 'ada@example.test' }));
  const { user } = await renderPart(<AddressProof token={null} onFollowed={vi.fn()} />);
  await user.click(await screen.findByRole('button', { name: 'Verify by email' }));
  await screen.findByText('We sent a link to ada@example.test. It works for one day.');
  expect(screen.getByRole('button', { name: 'Send it again' })).toBeTruthy();
  expect(server.sent('PUT /api/me/verification')).toEqual([]);
});

it('follows the link from the address once', async () => {
  let isVerified = false;
  server.on(SECURITY, () => ({
    hasTwoFactor: false,
    demandedBy: [],
    hasPassword: true,
    passkeys: [],
    isAddressVerified: isVerified,
  }));
  server.on('PUT /api/me/verification', () => {
    isVerified = true;
    return { isAddressVerified: true };
  });
  const followed = vi.fn();
  await renderPart(<AddressProof token="1.a" onFollowed={followed} />);
  await screen.findByText('Your email address is verified.');
  await waitFor(() => expect(followed).toHaveBeenCalledTimes(1));
  expect(server.sent('PUT /api/me/verification').map(({ body }) => body)).toEqual([{ token: '1.a' }]);
});

it('shows the state after verification, even if an earlier request is answered last', async () => {
  const answers: ((isAddressVerified: boolean) => void)[] = [];
  server.on(SECURITY, async () => ({
    hasTwoFactor: false,
    demandedBy: [],
    hasPassword: true,
    passkeys: [],
    isAddressVerified: await new Promise<boolean>((resolve) => answers.push(resolve)),
  }));
  server.on('PUT /api/me/verification', () => ({ isAddressVerified: true }));
  await renderPart(<AddressProof token="1.a" onFollowed={vi.fn()} />);
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.(false);
  answers[1]?.(true);
  await screen.findByText('Your email address is verified.');
});

it('reports a link of another account, or an expired one, with a way to a new one', async () => {
  guarded(false);
  server.on('PUT /api/me/verification', () => refusal(404, 'NOT_FOUND'));
  await renderPart(<AddressProof token="1.a" onFollowed={vi.fn()} />);
  await screen.findByText(/^This link belongs to another account/);
  expect(screen.getByRole('button', { name: 'Verify by email' })).toBeTruthy();
});

it('says nothing where no mail is sent', async () => {
  guarded(null);
  await renderPart(<AddressProof token={null} onFollowed={vi.fn()} />);
  await waitFor(() => expect(server.sent(SECURITY)).toHaveLength(1));
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
