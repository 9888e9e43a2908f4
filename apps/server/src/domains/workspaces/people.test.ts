import type { WorkspaceMember } from '@switchyard/contracts/workspaces/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, type Someone, signUpSomeone, within } from '../../../test/team.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const signUp = () => signUpSomeone(server);
async function team() {
  const [owner, admin, member] = [await signUp(), await signUp(), await signUp()];
  await join(server, owner, admin, 'admin');
  await join(server, owner, member, 'member');
  return { owner, admin, member };
}
type Team = Awaited<ReturnType<typeof team>>;
const ask = (who: Someone, { workspaceId }: Someone, method: string, path: string, body?: object) =>
  server.call<{ code?: string; data: WorkspaceMember[] }>(
    method,
    `/api/workspace${path}`,
    body,
    within(who, workspaceId),
  );
const rolesIn = async ({ workspaceId }: Someone) => {
  const { rows } = await server.database.pool.query(
    'select user_id, role from workspace_members where organization_id = $1',
    [workspaceId],
  );
  return new Map<string, string>(rows.map((row) => [row.user_id, row.role]));
};
const setRole = (who: Someone, of: Someone, person: Someone, role: string) =>
  ask(who, of, 'PATCH', `/members/${person.userId}`, { role });
const remove = (who: Someone, of: Someone, person: Someone) => ask(who, of, 'DELETE', `/members/${person.userId}`);
const suspend = (who: Someone, of: Someone, person: Someone) =>
  ask(who, of, 'POST', `/members/${person.userId}/suspension`, {});
const leave = (who: Someone, of: Someone) =>
  server.call<{ code?: string }>('POST', `/api/workspaces/${of.workspaceId}/leave`, {}, who);

describe('roles', () => {
  const cases: [string, keyof Team, keyof Team, string, number][] = [
    ['an owner makes a member an admin', 'owner', 'member', 'admin', 200],
    ['an owner makes an admin an owner', 'owner', 'admin', 'owner', 200],
    ['an admin makes a member an admin', 'admin', 'member', 'admin', 200],
    ['an admin cannot make anybody an owner', 'admin', 'member', 'owner', 403],
    ['an admin cannot make themselves an owner', 'admin', 'admin', 'owner', 403],
    ['an admin cannot demote an owner', 'admin', 'owner', 'member', 403],
    ['a member cannot change anybody', 'member', 'admin', 'member', 403],
    ['a member cannot promote themselves', 'member', 'member', 'owner', 403],
    ['the last owner cannot be demoted', 'owner', 'owner', 'admin', 409],
  ];
  test.each(cases)('%s', async (_what, who, whom, role, status) => {
    const people = await team();
    const before = await rolesIn(people.owner);
    const answer = await setRole(people[who], people.owner, people[whom], role);
    expect(answer.status).toBe(status);
    if (status === 200) before.set(people[whom].userId, role);
    expect(await rolesIn(people.owner)).toEqual(before);
  });

  test('a screen offers what the server allows', async () => {
    const { owner, admin, member } = await team();
    const seenBy = async (who: Someone) => {
      const { body } = await ask(who, owner, 'GET', '/members');
      return new Map(body.data.map((member) => [member._id, member.abilities]));
    };
    expect((await seenBy(owner)).get(member.userId)).toEqual({
      roles: ['owner', 'admin'],
      remove: true,
      suspend: true,
      transfer: true,
    });
    expect((await seenBy(admin)).get(member.userId)).toEqual({
      roles: ['admin'],
      remove: true,
      suspend: true,
      transfer: false,
    });
    expect((await seenBy(admin)).get(owner.userId)).toEqual({
      roles: [],
      remove: false,
      suspend: false,
      transfer: false,
    });
    expect((await seenBy(owner)).get(owner.userId)?.roles).toEqual([]);
    expect((await seenBy(member)).get(admin.userId)).toEqual({
      roles: [],
      remove: false,
      suspend: false,
      transfer: false,
    });
  });
});

