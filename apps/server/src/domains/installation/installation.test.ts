import type {
  InstallationEntry,
  InstallationPerson,
  InstallationWorkspace,
} from '@switchyard/contracts/installation/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { resetAdmin } from '../accounts/index.ts';

let server: TestServer;
let admin: Account;
beforeAll(async () => {
  server = await startTestServer();
  admin = await account('admin');
});
afterAll(() => server.stop());

interface Account {
  name: string;
  userId: string;
  workspaceId: string;
  email: string;
  password: string;
  token: string;
}

async function account(role = 'user'): Promise<Account> {
  const person = await server.signUp();
  const { rows } = await server.database.pool.query(
    `update users set role = $2 from workspace_members m where email = $1 and m.user_id = users.id
     returning users.id, m.organization_id as workspace`,
    [person.email, role],
  );
  return { ...person, userId: rows[0].id, workspaceId: rows[0].workspace };
}

const me = async ({ token }: Pick<Account, 'token'>) =>
  (await server.call('GET', '/api/me', undefined, { token })).status;
const signIn = ({ email, password }: Account) =>
  server.call<{ code?: string; token?: string }>('POST', '/api/auth/sign-in/email', { email, password });
const act = <Body = InstallationPerson>(method: string, path: string, body?: unknown, by: Account = admin) =>
  server.call<Body & { code?: string; message?: string }>(method, `/api/installation/${path}`, body, by);

async function keyOf(person: Account): Promise<string> {
  const body = { name: 'Mine', scopes: ['messages:read'], expiresInDays: null };
  const created = await server.call<{ key: string }>('POST', '/api/keys', body, person);
  expect(created.status).toBe(200);
  return created.body.key;
}

const engineOf = async (person: Account) => {
  const { engineId } = await createLaneFixture(server.database);
  await server.database.pool.query(
    `update engines set workspace_id = $2, owner_id = $3, desired = 'running' where id = $1`,
    [engineId, person.workspaceId, person.userId],
  );
  return async () =>
    (await server.database.pool.query('select desired from engines where id = $1', [engineId])).rows[0].desired;
};

test('lists people and workspaces with their usage, by search, filter and page', async () => {
  const person = await account();
  const engine = await engineOf(person);
  expect(await engine()).toBe('running');
  const found = await act<{ data: InstallationPerson[]; total: number }>('GET', `people?search=${person.email}`);
  expect(found.body).toMatchObject({
    total: 1,
    data: [
      {
        _id: person.userId,
        role: 'user',
        workspaces: 1,
        engines: 1,
        signIns: 1,
        lastSignInAt: expect.any(String),
        suspendedAt: null,
      },
    ],
  });
  const admins = await act<{ data: InstallationPerson[] }>('GET', 'people?filter=admins');
  expect(admins.body.data.map(({ _id }) => _id)).toEqual([admin.userId]);
  const all = await act<{ data: InstallationPerson[]; total: number }>('GET', 'people?limit=1');
  expect(all.body.data).toHaveLength(1);
  expect(all.body.total).toBeGreaterThan(1);
  const workspaces = await act<{ data: InstallationWorkspace[] }>('GET', `workspaces?search=${person.email}`);
  expect(workspaces.body.data).toMatchObject([
    { _id: person.workspaceId, owner: person.email, people: 1, engines: 1, connected: 1, sent: 0, fileBytes: 0 },
  ]);
});

