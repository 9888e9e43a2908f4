import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Config } from '../../platform/config/config.ts';
import { firstAdminLink } from './first-admin.ts';
import { resetAdmin } from './reset-admin.ts';

const PASSWORD = 'a long enough password';
const servers: Partial<Record<Config['signUp'], TestServer>> = {};
beforeAll(async () => {
  for (const signUp of ['open', 'invite', 'closed'] as const)
    servers[signUp] = await startTestServer({ config: { signUp } });
});
afterAll(() => Promise.all(Object.values(servers).map((server) => server.stop())));
const serverWith = (signUp: Config['signUp']) => servers[signUp] as TestServer;

const signUp = async (server: TestServer, email: string, more: object = {}) =>
  (await server.call('POST', '/api/auth/sign-up/email', { name: 'Somebody', email, password: PASSWORD, ...more }))
    .status;
const roleOf = async ({ database }: TestServer, email: string) =>
  (await database.pool.query<{ role: string }>('select role from users where email = $1', [email])).rows[0]?.role;
/** The first-admin token; demotes the existing admin first, because earlier tests may have made one. */
const tokenOf = async (server: TestServer) => {
  await server.database.pool.query(`update users set role = 'user' where role = 'admin'`);
  return new URL((await firstAdminLink(server.platform)) ?? 'http://none.invalid').searchParams.get('firstAdmin');
};

/** @returns the token of the invitation link */
async function invite({ database }: TestServer, email: string, more = '') {
  const token = `token of ${email}`;
  const { rows } = await database.pool.query<{ id: string }>(
    `with boss as (insert into users (id, name, email) values (uuidv7(), 'Boss', uuidv7()::text) returning id),
       made as (insert into workspaces (id, name, slug) values (uuidv7(), 'W', uuidv7()::text) returning id),
       owner as (insert into workspace_members (id, organization_id, user_id, role) select uuidv7(), made.id, boss.id, 'owner' from made, boss)
     insert into workspace_invitations (id, organization_id, email, role, expires_at, inviter_id, token_hash)
     select uuidv7(), made.id, $1, 'member', now() + interval '1 day', boss.id, $2 from made, boss returning organization_id as id`,
    [email, createHash('sha256').update(token).digest('hex')],
  );
  if (more) await database.pool.query(`update workspace_invitations set ${more} where email = $1`, [email]);
  return { invitation: { workspaceId: rows[0]?.id ?? '', token } };
}

test('the first-admin link works even if sign-up is closed, once', async () => {
  const server = serverWith('closed');
  const firstAdmin = await tokenOf(server);
  expect(await signUp(server, 'stranger@example.test')).toBe(403);
  expect(await signUp(server, 'guess@example.test', { firstAdmin: 'guessed' })).toBe(403);
  expect(await signUp(server, 'first@example.test', { firstAdmin })).toBe(200);
  expect(await roleOf(server, 'first@example.test')).toBe('admin');
  expect(await firstAdminLink(server.platform)).toBeNull();
  expect(await signUp(server, 'second@example.test', { firstAdmin })).toBe(403);
  expect(await roleOf(server, 'second@example.test')).toBeUndefined();
});

test('makes one admin when two people use the first-admin link at once', async () => {
  const server = serverWith('open');
  const firstAdmin = await tokenOf(server);
  await Promise.all(['one', 'two'].map((name) => signUp(server, `${name}@example.test`, { firstAdmin })));
  const roles = await Promise.all(['one', 'two'].map((name) => roleOf(server, `${name}@example.test`)));
  expect(roles.filter((role) => role === 'admin')).toHaveLength(1);
});

test('open sign-up makes nobody an admin on request', async () => {
  expect(await signUp(serverWith('open'), 'asks@example.test', { role: 'admin' })).toBe(422);
  expect(await roleOf(serverWith('open'), 'asks@example.test')).toBeUndefined();
});

describe('sign-up by invitation only', () => {
  test('accepts the invited person', async () => {
    const link = await invite(serverWith('invite'), 'ann@example.test');
    expect(await signUp(serverWith('invite'), 'Ann@example.test', link)).toBe(200);
  });

  test.each<[string, (server: TestServer, email: string) => Promise<object>]>([
    ['rejects a missing invitation', async () => ({})],
    ['rejects an invitation for someone else', (server, email) => invite(server, `not-${email}`)],
    ['rejects an expired invitation', (server, email) => invite(server, email, 'expires_at = now()')],
    ['rejects a used invitation', (server, email) => invite(server, email, `status = 'accepted'`)],
    [
      'rejects a guessed token',
      async (server, email) => {
        const { invitation } = await invite(server, email);
        return { invitation: { ...invitation, token: 'guessed' } };
      },
    ],
  ])('%s', async (name, linkFor) => {
    const email = `${name.replaceAll(' ', '-')}@example.test`;
    expect(await signUp(serverWith('invite'), email, await linkFor(serverWith('invite'), email))).toBe(403);
    expect(await roleOf(serverWith('invite'), email)).toBeUndefined();
  });
});

test('the command lets a locked-out admin in with a new password, and ends all other sign-ins', async () => {
  const server = serverWith('open');
  const person = await server.signUp();
  await server.database.pool.query('update users set two_factor_enabled = true where email = $1', [person.email]);
  const input = { email: person.email.toUpperCase(), password: 'quite another password', role: 'admin' } as const;
  expect(await resetAdmin(server.database.db, input)).toBe(true);
  expect((await server.call('GET', '/api/me', undefined, person)).status).toBe(401);
  const signIn = (password: string) =>
    server.call('POST', '/api/auth/sign-in/email', { email: person.email, password });
  expect((await signIn(person.password)).status).toBe(401);
  const token = (await signIn(input.password)).headers.get('set-auth-token') ?? '';
  expect((await server.call('GET', '/api/me', undefined, { token })).body).toMatchObject({ role: 'admin' });
  expect(await resetAdmin(server.database.db, { ...input, email: 'nobody@example.test' })).toBe(false);
});
