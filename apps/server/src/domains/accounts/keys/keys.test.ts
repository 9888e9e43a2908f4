import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, signUpSomeone, within } from '../../../../test/team.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { notifyKeyExpiry } from './notify-key-expiry.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

async function owner() {
  const person = await server.signUp();
  const { body } = await server.call<{ _id: string; workspace: { _id: string } }>('GET', '/api/me', undefined, person);
  return { ...person, userId: body._id, workspaceId: body.workspace._id };
}
type CreatedKey = { key: string; created: { _id: string; prefix: string } };
const createKey = async (token: string, scopes: string[], expiresInDays: number | null = null): Promise<CreatedKey> =>
  (await server.call<CreatedKey>('POST', '/api/keys', { name: 'Program', scopes, expiresInDays }, { token })).body;
const withKey = async (key: string, method: string, path: string, body?: unknown, headers = {}) =>
  (await server.call(method, path, body, { token: key, headers })).status;
const run = (statement: string, ...values: unknown[]) => server.database.pool.query(statement, values);

test('a key reads what its scope covers, writes only with the other scope, and opens nothing else', async () => {
  const person = await owner();
  const reads = await createKey(person.token, ['contacts:read']);
  expect(await withKey(reads.key, 'GET', '/api/contacts')).toBe(200);
  const contact = { name: 'Ann', mobile: '+447700900123' };
  expect(await withKey(reads.key, 'POST', '/api/contacts', contact)).toBe(403);
  for (const path of ['/api/messages', '/api/me', '/api/keys', '/api/support/consent', '/api/outbox']) {
    expect(await withKey(reads.key, 'GET', path), path).toBe(403);
  }
  const changes = await createKey(person.token, ['contacts:change']);
  expect(await withKey(changes.key, 'POST', '/api/contacts', contact)).toBe(201);
  expect(await withKey(changes.key, 'GET', '/api/contacts')).toBe(403);
  const { rows } = await run('select name from contacts where workspace_id = $1', person.workspaceId);
  expect(rows).toEqual([{ name: 'Ann' }]);
});

test('a key is stored as a hash and listed by its prefix, with time and address of its last use', async () => {
  const person = await owner();
  const { key, created } = await createKey(person.token, ['contacts:read']);
  expect(key.startsWith(created.prefix)).toBe(true);
  expect(await withKey(key, 'GET', '/api/contacts', undefined, { 'x-switchyard-client-address': '6.6.6.6' })).toBe(200);
  const list = await server.call<{ data: object[] }>('GET', '/api/keys', undefined, person);
  expect(list.body.data).toMatchObject([{ name: 'Program', by: person.name, lastUsedFrom: '127.0.0.1' }]);
  const { rows } = await run('select api_keys::text as row from api_keys where id = $1', created._id);
  expect(JSON.stringify([rows, list.body])).not.toContain(key.slice(created.prefix.length));
});