test('suspending a person takes effect at once for keys and engines, and can be undone', async () => {
  const person = await account();
  const other = await account();
  const engine = await engineOf(person);
  const [key, otherKey] = [await keyOf(person), await keyOf(other)];
  expect([await me(person), await me({ token: key })]).toEqual([200, 403]);

  const suspended = await act('POST', `people/${person.userId}/suspension`);
  expect(suspended.body).toMatchObject({ suspendedAt: expect.any(String), signIns: 0 });
  expect([await me(person), await me({ token: key }), await engine()]).toEqual([401, 401, 'until-kept']);
  expect(await signIn(person)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_SUSPENDED' } });
  expect([await me(other), await me({ token: otherKey })]).toEqual([200, 403]);
  const { rows } = await server.database.pool.query('select suspended_at from workspaces where id = $1', [
    person.workspaceId,
  ]);
  expect(rows[0].suspended_at).not.toBeNull();

  const reinstated = await act('DELETE', `people/${person.userId}/suspension`);
  expect(reinstated.body).toMatchObject({ suspendedAt: null });
  expect((await signIn(person)).status).toBe(200);
  expect([await me({ token: key }), await engine()]).toEqual([403, 'running']);
  const { rows: after } = await server.database.pool.query('select suspended_at from workspaces where id = $1', [
    person.workspaceId,
  ]);
  expect(after[0].suspended_at).toBeNull();
});

test('suspending a workspace keeps everybody out and stops its engines; other workspaces of its members are not affected', async () => {
  const [owner, member] = [await account(), await account()];
  const engine = await engineOf(owner);
  await server.database.pool.query(
    `insert into workspace_members (id, organization_id, user_id, role) values (uuidv7(), $1, $2, 'member')`,
    [owner.workspaceId, member.userId],
  );
  await act('POST', `people/${owner.userId}/suspension`);
  const inside = { token: member.token, headers: { 'x-workspace-id': owner.workspaceId } };
  expect((await server.call('GET', '/api/me', undefined, inside)).status).toBe(200);
  expect(await engine()).toBe('until-kept');
  await act('DELETE', `people/${owner.userId}/suspension`);
  expect(await engine()).toBe('running');

  const answer = await act<InstallationWorkspace>('POST', `workspaces/${owner.workspaceId}/suspension`);
  expect(answer.body).toMatchObject({ suspendedAt: expect.any(String) });
  const refused = await server.call('GET', '/api/me', undefined, inside);
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('suspended') } });
  expect([await me(member), await engine()]).toEqual([200, 'until-kept']);
  await act('DELETE', `workspaces/${owner.workspaceId}/suspension`);
  expect((await server.call('GET', '/api/me', undefined, inside)).status).toBe(200);
  expect(await engine()).toBe('running');
});

