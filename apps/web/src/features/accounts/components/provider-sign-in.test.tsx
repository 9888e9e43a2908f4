import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { LoginPage } from './login-page.tsx';
import { SignupPage } from './signup-page.tsx';

const BEGIN = 'POST /api/auth/sign-in/provider';
const server = fakeServer();
const { dataset } = document.documentElement;
beforeEach(() => {
  dataset.signInProvider = 'Company login';
});
afterEach(() => {
  delete dataset.signInProvider;
  delete dataset.passwords;
});

const login = (more: Partial<Parameters<typeof LoginPage>[0]> = {}) =>
  renderPart(<LoginPage demoAccounts={null} returnTo="/engines" hasNewPassword={false} {...more} />, { at: '/login' });
const providerButton = () => screen.getByRole('button', { name: 'Continue with Company login' });

it('offers sign-in through the provider beside the password, and reports its outages', async () => {
  server.on(BEGIN, () => refusal(503, 'PROVIDER_AWAY', {}, 'The sign-in provider does not answer.'));
  const { user } = await login();
  expect(screen.getByLabelText('Password')).toBeTruthy();
  await user.click(providerButton());
  expect((await screen.findByRole('alert')).textContent).toBe('The sign-in provider does not answer.');
  expect(server.sent(BEGIN).map(({ body }) => body)).toEqual([{ returnTo: '/engines' }]);
  expect(providerButton().hasAttribute('data-loading')).toBe(false);
});

it.each([
  ['signup_closed', 'You have no account here, and this address hasn’t been invited.'],
  ['address_not_verified', /^Company login hasn’t verified your email address/],
  ['invented', 'Signing in with Company login didn’t work. Try again.'],
])('explains a return with %s', async (fault, text) => {
  await login({ fault });
  expect(screen.getByRole('alert').textContent).toMatch(text);
});

it('asks for the second factor after a return from the provider', async () => {
  await login({ isAtSecondFactor: true });
  expect(await screen.findByLabelText('Code')).toBeTruthy();
});

it('keeps the first admin’s link through the provider', async () => {
  server.on(BEGIN, () => refusal(503, 'PROVIDER_AWAY'));
  const { user } = await renderPart(<SignupPage firstAdmin="link" />, { at: '/signup' });
  await user.click(providerButton());
  await screen.findByRole('alert');
  expect(server.sent(BEGIN)[0]?.body).toMatchObject({ firstAdmin: 'link' });
});

describe('without passwords', () => {
  beforeEach(() => {
    dataset.passwords = 'off';
  });

  it('the form is for administrators, behind a button', async () => {
    const { user } = await login();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in as a platform administrator' }));
    expect(screen.getByLabelText('Password')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull();
  });

  it('offers neither sign-up nor a password', async () => {
    await renderPart(<SignupPage />, { at: '/signup' });
    expect(providerButton()).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('leaves forgotten passwords to the provider', async () => {
    await renderPart(<ForgotPasswordPage />, { at: '/fyp' });
    screen.getByText('This server doesn’t use passwords. Ask whoever runs the sign-in provider for help.');
    expect(screen.queryByLabelText('Email')).toBeNull();
  });
});
