import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const mails: Mail[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    mailer: {
      async send(mail) {
        mails.push(mail);
      },
    },
  });
});
afterAll(() => server.stop());
beforeEach(() => void mails.splice(0));

type SignedInPerson = Person & { token: string };
const call = (method: string, path: string, body: unknown, by?: SignedInPerson) =>
  server.call<{ code?: string; email?: string; to?: string }>(method, path, body, by);
const ask = (by: SignedInPerson, email: string) => call('POST', '/api/me/email', { email }, by);
const linkIn = (to: string, name: string): string => {
  const mail = mails.find((candidate) => candidate.to === to && candidate.text.includes(`?${name}=`));
  const [link = ''] = /https?:\S+/.exec(mail?.text ?? '') ?? [];
  expect(link, `a link ${name} to ${to}`).not.toBe('');
  return new URL(link).searchParams.get(name) ?? '';
};
const confirm = (by: SignedInPerson, token: string) => call('PUT', '/api/me/email', { token }, by);
const undo = (token: string) => call('POST', '/api/email-changes/undo', { token });
const signIn = async (email: string, password: string) =>
  (await call('POST', '/api/auth/sign-in/email', { email, password })).status;
const newPerson = (email: string) => `new-${email}`;
const emailOf = async (by: SignedInPerson) =>
  (await server.call<{ email: string }>('GET', '/api/me', undefined, by)).body.email;
const age = (what: string, by: string) =>
  server.database.pool.query(`update email_changes set ${what} = ${what} - interval '${by}'`);

test('the new address is confirmed by link; the previous one is notified and can undo it, which revokes every other way in', async () => {
  const person = await server.signUp();
  const next = newPerson(person.email);
  expect(await ask(person, next.toUpperCase())).toMatchObject({ status: 200, body: { to: next } });
  expect(mails.map(({ to }) => to).sort()).toEqual([next, person.email].sort());
  expect(mails.find(({ to }) => to === person.email)?.text).toContain(next);
  expect(await emailOf(person)).toBe(person.email);

  const token = linkIn(next, 'email');
  const stranger = await server.signUp();
  expect((await confirm(stranger, token)).status).toBe(404);
  expect((await confirm(person, `${token}x`)).status).toBe(404);
  expect(await confirm(person, token)).toMatchObject({ status: 200, body: { email: next } });
  expect((await confirm(person, token)).status).toBe(404);
  expect([await signIn(person.email, person.password), await signIn(next, person.password)]).toEqual([401, 200]);

  const back = linkIn(person.email, 'undo');
  expect((await undo(token)).status).toBe(404);
  expect(await undo(back)).toMatchObject({ status: 200, body: { email: person.email } });
  expect((await undo(back)).status).toBe(404);
  expect((await server.call('GET', '/api/me', undefined, person)).status).toBe(401);
  expect([await signIn(next, person.password), await signIn(person.email, person.password)]).toEqual([401, 401]);
  const reset = linkIn(person.email, 'token');
  const newPassword = 'another password that is long';
  expect((await call('POST', '/api/auth/reset-password', { token: reset, newPassword })).status).toBe(200);
  expect(await signIn(person.email, newPassword)).toBe(200);
  expect(await emailOf(stranger)).toBe(stranger.email);
  const { rows } = await server.database.pool.query(
    `select action from audit_entries where action like 'account.email%' order by created_at`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['account.email-ask', 'account.email', 'account.email-undo']);
});

test('rejects a taken address, an expired or superseded link, and a request without recent confirmation', async () => {
  const person = await server.signUp();
  expect((await ask(person, 'no address')).status).toBe(422);
  expect((await ask(person, person.email)).status).toBe(422);
  const taken = await server.signUp();
  expect((await ask(person, taken.email)).status).toBe(200);
  expect((await confirm(person, linkIn(taken.email, 'email'))).status).toBe(404);

  const [first, second] = [newPerson(person.email), `second-${person.email}`];
  await ask(person, first);
  await ask(person, second);
  expect((await confirm(person, linkIn(first, 'email'))).status).toBe(404);
  await age('created_at', '25 hours');
  expect((await confirm(person, linkIn(second, 'email'))).status).toBe(404);
  expect(await emailOf(person)).toBe(person.email);

  mails.splice(0);
  await ask(person, second);
  expect((await confirm(person, linkIn(second, 'email'))).status).toBe(200);
  await age('confirmed_at', '8 days');
  expect((await undo(linkIn(person.email, 'undo'))).status).toBe(404);
  await server.database.pool.query(
    `update login_sessions set created_at = now() - interval '1 hour', confirmed_at = null`,
  );
  expect(await ask(person, first)).toMatchObject({ body: { code: 'CONFIRM_FIRST' } });
});