describe('the last owner', () => {
  test('cannot leave, be removed or demoted, even by themselves', async () => {
    const { owner, admin } = await team();
    const before = await rolesIn(owner);
    expect(await leave(owner, owner)).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } });
    expect(await setRole(owner, owner, owner, 'member')).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } });
    expect((await remove(owner, owner, owner)).status).toBe(403);
    expect((await remove(admin, owner, owner)).status).toBe(403);
    expect(await rolesIn(owner)).toEqual(before);
  });

  test.each([
    ['demote each other', (one: Someone, other: Someone, of: Someone) => setRole(one, of, other, 'member')],
    ['remove each other', (one: Someone, other: Someone, of: Someone) => remove(one, of, other)],
    ['suspend each other', (one: Someone, other: Someone, of: Someone) => suspend(one, of, other)],
    ['leave', (one: Someone, _other: Someone, of: Someone) => leave(one, of)],
    ['demote themselves', (one: Someone, _other: Someone, of: Someone) => setRole(one, of, one, 'admin')],
    [
      'transfer ownership to the other',
      (one: Someone, other: Someone, of: Someone) => ask(one, of, 'POST', `/members/${other.userId}/ownership`, {}),
    ],
  ])('when both of two owners %s at once, one remains', async (_what, act) => {
    for (let round = 0; round < 3; round += 1) {
      const [one, other] = [await signUp(), await signUp()];
      await join(server, one, other, 'owner');
      await Promise.all([act(one, other, one), act(other, one, one)]);
      const { rows } = await server.database.pool.query(
        `select from workspace_members where organization_id = $1 and role = 'owner' and suspended_at is null`,
        [one.workspaceId],
      );
      expect(rows.length).toBeGreaterThanOrEqual(1);
    }
  });

  test('can transfer the workspace and leave then', async () => {
    const { owner, member } = await team();
    expect((await ask(owner, owner, 'POST', `/members/${member.userId}/ownership`, {})).status).toBe(200);
    expect(Object.fromEntries(await rolesIn(owner))).toMatchObject({
      [owner.userId]: 'admin',
      [member.userId]: 'owner',
    });
    expect((await leave(owner, owner)).status).toBe(200);
    expect((await rolesIn(owner)).has(owner.userId)).toBe(false);
    // Everybody has a workspace.
    const me = await server.call<{ workspace: { _id: string } }>('GET', '/api/me', undefined, owner);
    expect(me.status).toBe(200);
    expect(me.body.workspace._id).not.toBe(owner.workspaceId);
  });
});

test('a suspended member is out of this workspace only, with their keys here, until reinstated', async () => {
  const { owner, admin, member } = await team();
  const { workspaceId } = owner;
  const meIn = (who: Someone) => server.call('GET', '/api/me', undefined, within(who, workspaceId));
  const created = await server.call<{ key: string }>(
    'POST',
    '/api/keys',
    { name: 'Mine', scopes: ['messages:read'], expiresInDays: null },
    within(admin, workspaceId),
  );
  const byKey = async () =>
    (await server.call('GET', '/api/messages', undefined, { token: created.body.key ?? '' })).status;
  expect([created.status, await byKey(), (await meIn(admin)).status]).toEqual([200, 200, 200]);

  expect((await suspend(owner, owner, owner)).status).toBe(403);
  expect((await suspend(member, owner, admin)).status).toBe(403);
  expect((await suspend(admin, owner, owner)).status).toBe(403);
  expect((await suspend(owner, owner, admin)).status).toBe(200);
  expect(await meIn(admin)).toMatchObject({ status: 409, body: { code: 'WORKSPACE_LEFT' } });
  expect(await byKey()).toBe(401);
  // Their requests already in progress are refused, too.
  expect((await suspend(admin, owner, member)).status).toBe(409);
  // Their other workspaces are not affected.
  expect((await server.call('GET', '/api/me', undefined, admin)).status).toBe(200);
  expect((await meIn(member)).status).toBe(200);
  const seen = await ask(owner, owner, 'GET', '/members');
  expect(seen.body.data.filter(({ suspendedAt }) => suspendedAt).map(({ _id }) => _id)).toEqual([admin.userId]);

  expect((await ask(owner, owner, 'DELETE', `/members/${admin.userId}/suspension`)).status).toBe(200);
  expect([(await meIn(admin)).status, await byKey()]).toEqual([200, 200]);
});

test('a suspended owner does not count: the other cannot leave', async () => {
  const [one, other] = [await signUp(), await signUp()];
  await join(server, one, other, 'owner');
  expect((await suspend(one, one, other)).status).toBe(200);
  expect(await leave(one, one)).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } });
  expect(await setRole(one, one, one, 'member')).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } });
});