describe('a key is rejected', () => {
  test.each<
    [string, (made: CreatedKey, who: { userId: string; workspaceId: string; token: string }) => Promise<unknown>]
  >([
    ['once it is revoked', ({ created }, who) => server.call('POST', `/api/keys/${created._id}/revoke`, {}, who)],
    ['once it has expired', ({ created }) => run(`update api_keys set expires_at = now() where id = $1`, created._id)],
    [
      'once its creator has left the workspace',
      (_made, { workspaceId }) => run('delete from workspace_members where organization_id = $1', workspaceId),
    ],
    [
      'while its workspace requires two-factor authentication its creator lacks',
      (_made, { workspaceId }) => run('update workspaces set demands_two_factor = true where id = $1', workspaceId),
    ],
  ])('%s', async (_name, then) => {
    const person = await owner();
    const made = await createKey(person.token, ['contacts:read']);
    expect(await withKey(made.key, 'GET', '/api/contacts')).toBe(200);
    await then(made, person);
    expect(await withKey(made.key, 'GET', '/api/contacts')).toBe(401);
  });

  test.each([
    ['made up', 'sy_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['only a prefix', 'sy_'],
    ['with SQL in it', `sy_'or'1'='1`],
    ['very long', `sy_${'x'.repeat(4_000)}`],
  ])('if %s', async (_name, key) => {
    expect(await withKey(key, 'GET', '/api/contacts')).toBe(401);
  });

  test('if truncated or in the wrong case', async () => {
    const { key } = await createKey((await owner()).token, ['contacts:read']);
    expect(await withKey(key.slice(0, -1), 'GET', '/api/contacts')).toBe(401);
    expect(await withKey(key.toUpperCase(), 'GET', '/api/contacts')).toBe(401);
  });
});

test('if its creator has left its workspace, whatever their other workspaces', async () => {
  const [person, host] = [await owner(), await owner()];
  const { key } = await createKey(person.token, ['contacts:read']);
  await run(
    `insert into workspace_members (id, organization_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')`,
    host.workspaceId,
    person.userId,
  );
  await run(
    'delete from workspace_members where organization_id = $1 and user_id = $2',
    person.workspaceId,
    person.userId,
  );
  expect(await withKey(key, 'GET', '/api/contacts')).toBe(401);
});

test('removing a member revokes their keys there, even if they return; other keys keep working', async () => {
  const [boss, helper] = [await signUpSomeone(server), await signUpSomeone(server)];
  await join(server, boss, helper, 'admin');
  const asMember = within(helper, boss.workspaceId);
  const scopes = ['contacts:read'];
  const input = { name: 'Program', scopes, expiresInDays: null };
  const { body } = await server.call<CreatedKey>('POST', '/api/keys', input, asMember);
  const [own, colleagues] = [await createKey(helper.token, scopes), await createKey(boss.token, scopes)];
  const opens = () =>
    Promise.all([body.key, own.key, colleagues.key].map((key) => withKey(key, 'GET', '/api/contacts')));
  expect(await opens()).toEqual([200, 200, 200]);
  const path = `/api/workspace/members/${helper.userId}`;
  expect((await server.call('DELETE', path, undefined, within(boss, boss.workspaceId))).status).toBe(200);
  expect(await opens()).toEqual([401, 200, 200]);
  await join(server, boss, helper, 'admin');
  expect(await opens()).toEqual([401, 200, 200]);
  const listed = await server.call<{ data: { _id: string; revokedAt: string | null }[] }>(
    'GET',
    '/api/keys',
    undefined,
    boss,
  );
  const revoked = listed.body.data.filter(({ revokedAt }) => revokedAt !== null).map(({ _id }) => _id);
  expect(revoked).toEqual([body.created._id]);
});

test('a key never acts as a platform admin or in support mode, even if its creator could', async () => {
  const [admin, person] = [await owner(), await owner()];
  await run(`update users set role = 'admin' where id = $1`, admin.userId);
  const { body } = await server.call<{ scopes: string[] }>('GET', '/api/keys', undefined, admin);
  const { key } = await createKey(admin.token, body.scopes);
  expect(await withKey(key, 'GET', '/api/outbox')).toBe(403);
  expect(await withKey(key, 'GET', '/api/cluster/nodes')).toBe(403);
  const supported = { 'x-supported-user-id': person.userId, 'x-supported-workspace-id': person.workspaceId };
  expect(await withKey(key, 'GET', '/api/contacts', undefined, supported)).toBe(403);
});

test('a key works again once its creator sets up the required two-factor authentication', async () => {
  const person = await owner();
  const { key } = await createKey(person.token, ['contacts:read']);
  await run('update workspaces set demands_two_factor = true where id = $1', person.workspaceId);
  expect(await withKey(key, 'GET', '/api/contacts')).toBe(401);
  await run('update users set two_factor_enabled = true where id = $1', person.userId);
  expect(await withKey(key, 'GET', '/api/contacts')).toBe(200);
});

test('a key follows its creator’s current rights', async () => {
  const person = await owner();
  const { key } = await createKey(person.token, ['billing:change', 'billing:read']);
  expect(await withKey(key, 'PUT', '/api/subscription/bill-to', { billTo: 'x' })).toBe(200);
  await run(`update workspace_members set role = 'member' where user_id = $1`, person.userId);
  expect(await withKey(key, 'PUT', '/api/subscription/bill-to', { billTo: 'y' })).toBe(403);
});

test.each([
  ['an unknown scope', { name: 'x', scopes: ['everything:read'], expiresInDays: null }],
  ['a scope for operators', { name: 'x', scopes: ['cluster:read'], expiresInDays: null }],
  ['no scope', { name: 'x', scopes: [], expiresInDays: null }],
  ['no name', { name: ' ', scopes: ['contacts:read'], expiresInDays: null }],
  ['an expiry in the past', { name: 'x', scopes: ['contacts:read'], expiresInDays: 0 }],
])('rejects a key with %s', async (_name, input) => {
  const person = await owner();
  expect((await server.call('POST', '/api/keys', input, person)).status).toBe(422);
  expect((await run('select from api_keys where workspace_id = $1', person.workspaceId)).rowCount).toBe(0);
});

test('its workspace is notified once, 7 days before it expires', async () => {
  const person = await owner();
  const { created } = await createKey(person.token, ['contacts:read'], 5);
  await createKey(person.token, ['contacts:read'], 8);
  await notifyKeyExpiry(server.platform);
  await notifyKeyExpiry(server.platform);
  const { rows } = await run(
    `select kind, subject from notifications where kind <> 'key-added' and workspace_id = $1`,
    person.workspaceId,
  );
  expect(rows).toEqual([{ kind: 'key-expiring', subject: created._id }]);
});

describe('creating a key requires recent confirmation of identity', () => {
  const key = { name: 'Program', scopes: ['contacts:read'], expiresInDays: null };
  const ageSignIn = (userId: string) =>
    run(`update login_sessions set created_at = now() - interval '11 minutes' where user_id = $1`, userId);
  const create = (token: string) => server.call<{ code?: string }>('POST', '/api/keys', key, { token });
  const confirm = (token: string, body: object) => server.call('POST', '/api/auth/confirm', body, { token });

  test('by a sign-in within ten minutes or the password since; a wrong password confirms nothing', async () => {
    const [person, other] = [await owner(), await owner()];
    expect((await create(person.token)).status).toBe(200);
    await ageSignIn(person.userId);
    await ageSignIn(other.userId);
    expect(await create(person.token)).toMatchObject({ status: 403, body: { code: 'CONFIRM_FIRST' } });
    expect((await confirm(person.token, { password: 'not the password' })).status).toBe(422);
    expect((await confirm(person.token, {})).status).toBe(422);
    expect((await confirm('nobody', { password: person.password })).status).toBe(401);
    expect((await create(person.token)).status).toBe(403);
    expect((await confirm(person.token, { password: person.password })).status).toBe(200);
    expect((await create(person.token)).status).toBe(200);
    // It confirms no other login session, and expires.
    expect((await create(other.token)).status).toBe(403);
    await run(
      `update login_sessions set confirmed_at = now() - interval '11 minutes' where user_id = $1`,
      person.userId,
    );
    expect((await create(person.token)).status).toBe(403);
  });

  test('and notifies the person by email', async () => {
    const person = await owner();
    await create(person.token);
    const { rows } = await run(
      `select kind, data->>'name' as name from notifications where user_id = $1`,
      person.userId,
    );
    expect(rows).toEqual(expect.arrayContaining([{ kind: 'key-added', name: 'Program' }]));
  });

  test('a person can revoke all their keys and passkeys at once, without affecting others', async () => {
    const [person, other] = [await owner(), await owner()];
    const [mine, theirs] = [
      await createKey(person.token, ['contacts:read']),
      await createKey(other.token, ['contacts:read']),
    ];
    const { token } = person;
    const revoked = await server.call('POST', '/api/me/credentials/revoke', {}, { token });
    expect(revoked.body).toEqual({ keys: 1, passkeys: 0 });
    expect(await withKey(mine.key, 'GET', '/api/contacts')).toBe(401);
    expect(await withKey(theirs.key, 'GET', '/api/contacts')).toBe(200);
    expect((await server.call('POST', '/api/me/credentials/revoke', {}, { token })).body).toEqual({
      keys: 0,
      passkeys: 0,
    });
  });
});
