import type { SignIn } from '@switchyard/contracts/accounts/operations';
import type { Notification } from '@switchyard/contracts/notifications/operations';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { deviceLabel } from './device-label.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

const mails: Mail[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mailer: { send: async (mail) => void mails.push(mail) } });
});
afterAll(() => server.stop());

type Person = Awaited<ReturnType<TestServer['signUp']>>;
const signIn = ({ email, password }: Person, headers: Record<string, string> = {}) =>
  server.call('POST', '/api/auth/sign-in/email', { email, password }, { headers });
const notificationsOf = async ({ token }: Person) =>
  (await server.call<{ data: Notification[] }>('GET', '/api/notifications', undefined, { token })).body.data;
const deviceCookie = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('switchyard.device='))
    ?.split(';')[0] ?? '';
const signIns = async ({ token }: Pick<Person, 'token'>) =>
  (await server.call<{ data: SignIn[]; total: number }>('GET', '/api/me/sign-ins', undefined, { token })).body;

test.each([
  [FIREFOX, 'Firefox on Linux'],
  [CHROME, 'Chrome on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0', 'Edge on macOS'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/150.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/8.5.0', 'Another program'],
  [null, 'Another program'],
])('%s is %s', (userAgent, label) => expect(deviceLabel(userAgent)).toBe(label));

test('a sign-in from a new device sends a notification and email; one from a known device does not', async () => {
  const person = await server.signUp();
  await signIn(person);
  expect(await notificationsOf(person)).toEqual([]);

  const first = await signIn(person, { 'user-agent': FIREFOX });
  expect(await notificationsOf(person)).toMatchObject([
    { kind: 'sign-in', data: { name: 'Firefox on Linux', address: expect.any(String) } },
  ]);
  await vi.waitFor(() =>
    expect(mails.filter((mail) => mail.to === person.email)).toMatchObject([
      { subject: 'Switchyard: New sign-in to your account' },
    ]),
  );

  const cookie = deviceCookie(first.headers);
  expect(cookie).not.toBe('');
  // The same browser after an update and elsewhere, recognised by its cookie; without it, by its kind and network.
  await signIn(person, { 'user-agent': CHROME, cookie });
  await signIn(person, { 'user-agent': CHROME });
  expect(await notificationsOf(person)).toHaveLength(1);
});

test('a known kind of browser counts as new from another network', async () => {
  const person = await server.signUp();
  await signIn(person);
  await signIn(person, { 'user-agent': FIREFOX });
  await server.database.pool.query(
    `update sign_in_devices set network = '203.0.113.0' where user_id = (select id from users where email = $1)`,
    [person.email],
  );
  await signIn(person, { 'user-agent': FIREFOX });
  expect(await notificationsOf(person)).toHaveLength(2);
});

test('another person’s device is new to me, and a forged cookie is ignored', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const othersCookie = deviceCookie((await signIn(other, { 'user-agent': FIREFOX })).headers);
  await signIn(person, { 'user-agent': FIREFOX, cookie: othersCookie });
  await signIn(person, { 'user-agent': CHROME, cookie: `switchyard.device=${'A'.repeat(43)}` });
  expect(await notificationsOf(person)).toHaveLength(2);
});

test('a person sees their login sessions and can end any but the current one', async () => {
  const person = await server.signUp();
  const elsewhere = (await signIn(person, { 'user-agent': FIREFOX })).headers.get('set-auth-token') ?? '';
  await signIn(person, { 'user-agent': CHROME });
  const { data, total } = await signIns(person);
  expect(total).toBe(3);
  expect(data.map((login) => [login.device, login.isCurrent])).toEqual([
    ['Chrome on Windows', false],
    ['Firefox on Linux', false],
    ['Another program', true],
  ]);
  const end = (id: string) => server.call('DELETE', `/api/me/sign-ins/${id}`, undefined, { token: person.token });
  expect((await end(data[2]?._id ?? '')).status).toBe(404);
  expect((await end((await signIns(await server.signUp())).data[0]?._id ?? '')).status).toBe(404);
  expect((await end(data[1]?._id ?? '')).status).toBe(200);
  expect((await server.call('GET', '/api/me', undefined, { token: elsewhere })).status).toBe(401);
  const endedOthers = await server.call('POST', '/api/me/sign-ins/end-others', {}, { token: person.token });
  expect(endedOthers.body).toEqual({ ended: 1 });
  expect((await signIns(person)).total).toBe(1);
});

test.each(['password123', 'QWERTYUIOP', 'Iloveyou1'])('rejects %s as a common password', async (password) => {
  const signUp = { name: 'Ada', email: `${password}@example.test`, password };
  expect(await server.call('POST', '/api/auth/sign-up/email', signUp)).toMatchObject({
    status: 422,
    body: { data: { faults: [{ field: 'password' }] } },
  });
  const person = await server.signUp();
  const change = { currentPassword: person.password, newPassword: password };
  expect(await server.call('POST', '/api/auth/change-password', change, person)).toMatchObject({
    status: 422,
    body: { data: { faults: [{ field: 'newPassword' }] } },
  });
  expect((await signIn(person)).status).toBe(200);
});
