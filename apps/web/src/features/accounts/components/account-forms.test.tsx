import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { faultOf } from '../../../../test/fault-of.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { LoginPage } from './login-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { SignupPage } from './signup-page.tsx';

const server = fakeServer();
const field = (name: string) => screen.getByLabelText(name);
const button = (name: string) => screen.getByRole('button', { name });
const sent = (to: string) => server.sent(to).map((call) => call.body);
const focused = () => (document.activeElement as HTMLInputElement | null)?.name;

describe('signing in', () => {
  const SIGN_IN = 'POST /api/auth/sign-in/email';
  const renderLogin = (more: Partial<Parameters<typeof LoginPage>[0]> = {}) =>
    renderPart(<LoginPage demoAccounts={null} returnTo={undefined} hasNewPassword={false} {...more} />, {
      at: '/login',
    });

  it('sends email and password, and returns to where the visitor wanted to go', async () => {
    server.on(SIGN_IN, () => ({}));
    const { user, router } = await renderLogin({ returnTo: '/import-messages?page=2' });
    expect(focused()).toBe('email');
    await user.keyboard(' ada@example.com ');
    await user.type(field('Password'), 'long enough{Enter}');
    await waitFor(() => expect(router.state.location.href).toBe('/import-messages?page=2'));
    expect(sent(SIGN_IN)).toEqual([{ email: 'ada@example.com', password: 'long enough', rememberMe: true }]);
  });

  it('asks at each field for what is missing, and focuses the first', async () => {
    const { user } = await renderLogin();
    await user.click(button('Sign in'));
    expect(faultOf(field('Email'))).toBe('Enter your email address');
    expect(faultOf(field('Password'))).toBe('Enter your password');
    expect(focused()).toBe('email');
    await user.keyboard('ada');
    expect(faultOf(field('Email'))).toBeUndefined();
    expect(sent(SIGN_IN)).toEqual([]);
  });

  it.each([
    [429, 'RATE_LIMITED', 'Too many attempts. Wait a minute, then try again.'],
    [503, 'UNAVAILABLE', 'The database does not answer.'],
  ])('explains a response of %s, and keeps what was entered', async (status, code, text) => {
    server.on(SIGN_IN, () => refusal(status, code, {}, 'The database does not answer.'));
    const { user } = await renderLogin();
    await user.type(field('Email'), 'ada@example.com');
    await user.type(field('Password'), 'wrong{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(field('Email')).toHaveProperty('value', 'ada@example.com');
  });

  it('shows a refused sign-in at the password, and keeps what was entered', async () => {
    server.on(SIGN_IN, () => refusal(401, 'UNAUTHORIZED'));
    const { user } = await renderLogin();
    await user.type(field('Email'), 'ada@example.com');
    await user.type(field('Password'), 'wrong{Enter}');
    await waitFor(() => expect(faultOf(field('Password'))).toBe('The email or password is incorrect.'));
    expect(focused()).toBe('password');
    expect(field('Email')).toHaveProperty('value', 'ada@example.com');
    expect(field('Password')).toHaveProperty('value', 'wrong');
  });

  it('offers the demo’s accounts, which fill in the form', async () => {
    server.on(SIGN_IN, () => ({}));
    const account = { email: 'admin@switchyard.local', password: 'switchyard-demo', kind: 'admin' as const };
    const { user, router } = await renderLogin({ demoAccounts: Promise.resolve([account]) });
    await user.click(await screen.findByRole('button', { name: 'Administrator' }));
    expect(document.activeElement?.textContent).toBe('Sign in');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/calendar'));
    expect(sent(SIGN_IN)).toMatchObject([{ email: account.email, password: account.password }]);
  });
});

describe('signing up', () => {
  const SIGN_UP = 'POST /api/auth/sign-up/email';
  it('shows the server’s faults at their fields', async () => {
    const faults = [{ field: 'email', message: 'This address has an account.' }];
    server.on(SIGN_UP, () => refusal(422, 'INVALID', { faults }));
    const { user } = await renderPart(<SignupPage />, { at: '/signup' });
    await user.type(field('Your name'), 'Ada');
    await user.type(field('Email'), 'ada@example.com');
    await user.type(field('Password'), 'short');
    await user.type(field('Workspace name'), 'Engines');
    await user.click(button('Create account'));
    expect(faultOf(field('Password'))).toBe('Use at least 8 characters');
    expect(focused()).toBe('password');
    await user.type(field('Password'), ' but longer{Enter}');
    await waitFor(() => expect(faultOf(field('Email'))).toBe('This address has an account.'));
    expect(focused()).toBe('email');
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(sent(SIGN_UP)).toMatchObject([
      { name: 'Ada', email: 'ada@example.com', password: 'short but longer', workspaceName: 'Engines', zone },
    ]);
  });
});

describe('forgotten password', () => {
  const RESET = 'POST /api/auth/reset-password';
  beforeEach(() => server.on('POST /api/auth/request-password-reset', () => ({})));

  it('gives the same answer to everyone', async () => {
    const { user } = await renderPart(<ForgotPasswordPage />, { at: '/fyp' });
    await user.keyboard('ada@example.com{Enter}');
    expect((await screen.findByRole('status')).textContent).toContain('If ada@example.com has an account');
    expect(sent('POST /api/auth/request-password-reset')).toEqual([{ email: 'ada@example.com' }]);
  });

  it('is replaced through the mailed link, and the sign-in says so', async () => {
    server.on(RESET, () => ({}));
    const { user, router } = await renderPart(<ResetPasswordPage token="t-1" />, { at: '/reset-password' });
    await user.keyboard('long enough{Enter}');
    await waitFor(() => expect(router.state.location.href).toBe('/login?reset=true'));
    expect(sent(RESET)).toEqual([{ token: 't-1', newPassword: 'long enough' }]);
  });

  it('needs a new link when the link was used', async () => {
    server.on(RESET, () => refusal(422, 'INVALID', { faults: [{ field: 'token', message: 'used' }] }));
    const { user } = await renderPart(<ResetPasswordPage token="t-1" />, { at: '/reset-password' });
    await user.keyboard('long enough{Enter}');
    expect((await screen.findByRole('link', { name: 'Send a new link' })).getAttribute('href')).toBe('/fyp');
  });
});

describe('with sign-up closed', () => {
  beforeEach(() => document.documentElement.setAttribute('data-sign-up', 'closed'));
  afterEach(() => document.documentElement.removeAttribute('data-sign-up'));

  it('nothing links to it, and visitors are told when they open it', async () => {
    await renderPart(<LoginPage demoAccounts={null} returnTo={undefined} hasNewPassword={false} />, { at: '/login' });
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
    await renderPart(<SignupPage />, { at: '/signup' });
    expect(screen.getByRole('heading', { name: 'Sign-up is closed' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
  });
});
