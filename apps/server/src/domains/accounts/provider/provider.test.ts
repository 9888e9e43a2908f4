import type { Me } from '@switchyard/contracts/accounts/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Claims, startTestProvider, type TestProvider } from '../../../../test/sign-in-provider.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { totpOf } from '../../../../test/totp.ts';
import type { Config } from '../../../platform/config/config.ts';
import { firstAdminLink } from '../first-admin.ts';
import { resetAdmin } from '../reset-admin.ts';

let provider: TestProvider;
let server: TestServer;
let withoutPasswords: TestServer;
const settings = (more: Partial<Config> = {}): Partial<Config> => ({
  signInProvider: {
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    name: 'Company login',
    verifiesAddresses: false,
    domains: [],
  },
  ...more,
});
beforeAll(async () => {
  provider = await startTestProvider();
  // All of these come from one address.
  server = await startTestServer({ config: settings({ signInLimitPerMinute: 1_000 }) });
  withoutPasswords = await startTestServer({ config: settings({ passwords: 'off', signUp: 'closed' }) });
});
afterAll(async () => {
  await Promise.all([server.stop(), withoutPasswords.stop()]);
  await provider.close();
});
beforeEach(() => Object.assign(provider, { wrong: {}, forges: false, isAway: false }));

let people = 0;
const newPerson = (): Required<Claims> => {
  people += 1;
  return {
    sub: `sub-${people}`,
    email: `by-provider-${people}@example.test`,
    email_verified: true,
    name: 'Grace Hopper',
  };
};
const cookiesOf = ({ headers }: Response | { headers: Headers }) =>
  headers
    .getSetCookie()
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Starts a sign-in at the provider, which signs this person in. @returns the callback URL, not yet followed */
async function startSignIn(person: Claims, at = server, body: object = { returnTo: '/engines' }) {
  provider.person = person;
  const started = await at.call<{ url: string }>('POST', '/api/auth/sign-in/provider', body);
  if (started.status !== 200) throw new Error(`not begun: ${JSON.stringify(started.body)}`);
  const redirect = await fetch(started.body.url, { redirect: 'manual' });
  const { search } = new URL(redirect.headers.get('location') ?? '');
  return { search, cookie: cookiesOf(started) };
}
const followCallback = (callback: { search: string; cookie: string }, at = server) =>
  fetch(`${at.url}/api/auth/callback/oidc${callback.search}`, {
    headers: { cookie: callback.cookie },
    redirect: 'manual',
  });
const signIn = async (person: Claims, at = server, body?: object) =>
  followCallback(await startSignIn(person, at, body), at);
const me = (answer: Response, at = server) =>
  at.call<Me>('GET', '/api/me', undefined, { headers: { cookie: cookiesOf(answer) } });
const errorOf = (answer: Response) => {
  expect(answer.status).toBe(302);
  expect(cookiesOf(answer)).not.toContain('session_token');
  const to = new URL(answer.headers.get('location') ?? '', server.url);
  expect(to.pathname).toBe('/login');
  return to.searchParams.get('error');
};
const count = async (of: string, at = server) =>
  Number((await at.database.pool.query(`select count(*) from ${of}`)).rows[0].count);

test('a new person arrives with name, address and workspace, and is recognised the next time', async () => {
  const person = newPerson();
  const answer = await signIn(person);
  expect(answer.headers.get('location')).toBe('/engines');
  const first = (await me(answer)).body;
  expect(first).toMatchObject({ email: person.email, fullName: 'Grace Hopper', workspace: { role: 'owner' } });
  // Their address may have changed by then.
  const again = (await me(await signIn({ ...person, email: 'married@example.test' }))).body;
  expect(again).toMatchObject({ _id: first._id, email: person.email });
  const { rows } = await server.database.pool.query(
    `select access_token, refresh_token, id_token, password from login_accounts where account_id = $1`,
    [person.sub],
  );
  expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null, password: null }]);
});

