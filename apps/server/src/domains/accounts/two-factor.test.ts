import type { Security } from '@switchyard/contracts/accounts/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { totpOf } from '../../../test/totp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { signInLimitPerMinute: 1_000 } });
});
afterAll(() => server.stop());

type Person = Awaited<ReturnType<TestServer['signUp']>>;
type Setup = { totpURI: string; backupCodes: string[] };
const post = <Body = { code: string }>(path: string, body: object, options = {}) =>
  server.call<Body>('POST', `/api/auth${path}`, body, options);
const security = async (token: string) =>
  (await server.call<Security>('GET', '/api/me/security', undefined, { token })).body;
const cookiesOf = (headers: Headers) => ({
  cookie: headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; '),
});
const signIn = ({ email, password }: Person) => post('/sign-in/email', { email, password });

/** Signs up and enables two-factor authentication. @returns with the token that is valid afterwards */
async function personWithTwoFactor() {
  const person = await server.signUp();
  const { body } = await post<Setup>('/two-factor/enable', { password: person.password }, person);
  const confirmed = await post('/two-factor/verify-totp', { code: totpOf(body.totpURI) }, person);
  expect(confirmed.status).toBe(200);
  return { ...person, token: confirmed.headers.get('set-auth-token') ?? '', ...body };
}

test('two-factor authentication applies once a code was entered; the password alone no longer signs in', async () => {
  const person = await server.signUp();
  const setup = await post<Setup>('/two-factor/enable', { password: person.password }, person);
  expect(setup.body.backupCodes).toHaveLength(10);
  expect((await security(person.token)).hasTwoFactor).toBe(false);
  expect((await signIn(person)).headers.get('set-auth-token')).not.toBeNull();

  expect(await post('/two-factor/verify-totp', { code: '000000' }, person)).toMatchObject({
    status: 422,
    body: { code: 'INVALID_CODE', data: { faults: [{ field: 'code' }] } },
  });
  const confirmed = await post('/two-factor/verify-totp', { code: totpOf(setup.body.totpURI) }, person);
  const token = confirmed.headers.get('set-auth-token') ?? '';
  expect((await security(token)).hasTwoFactor).toBe(true);
  const { rows } = await server.database.pool.query(
    `select action, workspace_id from audit_entries where action = 'account.two-factor'`,
  );
  expect(rows).toContainEqual({ action: 'account.two-factor', workspace_id: null });

  const half = await signIn(person);
  expect(half.status).toBe(200);
  expect(half.body).toMatchObject({ twoFactorRedirect: true });
  expect(half.headers.get('set-auth-token')).toBeNull();
  expect((await server.call('GET', '/api/me', undefined, { headers: cookiesOf(half.headers) })).status).toBe(401);

  const done = await post(
    '/two-factor/verify-totp',
    { code: totpOf(setup.body.totpURI) },
    { headers: cookiesOf(half.headers) },
  );
  expect((await server.call('GET', '/api/me', undefined, { headers: cookiesOf(done.headers) })).status).toBe(200);
});

