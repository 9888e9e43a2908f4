import type { Me } from '@switchyard/contracts/accounts/operations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { loginAccounts, loginSessions, users, verifications } from './accounts.schema.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const me = (token?: string) => server.call<Me>('GET', '/api/me', undefined, token ? { token } : {});
const signIn = (email: string, password: string, headers = {}) =>
  server.call('POST', '/api/auth/sign-in/email', { email, password }, { headers });
const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7/;

test('a sign-up creates the person, a login session and a first workspace with the browser’s zone and country', async () => {
  const answer = await server.call('POST', '/api/auth/sign-up/email', {
    name: 'نور 🌷 O’Brien-Łukasz',
    email: 'Noor@Example.Test',
    password: 'long enough',
    zone: 'Asia/Dubai',
    country: 'ae',
  });
  expect(answer.status).toBe(200);
  const token = answer.headers.get('set-auth-token') ?? '';
  const { body } = await me(token);
  expect(body).toMatchObject({
    email: 'noor@example.test',
    fullName: 'نور 🌷 O’Brien-Łukasz',
    role: 'user',
    workspace: { zone: 'Asia/Dubai', country: 'AE', plan: 'free', role: 'owner' },
    allowedEngineCount: 0,
    supportMode: false,
  });
  expect(body._id).toMatch(UUID_V7);
  expect(body.workspace._id).toMatch(UUID_V7);
  expect(body.workspaces).toEqual([{ _id: body.workspace._id, name: body.workspace.name, needsTwoFactor: false }]);
});

test('unknown guesses are ignored; a right that nobody may give themselves is refused by name', async () => {
  const { token } = await server.signUp({ zone: 'Mars/Olympus', country: 'ZZ' } as object);
  expect((await me(token)).body).toMatchObject({ role: 'user', workspace: { zone: 'UTC', country: 'GB' } });
  const body = { name: 'Ann', email: 'rights@example.test', password: 'a long enough password', role: 'admin' };
  expect(await server.call('POST', '/api/auth/sign-up/email', body)).toMatchObject({
    status: 422,
    body: { data: { faults: [{ field: 'role', code: 'unknownField' }] } },
  });
});

test('both the token and the cookie of a sign-in are accepted', async () => {
  const person = await server.signUp();
  const answer = await signIn(person.email, person.password);
  expect(answer.status).toBe(200);
  expect((await me(answer.headers.get('set-auth-token') ?? '')).body.email).toBe(person.email);
  const cookie = answer.headers.getSetCookie().find((header) => header.includes('session_token')) ?? '';
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  expect((await server.call<Me>('GET', '/api/me', undefined, { headers })).body.email).toBe(person.email);
});

