import type { Security } from '@switchyard/contracts/accounts/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Someone, signUpSomeone } from '../../../test/team.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { isVerificationToken, verificationToken } from './verify-address.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let server: TestServer;
beforeAll(async () => {
  // Port with no listener: outgoing mail waits in the queue.
  server = await startTestServer({ config: { smtpUrl: 'smtp://127.0.0.1:9' } });
});
afterAll(() => server.stop());

const isVerified = async (who: Someone) =>
  (await server.call<Security>('GET', '/api/me/security', undefined, who)).body.isAddressVerified;
const ask = (who: Someone) => server.call('POST', '/api/me/verification', {}, who);
const follow = (who: Someone, token: string) => server.call('PUT', '/api/me/verification', { token }, who);

/** The token of the latest link mailed to a person. */
async function mailedTo({ email }: Someone): Promise<string> {
  const { rows } = await server.database.pool.query(
    `select data->>'text' as text from pgboss.job where name = 'mail' and data->>'to' = $1 order by created_on desc`,
    [email],
  );
  return (
    new URL(/https?:\/\/\S+verify=\S+/.exec(rows[0]?.text ?? '')?.[0] ?? 'about:blank').searchParams.get('verify') ?? ''
  );
}

test('an address is verified by its mailed link, only while signed in to its account', async () => {
  const [person, other] = [await signUpSomeone(server), await signUpSomeone(server)];
  expect(await isVerified(person)).toBe(false);
  expect(await ask(person)).toMatchObject({ status: 200, body: { to: person.email } });
  const token = await mailedTo(person);
  expect((await follow(other, token)).status).toBe(404);
  expect([await isVerified(person), await isVerified(other)]).toEqual([false, false]);
  expect((await follow(person, token)).status).toBe(200);
  expect((await follow(person, token)).status).toBe(200);
  expect(await isVerified(person)).toBe(true);
  // The address is already verified.
  expect((await ask(person)).status).toBe(404);
});

describe('a password set by a mailed link', () => {
  async function withAllWaysIn() {
    const person = await signUpSomeone(server);
    const named = { name: 'Program', scopes: ['contacts:read'], expiresInDays: null };
    const { key } = (await server.call<{ key: string }>('POST', '/api/keys', named, person)).body;
    await server.database.pool.query(
      `insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up) values (uuidv7(), $1::uuid, 'x', $1::uuid::text, 0, 'x', false)`,
      [person.userId],
    );
    return { person, key };
  }
  async function reset({ email }: Someone) {
    await server.call('POST', '/api/auth/request-password-reset', { email });
    const { rows } = await server.database.pool.query(
      `select data->>'text' as text from pgboss.job where name = 'mail' and data->>'to' = $1 order by created_on desc`,
      [email],
    );
    const token = /reset-password\?token=(\S+)/.exec(rows[0]?.text ?? '')?.[1];
    const newPassword = 'a brand new password';
    expect((await server.call('POST', '/api/auth/reset-password', { token, newPassword })).status).toBe(200);
    return server.call('POST', '/api/auth/sign-in/email', { email, password: newPassword });
  }
  const passkeysOf = async ({ userId }: Someone) =>
    (await server.database.pool.query('select from passkeys where user_id = $1', [userId])).rowCount;
  const readWith = async (token: string) => (await server.call('GET', '/api/contacts', undefined, { token })).status;

  test('verifies the address, and revokes every way in of whoever created the account before', async () => {
    const { person, key } = await withAllWaysIn();
    const other = await withAllWaysIn();
    const { status, headers } = await reset(person);
    expect(status).toBe(200);
    expect(await isVerified({ ...person, token: headers.get('set-auth-token') ?? '' })).toBe(true);
    expect([await readWith(person.token), await readWith(key), await passkeysOf(person)]).toEqual([401, 401, 0]);
    expect([await readWith(other.person.token), await readWith(other.key), await passkeysOf(other.person)]).toEqual([
      200, 200, 1,
    ]);
  });

  test('keeps keys and passkeys if the address was already verified', async () => {
    const { person, key } = await withAllWaysIn();
    await ask(person);
    await follow(person, await mailedTo(person));
    await reset(person);
    expect([await readWith(person.token), await readWith(key), await passkeysOf(person)]).toEqual([401, 200, 1]);
  });
});

test.each([
  ['signed with another secret', (holder: Someone) => verificationToken('another secret', holder, Date.now())],
  ['that has expired', (holder: Someone) => verificationToken(server.platform.secret, holder, Date.now() - DAY_MS)],
  [
    'with a later expiry',
    (holder: Someone) =>
      `${Date.now() + 9 * DAY_MS}.${verificationToken(server.platform.secret, holder, Date.now()).split('.')[1]}`,
  ],
  ['that is malformed', () => 'nothing'],
])('a link %s verifies nothing', async (_what, tokenFor) => {
  const person = await signUpSomeone(server);
  expect((await follow(person, tokenFor(person))).status).toBe(404);
  expect(await isVerified(person)).toBe(false);
});

test('a link works for a day', () => {
  const holder = { userId: 'a', email: 'Ada@example.test' };
  const token = verificationToken('secret', holder, 0);
  const isGood = (now: number, who = holder) => isVerificationToken('secret', who, token, now);
  expect([isGood(DAY_MS - 1), isGood(DAY_MS), isGood(0, { ...holder, email: 'eve@example.test' })]).toEqual([
    true,
    false,
    false,
  ]);
});