describe('refuses without signing in', () => {
  type PersonWithTwoFactor = Awaited<ReturnType<typeof personWithTwoFactor>>;
  const cases: [string, number, (person: PersonWithTwoFactor) => Promise<{ status: number; headers: Headers }>][] = [
    [
      'a wrong code',
      422,
      async (person) =>
        post('/two-factor/verify-totp', { code: '000000' }, { headers: cookiesOf((await signIn(person)).headers) }),
    ],
    [
      'a code without the password first',
      401,
      async (person) => post('/two-factor/verify-totp', { code: totpOf(person.totpURI) }),
    ],
    [
      'a code with another person’s pending sign-in',
      422,
      async (person) => {
        const other = await personWithTwoFactor();
        const half = await signIn(other);
        return post('/two-factor/verify-totp', { code: totpOf(person.totpURI) }, { headers: cookiesOf(half.headers) });
      },
    ],
    [
      'a pending sign-in that was already completed',
      401,
      async (person) => {
        const headers = cookiesOf((await signIn(person)).headers);
        await post('/two-factor/verify-totp', { code: totpOf(person.totpURI) }, { headers });
        return post('/two-factor/verify-totp', { code: totpOf(person.totpURI) }, { headers });
      },
    ],
    [
      'a used recovery code',
      422,
      async (person) => {
        const code = person.backupCodes[0] ?? '';
        const first = await post(
          '/two-factor/verify-backup-code',
          { code },
          { headers: cookiesOf((await signIn(person)).headers) },
        );
        expect(first.status).toBe(200);
        return post('/two-factor/verify-backup-code', { code }, { headers: cookiesOf((await signIn(person)).headers) });
      },
    ],
    [
      'recovery codes from before the newest were generated',
      422,
      async (person) => {
        await post('/two-factor/generate-backup-codes', { password: person.password }, person);
        const headers = cookiesOf((await signIn(person)).headers);
        return post('/two-factor/verify-backup-code', { code: person.backupCodes[1] ?? '' }, { headers });
      },
    ],
    [
      'a device that claims to be trusted',
      200,
      async (person) => {
        const headers = cookiesOf((await signIn(person)).headers);
        const body = { code: totpOf(person.totpURI), trustDevice: true };
        const done = await post('/two-factor/verify-totp', body, { headers });
        return server.call(
          'POST',
          '/api/auth/sign-in/email',
          { email: person.email, password: person.password },
          { headers: cookiesOf(done.headers) },
        );
      },
    ],
  ];
  test.each(cases)('%s', async (_what, status, act) => {
    const answer = await act(await personWithTwoFactor());
    expect(answer.status).toBe(status);
    expect(answer.headers.get('set-auth-token')).toBeNull();
  });
});

test('ten wrong codes in a row lock two-factor authentication, even for the right code', async () => {
  const person = await personWithTwoFactor();
  let last = 0;
  for (let round = 0; round < 12; round += 1) {
    const headers = cookiesOf((await signIn(person)).headers);
    last = (await post('/two-factor/verify-totp', { code: '000000' }, { headers })).status;
  }
  expect(last).toBe(429);
  const headers = cookiesOf((await signIn(person)).headers);
  expect((await post('/two-factor/verify-totp', { code: totpOf(person.totpURI) }, { headers })).status).toBe(429);
});

test('disabling it requires the password; afterwards the password alone signs in', async () => {
  const person = await personWithTwoFactor();
  expect(await post('/two-factor/disable', { password: 'not this one' }, person)).toMatchObject({
    status: 422,
    body: { code: 'INVALID_PASSWORD', data: { faults: [{ field: 'password' }] } },
  });
  expect((await signIn(person)).headers.get('set-auth-token')).toBeNull();
  expect((await post('/two-factor/disable', { password: person.password }, person)).status).toBe(200);
  expect((await signIn(person)).headers.get('set-auth-token')).not.toBeNull();
});

test('a code confirms an older sign-in, and is not recorded as setting up two-factor authentication', async () => {
  const person = await personWithTwoFactor();
  const { token } = person;
  const { pool } = server.database;
  const { body: me } = await server.call<{ _id: string }>('GET', '/api/me', undefined, { token });
  await pool.query(`update login_sessions set created_at = now() - interval '1 hour' where user_id = $1`, [me._id]);
  const key = { name: 'Program', scopes: ['contacts:read'], expiresInDays: null };
  const create = async () => (await server.call('POST', '/api/keys', key, { token })).status;
  const entries = async () =>
    (await pool.query(`select from audit_entries where action = 'account.two-factor' and subject = $1`, [me._id]))
      .rowCount;
  const before = await entries();
  expect(await create()).toBe(403);
  expect((await post('/two-factor/verify-totp', { code: '000000' }, { token })).status).toBe(422);
  expect(await create()).toBe(403);
  expect((await post('/two-factor/verify-totp', { code: totpOf(person.totpURI) }, { token })).status).toBe(200);
  expect(await create()).toBe(200);
  expect(await entries()).toBe(before);
});