test('nobody can do it to themselves, and if two admins demote each other one remains', async () => {
  for (const [method, path, body] of [
    ['POST', 'suspension', undefined],
    ['PUT', 'role', { role: 'user' }],
    ['POST', 'deletion', undefined],
    ['POST', 'sign-ins/end', undefined],
  ] as const) {
    expect((await act(method, `people/${admin.userId}/${path}`, body)).status).toBe(403);
  }
  const [one, two] = [await account('admin'), await account('admin')];
  await server.database.pool.query(`update users set role = 'user' where id = $1`, [admin.userId]);
  const answers = await Promise.all([
    act('PUT', `people/${two.userId}/role`, { role: 'user' }, one),
    act('PUT', `people/${one.userId}/role`, { role: 'user' }, two),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  const { rows } = await server.database.pool.query(`select count(*)::int as admins from users where role = 'admin'`);
  expect(rows).toEqual([{ admins: 1 }]);
  await server.database.pool.query(`update users set role = 'admin' where id = $1`, [admin.userId]);
});

test('changing a role requires recent confirmation of identity', async () => {
  const person = await account();
  await server.database.pool.query(
    `update login_sessions set created_at = now() - interval '1 hour' where user_id = $1`,
    [admin.userId],
  );
  const refused = await act('PUT', `people/${person.userId}/role`, { role: 'admin' });
  expect(refused).toMatchObject({ status: 403, body: { code: 'CONFIRM_FIRST' } });
  await server.call('POST', '/api/auth/confirm', { password: admin.password }, admin);
  expect((await act('PUT', `people/${person.userId}/role`, { role: 'support' })).body).toMatchObject({
    role: 'support',
  });
});

test('two-factor authentication can be reset and sign-ins ended; each action is audited with its address', async () => {
  const person = await account();
  await server.database.pool.query('update users set two_factor_enabled = true where id = $1', [person.userId]);
  await server.database.pool.query(
    `insert into two_factors (id, user_id, secret, backup_codes) values (uuidv7(), $1, 'x', 'x')`,
    [person.userId],
  );
  expect((await act('POST', `people/${person.userId}/two-factor/reset`)).body).toMatchObject({ hasTwoFactor: false });
  expect((await act('POST', `people/${person.userId}/sign-ins/end`)).body).toMatchObject({ signIns: 0 });
  expect(await me(person)).toBe(401);
  const audit = await act<{ data: { action: string; subject: string }[] }>('GET', 'audit');
  expect(audit.body.data.filter(({ subject }) => subject === person.userId)).toMatchObject([
    { action: 'person.sign-out', address: '127.0.0.1', details: { ended: 1 } },
    { action: 'person.two-factor-reset', address: '127.0.0.1' },
  ]);
});

test('a deleted account is purged after two weeks, cannot be used meanwhile, and can be restored', async () => {
  const person = await account();
  const deleted = await act('POST', `people/${person.userId}/deletion`);
  expect(deleted.body).toMatchObject({ deleteAfter: expect.any(String), suspendedAt: expect.any(String) });
  expect((await signIn(person)).status).toBe(403);
  const kept = await act('DELETE', `people/${person.userId}/deletion`);
  expect(kept.body).toMatchObject({ deleteAfter: null, suspendedAt: null });
  expect((await signIn(person)).status).toBe(200);
  const { rows } = await server.database.pool.query('select suspended_at, delete_after from workspaces where id = $1', [
    person.workspaceId,
  ]);
  expect(rows).toEqual([{ suspended_at: null, delete_after: null }]);
});

test('shows the doctor’s checks, each with its remedy', async () => {
  const { body } = await act<{ about: string; state: string; remedy: string | null }[]>('GET', 'checks');
  const checks = body as unknown as { about: string; state: string; remedy: string | null }[];
  expect(checks).toContainEqual(expect.objectContaining({ about: 'database', state: 'ok', remedy: null }));
  expect(checks).toContainEqual(expect.objectContaining({ about: 'backup', remedy: expect.any(String) }));
});

test('reset-admin reinstates a suspended admin', async () => {
  const person = await account('admin');
  await act('POST', `people/${person.userId}/suspension`);
  const password = 'a password that nobody else has';
  await resetAdmin(server.database.db, { email: person.email, password, role: 'admin' });
  expect((await signIn({ ...person, password })).status).toBe(200);
});

test('records sign-ins and failed ones with address and device, by filter', async () => {
  const person = await account();
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const attempt = (email: string, password: string) =>
    server.call('POST', '/api/auth/sign-in/email', { email, password }, { headers });
  expect((await attempt(person.email, 'another password')).status).toBe(401);
  expect((await attempt('nobody@nowhere.test', person.password)).status).toBe(401);
  expect((await attempt(person.email, person.password)).status).toBe(200);
  const log = async (query: string) => (await act<{ data: InstallationEntry[] }>('GET', `audit?${query}`)).body.data;
  const failed = { action: 'account.sign-in-failed', address: expect.any(String) };
  const details = { device: 'Firefox on Linux', way: 'sign-in/email', reason: expect.any(String) };
  expect((await log('filter=failedSignIns')).slice(0, 2)).toMatchObject([
    { ...failed, by: 'nobody@nowhere.test', subject: null, details },
    { ...failed, by: person.email, subject: person.userId, details },
  ]);
  const [latest] = await log('filter=signIns');
  expect(latest).toMatchObject({
    ...{ action: 'account.sign-in', by: person.name, subject: person.userId },
    details: { device: 'Firefox on Linux' },
  });
  expect(JSON.stringify(await log('filter=signIns'))).not.toContain(person.password);
  expect(await log(`filter=failedSignIns&by=${encodeURIComponent(person.email)}`)).toHaveLength(1);
  const accounts = await log('filter=accounts');
  expect(accounts.filter(({ action }) => action.startsWith('account.sign-in'))).toEqual([]);
  expect((await log('filter=people')).every(({ action }) => !action.startsWith('account.'))).toBe(true);
});