test('an existing unverified account with the address becomes theirs, and its creator is signed out', async () => {
  const early = await server.signUp();
  const named = { name: 'Program', scopes: ['contacts:read'], expiresInDays: null };
  const { key } = (await server.call<{ key: string }>('POST', '/api/keys', named, early)).body;
  expect((await server.call('GET', '/api/contacts', undefined, { token: key })).status).toBe(200);
  const answer = await signIn({ ...newPerson(), email: early.email });
  expect((await me(answer)).body.email).toBe(early.email);
  expect((await server.call('GET', '/api/me', undefined, early)).status).toBe(401);
  expect((await server.call('GET', '/api/contacts', undefined, { token: key })).status).toBe(401);
  const { email, password } = early;
  expect((await server.call('POST', '/api/auth/sign-in/email', { email, password })).status).toBe(401);
});

test('asks for two-factor authentication where it is set up', async () => {
  const person = newPerson();
  const headers = { cookie: cookiesOf(await signIn(person)) };
  const started = await server.call<{ totpURI: string }>('POST', '/api/auth/two-factor/enable', {}, { headers });
  expect(started.status).toBe(200);
  const code = () => ({ code: totpOf(started.body.totpURI) });
  expect((await server.call('POST', '/api/auth/two-factor/verify-totp', code(), { headers })).status).toBe(200);
  const pending = await signIn(person);
  expect(pending.headers.get('location')).toBe('/login?step=second&returnTo=%2Fengines');
  expect((await me(pending)).status).toBe(401);
  const verified = await server.call('POST', '/api/auth/two-factor/verify-totp', code(), {
    headers: { cookie: cookiesOf(pending) },
  });
  expect(verified.status).toBe(200);
  expect((await me(verified as unknown as Response)).body.email).toBe(person.email);
});

describe('refuses without creating an account or signing in:', () => {
  const wrong = (claims: Record<string, unknown>) => async () => {
    provider.wrong = claims;
    return signIn(newPerson());
  };
  const cases: [what: string, fault: string, act: () => Promise<Response>][] = [
    [
      'a token that the provider did not sign',
      'unable_to_get_user_info',
      async () => {
        provider.forges = true;
        return signIn(newPerson());
      },
    ],
    ['a token for another program', 'unable_to_get_user_info', wrong({ aud: 'another' })],
    ['a token of another provider', 'unable_to_get_user_info', wrong({ iss: 'https://id.example.com' })],
    ['a token that has expired', 'unable_to_get_user_info', wrong({ exp: 1_000 })],
    ['a token of another sign-in', 'unable_to_get_user_info', wrong({ nonce: 'of another' })],
    ['an unverified address', 'address_not_verified', wrong({ email_verified: false })],
    ['an address the provider does not vouch for', 'address_not_verified', wrong({ email_verified: undefined })],
    ['a missing address', 'unable_to_get_user_info', wrong({ email: undefined })],
    [
      'a repeated callback',
      'state_mismatch',
      async () => {
        const callback = await startSignIn(newPerson());
        const first = await followCallback(callback);
        await server.call('POST', '/api/auth/sign-out', undefined, { headers: { cookie: cookiesOf(first) } });
        await server.database.pool.query('delete from users where email = $1', [provider.person.email]);
        return followCallback(callback);
      },
    ],
    [
      'another browser’s callback',
      'state_mismatch',
      async () => {
        const [mine, theirs] = [await startSignIn(newPerson()), await startSignIn(newPerson())];
        return followCallback({ search: theirs.search, cookie: mine.cookie });
      },
    ],
    [
      'a callback without a request',
      'state_mismatch',
      () => followCallback({ search: '?code=made-up&state=made-up', cookie: '' }),
    ],
    [
      'a code that the provider did not issue',
      'invalid_code',
      async () => {
        const callback = await startSignIn(newPerson());
        return followCallback({ ...callback, search: callback.search.replace(/code=[^&]+/, 'code=made-up') });
      },
    ],
  ];
  test.each(cases)('%s', async (_what, fault, act) => {
    const before = [await count('users'), await count('login_sessions')];
    expect(errorOf(await act())).toBe(fault);
    expect([await count('users'), await count('login_sessions')]).toEqual(before);
  });

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'a sign-in that returns to %s',
    async (returnTo) => {
      expect(await server.call('POST', '/api/auth/sign-in/provider', { returnTo })).toMatchObject({ status: 422 });
    },
  );
});