test('a removed member is out at once; their engines and messages stay in the workspace', async () => {
  const { owner, member } = await team();
  const { workspaceId } = owner;
  const { pool } = server.database;
  await pool.query(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace) values (uuidv7(), $1, $2, 'Theirs', 'simulator', 'x')`,
    [workspaceId, member.userId],
  );
  const message = { message: 'Hello', contactList: [{ mobile: '+447700900002' }], dueDate: '2031-01-01T09:00:00Z' };
  const scheduled = await server.call('POST', '/api/messages', message, within(member, workspaceId));
  expect(scheduled.status).toBe(201);

  expect((await remove(owner, owner, member)).status).toBe(200);
  expect(await server.call('GET', '/api/me', undefined, within(member, workspaceId))).toMatchObject({
    status: 409,
    body: { code: 'WORKSPACE_LEFT' },
  });
  const { rows: engines } = await pool.query('select owner_id from engines where workspace_id = $1', [workspaceId]);
  expect(engines).toEqual([{ owner_id: owner.userId }]);
  const { rows: messages } = await pool.query('select status from messages where workspace_id = $1', [workspaceId]);
  expect(messages).toEqual([{ status: 'pending' }]);
});

test('two windows of one person can use two workspaces at the same time', async () => {
  const { owner, member } = await team();
  const create = (workspaceId: string, name: string) =>
    server.call('POST', '/api/contacts', { name, mobile: '+447700900005' }, within(member, workspaceId));
  await Promise.all([create(owner.workspaceId, 'There'), create(member.workspaceId, 'Here')]);
  const names = async (workspaceId: string) =>
    (await server.call<{ data: { name: string }[] }>('GET', '/api/contacts', undefined, within(member, workspaceId)))
      .body.data;
  expect(await names(owner.workspaceId)).toMatchObject([{ name: 'There' }]);
  expect(await names(member.workspaceId)).toMatchObject([{ name: 'Here' }]);
  for (const foreign of [(await signUp()).workspaceId, 'made up']) {
    expect((await create(foreign, 'Nowhere')).status).toBe(409);
  }
});

test('a workspace that requires two-factor authentication cannot be entered without; whoever requires it must have it', async () => {
  const { owner, member } = await team();
  const demand = (isDemanded: boolean) => ask(owner, owner, 'PUT', '/two-factor', { isDemanded });
  expect(await demand(true)).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR_NEEDED' } });
  const { pool } = server.database;
  await pool.query('update users set two_factor_enabled = true where id = $1', [owner.userId]);
  expect((await demand(true)).status).toBe(200);

  expect(await server.call('GET', '/api/contacts', undefined, within(member, owner.workspaceId))).toMatchObject({
    status: 403,
    body: { code: 'TWO_FACTOR_NEEDED' },
  });
  const enter = () =>
    server.call('POST', '/api/me/workspace', { workspaceId: owner.workspaceId }, { token: member.token });
  expect(await enter()).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR_NEEDED' } });
  const me = await server.call<{ workspaces: { _id: string; needsTwoFactor: boolean }[] }>(
    'GET',
    '/api/me',
    undefined,
    member,
  );
  expect(me.body.workspaces).toContainEqual(expect.objectContaining({ _id: owner.workspaceId, needsTwoFactor: true }));
  await pool.query('update users set two_factor_enabled = true where id = $1', [member.userId]);
  expect((await enter()).status).toBe(200);
});

test('a new workspace belongs to its creator; zone and country must exist', async () => {
  const person = await signUp();
  const create = (body: object) => server.call<{ _id: string }>('POST', '/api/workspaces', body, person);
  const created = await create({ name: 'Second', zone: 'Europe/Berlin', country: 'de' });
  expect(created.status).toBe(201);
  const listed = await server.call('GET', '/api/workspaces', undefined, person);
  expect(listed.body).toMatchObject({
    total: 2,
    data: expect.arrayContaining([
      { _id: created.body._id, name: 'Second', role: 'owner', people: 1, needsTwoFactor: false },
    ]),
  });
  expect((await create({ name: 'x', zone: 'Mars/Olympus', country: 'DE' })).status).toBe(422);
  expect((await create({ name: 'x', zone: 'UTC', country: 'QQ' })).status).toBe(422);
});

test('owners read who did what, by noun and name, paged; nobody else does', async () => {
  const { owner, admin, member } = await team();
  await setRole(owner, owner, member, 'admin');
  const read = (who: Someone, query = '') => ask(who, owner, 'GET', `/audit${query}`);
  const entries = (await read(owner, '?noun=member')).body.data as unknown as { action: string; subjectName: string }[];
  expect(entries.map((entry) => entry.action)).toEqual([
    'member.role',
    'member.join',
    'member.invite',
    'member.join',
    'member.invite',
  ]);
  expect(entries[0]).toMatchObject({
    by: owner.name,
    subjectName: member.name,
    details: { from: 'member', to: 'admin' },
  });
  expect((await read(owner, `?by=${encodeURIComponent(admin.name)}&limit=1`)).body).toMatchObject({ total: 1 });
  const taken = { what: 'contacts', rows: 12 };
  expect((await ask(member, owner, 'POST', '/exports', taken)).status).toBe(200);
  expect((await read(owner, '?noun=workspace')).body.data).toContainEqual(
    expect.objectContaining({ action: 'workspace.export', by: member.name, details: taken }),
  );
  const today = new Date().toISOString().slice(0, 10);
  expect((await read(owner, `?from=${today}&to=${today}`)).body.data).not.toEqual([]);
  expect((await read(owner, '?to=2020-01-01')).body).toMatchObject({ data: [], total: 0 });
  expect((await read(admin)).status).toBe(403);
  // The log of their own workspace contains nothing of ours.
  expect(JSON.stringify((await ask(admin, admin, 'GET', '/audit')).body)).not.toContain(owner.name);
});