test('after signing out the token is rejected at once', async () => {
  const { token } = await server.signUp();
  expect((await me(token)).status).toBe(200);
  expect((await server.call('POST', '/api/auth/sign-out', undefined, { token })).status).toBe(200);
  expect(await me(token)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
});

test('a missing, tampered, unsigned or expired token is rejected alike', async () => {
  const { token } = await server.signUp();
  const bearer = decodeURIComponent(token);
  const raw = bearer.split('.')[0] ?? '';
  const swapped = `${raw.startsWith('a') ? 'b' : 'a'}${bearer.slice(1)}`;
  for (const wrong of [undefined, 'nonsense', raw, `${raw}.`, `${raw}.AAAA`, encodeURIComponent(swapped), '%E0%A4%A']) {
    expect(await me(wrong), String(wrong)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  }
  expect((await me(token)).status).toBe(200);
  const { db } = server.database;
  await db.update(loginSessions).set({ expiresAt: sql`now() - interval '1 second'` }).where(sql`token = ${raw}`);
  expect((await me(token)).status).toBe(401);
});

test('a wrong bearer token does not fall back to a valid cookie', async () => {
  const { token } = await server.signUp();
  const headers = { cookie: `switchyard.session_token=${token}`, authorization: 'Bearer wrong.token' };
  expect((await server.call('GET', '/api/me', undefined, { headers })).status).toBe(401);
});

test('an address can sign up only once, ignoring case, and the first account is not changed', async () => {
  const person = await server.signUp({ email: 'only-once@example.test' });
  const answer = await server.call('POST', '/api/auth/sign-up/email', {
    name: 'Second',
    email: 'ONLY-once@example.test',
    password: 'another password',
  });
  expect(answer).toMatchObject({ status: 422, body: { code: 'USER_ALREADY_EXISTS', requestId: expect.any(String) } });
  expect(answer.body.data).toMatchObject({ faults: [{ field: 'email', message: expect.stringContaining('Sign in') }] });
  expect((await signIn(person.email, person.password)).status).toBe(200);
});

test('two concurrent sign-ups with one address create one account', async () => {
  const body = { name: 'Twin', email: 'twin@example.test', password: 'long enough' };
  const answers = await Promise.all([1, 2].map(() => server.call('POST', '/api/auth/sign-up/email', body)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
  const rows = await server.database.db.select().from(users).where(sql`email = ${body.email}`);
  expect(rows).toHaveLength(1);
  const accounts = await server.database.db.select().from(loginAccounts).where(sql`user_id = ${rows[0]?.id}`);
  expect(accounts).toHaveLength(1);
});

test('an invalid sign-up names every field', async () => {
  const answer = await server.call<{ data: { faults: { field: string }[] } }>('POST', '/api/auth/sign-up/email', {
    name: ' ',
    email: 'not an address',
    password: 'short',
  });
  expect(answer.status).toBe(422);
  expect(answer.body.data.faults.map((fault) => fault.field)).toEqual(['name', 'email', 'password']);
  expect(
    (
      await server.call('POST', '/api/auth/sign-up/email', {
        name: 'a\u0000b',
        email: 'a@b.test',
        password: 'long enough',
      })
    ).status,
  ).toBe(422);
});

test('a wrong password and an unknown address get the same answer', async () => {
  const { email } = await server.signUp();
  const signInAnswer = async (address: string) => {
    const { status, body } = await signIn(address, 'not the password');
    return { status, code: body.code, message: body.message };
  };
  expect(await signInAnswer(email)).toEqual({
    status: 401,
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: expect.any(String),
  });
  expect(await signInAnswer('nobody@example.test')).toEqual(await signInAnswer(email));
});

test('sign-in is allowed from localhost, 127.0.0.1 and the public URL, not from foreign pages', async () => {
  const { email, password } = await server.signUp();
  const { port } = new URL(server.url);
  for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`, server.platform.config.publicUrl]) {
    expect((await signIn(email, password, { origin })).status, origin).toBe(200);
  }
  for (const origin of ['https://evil.example', `http://localhost.evil.example:${port}`]) {
    expect((await signIn(email, password, { origin })).status, origin).toBe(403);
  }
});

test('routes of the sign-in library that we do not expose are not found', async () => {
  const { token } = await server.signUp();
  for (const path of ['/organization/create', '/update-user', '/update-session', '/list-sessions', '/nothing']) {
    const answer = await server.call('POST', `/api/auth${path}`, {}, { token });
    expect(answer, path).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', requestId: expect.any(String) } });
  }
});

async function resetLink(email: string): Promise<string> {
  const requested = await server.call('POST', '/api/auth/request-password-reset', { email });
  expect(requested.status).toBe(200);
  const { rows } = await server.database.pool.query(
    'select text from outbox_mails where "to" = $1 order by created_at desc',
    [email],
  );
  return /\/reset-password\?token=(\S+)/.exec(rows[0].text)?.[1] ?? '';
}
const reset = (token: string, newPassword: string) =>
  server.call('POST', '/api/auth/reset-password', { token, newPassword });

test('a mailed link sets a new password once, and ends every login session', async () => {
  const person = await server.signUp();
  const link = await resetLink(person.email);
  expect(await reset(link, 'short')).toMatchObject({
    status: 422,
    body: { data: { faults: [{ field: 'newPassword' }] } },
  });
  expect((await reset(link, 'a brand new password')).status).toBe(200);
  expect((await me(person.token)).status).toBe(401);
  expect((await signIn(person.email, person.password)).status).toBe(401);
  expect((await signIn(person.email, 'a brand new password')).status).toBe(200);
  expect(await reset(link, 'yet another password')).toMatchObject({
    status: 422,
    body: { code: 'INVALID_TOKEN', data: { faults: [{ field: 'token' }] } },
  });
  expect((await signIn(person.email, 'a brand new password')).status).toBe(200);
});

test('an expired link changes nothing, and the database contains no usable link', async () => {
  const person = await server.signUp();
  const link = await resetLink(person.email);
  const { db } = server.database;
  expect(JSON.stringify(await db.select().from(verifications))).not.toContain(link);
  await db.update(verifications).set({ expiresAt: sql`now() - interval '1 second'` });
  expect((await reset(link, 'a brand new password')).status).toBe(422);
  expect((await signIn(person.email, person.password)).status).toBe(200);
});

test('requesting a link does not reveal whether an address has an account', async () => {
  const { email } = await server.signUp();
  const known = await server.call('POST', '/api/auth/request-password-reset', { email });
  const unknown = await server.call('POST', '/api/auth/request-password-reset', { email: 'nobody@example.test' });
  expect(unknown.status).toBe(known.status);
  expect(unknown.body).toEqual(known.body);
  const { rows } = await server.database.pool.query(`select 1 from outbox_mails where "to" = 'nobody@example.test'`);
  expect(rows).toHaveLength(0);
});

test('using a link revokes that person’s other links, and nobody else’s', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const [first, second, others] = [
    await resetLink(person.email),
    await resetLink(person.email),
    await resetLink(other.email),
  ];
  expect((await reset(second, 'a brand new password')).status).toBe(200);
  expect(await reset(first, 'yet another password')).toMatchObject({ status: 422, body: { code: 'INVALID_TOKEN' } });
  expect((await signIn(person.email, 'a brand new password')).status).toBe(200);
  expect((await reset(others, 'a brand new password')).status).toBe(200);
});

test('changing a password ends every other sign-in and every link, but not the current sign-in', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const elsewhere = (await signIn(person.email, person.password)).headers.get('set-auth-token') ?? '';
  const link = await resetLink(person.email);
  const change = (currentPassword: string) =>
    server.call('POST', '/api/auth/change-password', { currentPassword, newPassword: 'a brand new password' }, person);
  expect((await change('a wrong password')).status).toBe(422);
  expect((await me(elsewhere)).status).toBe(200);
  expect((await change(person.password)).status).toBe(200);
  expect([(await me(elsewhere)).status, (await me(person.token)).status, (await me(other.token)).status]).toEqual([
    401, 200, 200,
  ]);
  expect(await reset(link, 'yet another password')).toMatchObject({ status: 422, body: { code: 'INVALID_TOKEN' } });
});

test('while sign-up is closed nobody can sign up, and existing accounts can sign in', async () => {
  const closed = await startTestServer({ config: { signUp: 'closed', databaseUrl: server.database.url } });
  try {
    const person = await server.signUp();
    const stranger = { name: 'Stranger', email: 'stranger@example.test', password: 'a long enough password' };
    expect(await closed.call('POST', '/api/auth/sign-up/email', stranger)).toMatchObject({
      status: 403,
      body: { code: 'SIGNUP_CLOSED', status: 403, requestId: expect.any(String) },
    });
    const { rowCount } = await server.database.pool.query('select from users where email = $1', [stranger.email]);
    expect(rowCount).toBe(0);
    const { email, password } = person;
    expect((await closed.call('POST', '/api/auth/sign-in/email', { email, password })).status).toBe(200);
    expect((await closed.call('GET', '/api/settings')).body).toMatchObject({ signUp: 'closed' });
    expect((await server.call('GET', '/api/settings')).body).toMatchObject({ signUp: 'open' });
  } finally {
    await closed.stop();
  }
});