test('an unavailable provider is reported, passwords keep working, and it works again later', async () => {
  const late = await startTestServer({ config: settings({ databaseUrl: server.database.url }) });
  try {
    provider.isAway = true;
    expect(await late.call('POST', '/api/auth/sign-in/provider', {})).toMatchObject({
      status: 503,
      body: { code: 'PROVIDER_AWAY' },
    });
    const { email, password } = await server.signUp();
    expect((await late.call('POST', '/api/auth/sign-in/email', { email, password })).status).toBe(200);
    provider.isAway = false;
    expect((await late.call('POST', '/api/auth/sign-in/provider', {})).status).toBe(200);
  } finally {
    await late.stop();
  }
});

describe('with passwords off', () => {
  const post = (path: string, body: object) => withoutPasswords.call('POST', `/api/auth${path}`, body);
  const NEW = 'a long enough password';

  test('passwords cannot be set, changed or reset, and the page is told', async () => {
    const sent = () =>
      Promise.all(['users', 'verifications', 'outbox_mails'].map((table) => count(table, withoutPasswords)));
    const before = await sent();
    for (const [path, body] of [
      ['/sign-up/email', { name: 'Somebody', email: 'somebody@example.test', password: NEW }],
      ['/request-password-reset', { email: 'somebody@example.test' }],
      ['/reset-password', { token: 'made up', newPassword: NEW }],
      ['/change-password', { currentPassword: NEW, newPassword: NEW }],
    ] as const) {
      expect(await post(path, body), path).toMatchObject({ status: 403, body: { code: 'PASSWORDS_OFF' } });
    }
    expect(await sent()).toEqual(before);
  });

  test('the first admin arrives by the first-admin link; others cannot sign up while it is closed', async () => {
    expect(errorOf(await signIn(newPerson(), withoutPasswords))).toBe('signup_closed');
    const link = new URL((await firstAdminLink(withoutPasswords.platform)) ?? '');
    const body = { returnTo: '/', firstAdmin: link.searchParams.get('firstAdmin') };
    const answer = await signIn(newPerson(), withoutPasswords, body);
    expect((await me(answer, withoutPasswords)).body.role).toBe('admin');
    expect(await firstAdminLink(withoutPasswords.platform)).toBeNull();
    expect(errorOf(await signIn(newPerson(), withoutPasswords, body))).toBe('signup_closed');

    // With the provider gone for good, the reset command lets only the admin in by password.
    const { db } = withoutPasswords.database;
    const { email } = (await me(answer, withoutPasswords)).body;
    await resetAdmin(db, { email, password: NEW, role: 'admin' });
    expect((await post('/sign-in/email', { email, password: NEW })).status).toBe(200);
    await resetAdmin(db, { email, password: NEW, role: 'user' });
    expect(await post('/sign-in/email', { email, password: NEW })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_EMAIL_OR_PASSWORD' },
    });
  });
});

test('a first sign-in from a known domain joins its workspace with its role; a removed member stays out', async () => {
  const owner = await server.signUp();
  const { workspace } = (await server.call<Me>('GET', '/api/me', undefined, owner)).body;
  const config = settings({ signUp: 'closed' });
  if (!config.signInProvider) throw new Error('there is no provider');
  const domains = [{ domain: 'acme.test', workspaceId: workspace._id, role: 'admin' as const }];
  const signInProvider = { ...config.signInProvider, domains };
  const other = await startTestServer({ config: { ...config, signInProvider, databaseUrl: server.database.url } });
  onTestFinished(() => other.stop());
  const joined = async (claims: Required<Claims>) => (await me(await signIn(claims, other), other)).body.workspace;

  const theirs = { ...newPerson(), email: 'grace@ACME.test' };
  expect(await joined(theirs)).toMatchObject({ _id: workspace._id, role: 'admin' });
  const unproven = { ...newPerson(), email: 'eve@acme.test', email_verified: false };
  expect(errorOf(await signIn(unproven, other))).toBe('address_not_verified');
  for (const email of ['eve@acme.test.example', 'eve@notacme.test']) {
    expect(errorOf(await signIn({ ...newPerson(), email }, other))).toBe('signup_closed');
  }
  await server.database.pool.query(`delete from workspace_members where organization_id = $1 and role = 'admin'`, [
    workspace._id,
  ]);
  await server.database.pool.query(`update login_accounts set created_at = now() - interval '1 hour'`);
  expect((await joined(theirs))._id).not.toBe(workspace._id);
});
