import type { Security } from '@switchyard/contracts/accounts/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../../test/authenticator.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { signInLimitPerMinute: 1_000 } });
});
afterAll(() => server.stop());

type Person = Awaited<ReturnType<TestServer['signUp']>>;
type CeremonyChanges = { origin?: string; rpId?: string; challenge?: string; isVerified?: boolean };
const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const relyingParty = () => {
  const { origin, hostname } = new URL(server.platform.config.publicUrl);
  return { origin, rpId: hostname };
};

/** Requests options and answers them with `act`. */
async function ceremony(
  [ask, give]: [string, string],
  act: (options: { challenge: string; origin: string; rpId: string }) => object,
  { token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
) {
  const credentials = token === undefined ? {} : { token };
  const options = await server.call<{ challenge: string }>('GET', `/api/auth/passkey/${ask}`, undefined, credentials);
  const response = act({ challenge: options.body.challenge, ...relyingParty() });
  const cookies = { cookie: cookiesOf(options), ...headers };
  const name = give === 'verify-registration' ? { name: 'My phone' } : {};
  return server.call('POST', `/api/auth/passkey/${give}`, { response, ...name }, { ...credentials, headers: cookies });
}
type Device = ReturnType<typeof createAuthenticator>;
const register = (person: Person, device: Device, changes: CeremonyChanges = {}) =>
  ceremony(
    ['generate-register-options', 'verify-registration'],
    (options) => device.register({ ...options, ...changes }),
    person,
  );
const signIn = (device: Device, changes: CeremonyChanges = {}) =>
  ceremony(['generate-authenticate-options', 'verify-authentication'], (options) =>
    device.assert({ ...options, ...changes }),
  );
const tokenOf = (answer: { headers: Headers }) => answer.headers.get('set-auth-token');
const passkeysOf = async (person: Person) =>
  (await server.call<Security>('GET', '/api/me/security', undefined, person)).body.passkeys;

/** A person with a passkey. */
async function personWithPasskey() {
  const [person, device] = [await server.signUp(), createAuthenticator()];
  expect((await register(person, device)).status).toBe(200);
  return { person, device };
}

test('a passkey signs its person in without password and second step', async () => {
  const { person, device } = await personWithPasskey();
  expect(await passkeysOf(person)).toMatchObject([{ name: 'My phone' }]);
  const answer = await signIn(device);
  expect(answer.status).toBe(200);
  const me = await server.call<{ email: string }>('GET', '/api/me', undefined, { token: tokenOf(answer) ?? '' });
  expect(me.body.email).toBe(person.email);
});

test('a removed passkey no longer works; nobody can remove another person’s', async () => {
  const { person, device } = await personWithPasskey();
  const [passkey] = await passkeysOf(person);
  const remove = (credentials: Person) =>
    server.call('DELETE', `/api/me/passkeys/${passkey?._id}`, undefined, credentials);
  expect((await remove(await server.signUp())).status).toBe(404);
  expect((await signIn(device)).status).toBe(200);
  expect((await remove(person)).status).toBe(200);
  expect((await signIn(device)).status).toBe(401);
});

describe('rejects a passkey sign-in', () => {
  const cases: [string, (device: Device) => Promise<{ status: number; headers: Headers }>][] = [
    ['without user verification', (device) => signIn(device, { isVerified: false })],
    ['signed for another site', (device) => signIn(device, { origin: 'https://evil.example' })],
    ['signed for another relying party', (device) => signIn(device, { rpId: 'evil.example' })],
    ['signed for another sign-in', (device) => signIn(device, { challenge: 'AAAA' })],
    ['with an unknown passkey', () => signIn(createAuthenticator())],
    [
      'that repeats an answer',
      async (device) => {
        const options = await server.call<{ challenge: string }>(
          'GET',
          '/api/auth/passkey/generate-authenticate-options',
        );
        const response = device.assert({ challenge: options.body.challenge, ...relyingParty() });
        const headers = { cookie: cookiesOf(options) };
        const give = () => server.call('POST', '/api/auth/passkey/verify-authentication', { response }, { headers });
        expect((await give()).status).toBe(200);
        return give();
      },
    ],
  ];
  test.each(cases)('%s', async (_what, act) => {
    const { device } = await personWithPasskey();
    const answer = await act(device);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(tokenOf(answer)).toBeNull();
  });

  test.each<[string, CeremonyChanges]>([
    ['made without user verification', { isVerified: false }],
    ['made for another site', { origin: 'https://evil.example' }],
  ])('with a passkey %s', async (_what, changes) => {
    const [person, device] = [await server.signUp(), createAuthenticator()];
    expect((await register(person, device, changes)).status).toBeGreaterThanOrEqual(400);
    expect(await passkeysOf(person)).toEqual([]);
    expect((await signIn(device)).status).toBe(401);
  });
});

test('creating a passkey requires recent confirmation, and notifies the person', async () => {
  const [person, device] = [await server.signUp(), createAuthenticator()];
  const { pool } = server.database;
  const { rows } = await pool.query<{ id: string }>('select id from users where email = $1', [person.email]);
  const userId = rows[0]?.id;
  await pool.query(`update login_sessions set created_at = now() - interval '3 days' where user_id = $1`, [userId]);
  const options = await server.call('GET', '/api/auth/passkey/generate-register-options', undefined, person);
  expect(options).toMatchObject({ status: 403, body: { code: 'CONFIRM_FIRST' } });
  expect(await register(person, device)).toMatchObject({ status: 403, body: { code: 'CONFIRM_FIRST' } });
  expect(await passkeysOf(person)).toEqual([]);
  await server.call('POST', '/api/auth/confirm', { password: person.password }, person);
  expect((await register(person, device)).status).toBe(200);
  expect(await passkeysOf(person)).toHaveLength(1);
  const notifications = await pool.query('select kind, data from notifications where user_id = $1', [userId]);
  expect(notifications.rows).toMatchObject([{ kind: 'passkey-added', data: { name: 'My phone' } }]);
});
