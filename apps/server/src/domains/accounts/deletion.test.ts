import { afterAll, beforeAll, expect, test } from 'vitest';
import { join, type Someone, signUpSomeone, within } from '../../../test/team.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { purgeDeleted } from './purge-deleted.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const signUp = () => signUpSomeone(server);
const run = (statement: string, ...values: unknown[]) => server.database.pool.query(statement, values);
const twoWeeksPass = async () => {
  await run(`update users set delete_after = delete_after - interval '15 days'`);
  await run(`update workspaces set delete_after = delete_after - interval '15 days'`);
  await purgeDeleted(server.platform);
};
const deleteAccount = (who: Someone) =>
  server.call<{ code?: string; deleteAfter: string }>('POST', '/api/me/deletion', {}, who);
const cancelAccountDeletion = (who: Someone) => server.call('DELETE', '/api/me/deletion', undefined, who);
const deleteWorkspace = (who: Someone, of: Someone) =>
  server.call<{ code?: string }>('POST', '/api/workspace/deletion', {}, within(who, of.workspaceId));

/** The `table.column` of everything that contains this text, in any table. */
async function tablesContaining(text: string): Promise<string[]> {
  const { rows: columns } = await run(
    `select table_name, column_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { table_name, column_name } of columns) {
    const { rowCount } = await run(
      `select from public."${table_name}" where "${column_name}"::text like '%' || $1 || '%' limit 1`,
      text,
    );
    if (rowCount) found.push(`${table_name}.${column_name}`);
  }
  return found;
}

/** Inserts rows that refer to a person into the tables of their workspace. */
async function leaveTraces({ token, userId, workspaceId }: Someone): Promise<void> {
  const message = { message: 'Hello', contactList: [{ mobile: '+447700900002' }], dueDate: '2031-01-01T09:00:00Z' };
  await server.call('POST', '/api/messages', message, { token, headers: { 'x-workspace-id': workspaceId } });
  await server.call(
    'POST',
    '/api/contacts',
    { name: 'Ann', mobile: '+447700900003' },
    { token, headers: { 'x-workspace-id': workspaceId } },
  );
  await run(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace) values (uuidv7(), $1, $2, 'Line', 'simulator', 'x')`,
    workspaceId,
    userId,
  );
  await run(
    `insert into session_events (id, engine_id, workspace_id, from_date_time, event, state, session_type, triggerd_by, details)
     values (uuidv7(), uuidv7(), $1, now(), 'authenticated', 'connected', 'session-pod', 'user', jsonb_build_object('by', $2::text))`,
    workspaceId,
    userId,
  );
  await run(
    `insert into plan_changes (id, workspace_id, user_id, user_name, from_plan, to_plan) values (uuidv7(), $1, $2, 'Ann', 'free', 'pro')`,
    workspaceId,
    userId,
  );
  await run(
    `insert into pod_deletions (id, pod_name, namespace, pod_uid, node_name, pod_status, cause, via, actor_id, actor_email)
     values (uuidv7(), 'pod', 'x', 'uid', 'node', 'Running', 'manual', 'proxy', $1, 'x')`,
    userId,
  );
}

const runEngines = ({ workspaceId }: Someone) =>
  run(`update engines set desired = 'running' where workspace_id = $1`, workspaceId);
const runningIn = async ({ workspaceId }: Someone) =>
  (await run(`select from engines where workspace_id = $1 and desired = 'running'`, workspaceId)).rowCount;

test('deleting an account can be cancelled for two weeks; then no table holds its id or address, except the log', async () => {
  const [person, bystander] = [await signUp(), await signUp()];
  await leaveTraces(person);
  const before = (await run('select count(*)::int as n from audit_entries')).rows[0].n;
  const { email } = person;
  expect((await server.call('POST', '/api/auth/sign-in/email', { email, password: 'not theirs' })).status).toBe(401);
  expect((await server.call('POST', '/api/me/email', { email: `new-${email}` }, person)).status).toBe(200);
  expect(await tablesContaining(email)).toEqual(
    expect.arrayContaining(['audit_entries.actor_name', 'email_changes.before', 'outbox_mails.to']),
  );
  expect((await deleteAccount(person)).status).toBe(200);
  expect((await cancelAccountDeletion(person)).status).toBe(200);
  await twoWeeksPass();
  expect((await server.call('GET', '/api/me', undefined, person)).status).toBe(200);

  expect((await deleteAccount(person)).body.deleteAfter).toEqual(expect.any(String));
  await purgeDeleted(server.platform);
  expect((await server.call('GET', '/api/me', undefined, person)).status).toBe(200);
  await twoWeeksPass();
  expect((await server.call('GET', '/api/me', undefined, person)).status).toBe(401);
  for (const trace of [person.userId, person.workspaceId, person.email])
    expect(await tablesContaining(trace), trace).toEqual([]);
  const { rows } = await run(`select actor_name, actor_id from audit_entries where action = 'account.delete'`);
  expect(rows).toContainEqual({ actor_name: 'Somebody who has gone', actor_id: expect.any(String) });
  expect((await run('select count(*)::int as n from audit_entries')).rows[0].n).toBeGreaterThan(before);
  const purged = await run(
    `select details from audit_entries where action = 'workspace.purge' order by id desc limit 1`,
  );
  expect(purged.rows[0].details).toMatchObject({
    deleted: { engines: 1, messages: expect.any(Number) },
    kept: { plan_changes: expect.any(Number), audit_entries: expect.any(Number) },
  });
  expect((await server.call('GET', '/api/me', undefined, bystander)).status).toBe(200);
});

test('engines stop when their only member’s account is closed, and resume if deletion is cancelled', async () => {
  const person = await signUp();
  await leaveTraces(person);
  await runEngines(person);
  await leaveTraces(person);
  const messages = () => run('select id, status from messages where workspace_id = $1 order by id', person.workspaceId);
  const before = (await messages()).rows;
  await deleteAccount(person);
  await deleteAccount(person);
  expect(await runningIn(person)).toBe(0);
  expect((await messages()).rows).toEqual(before);
  await cancelAccountDeletion(person);
  expect(await runningIn(person)).toBe(1);

  await deleteAccount(person);
  await run(`update engines set desired = 'absent' where workspace_id = $1`, person.workspaceId);
  await cancelAccountDeletion(person);
  // A person stopped it meanwhile.
  expect(await runningIn(person)).toBe(0);
});

test('deletion can be cancelled after somebody has joined the workspace; a workspace deleted separately stays deleted', async () => {
  const [person, guest] = [await signUp(), await signUp()];
  const deletedAt = async () =>
    (await run('select delete_after from workspaces where id = $1', person.workspaceId)).rows[0].delete_after;
  await deleteAccount(person);
  await join(server, person, guest, 'member');
  expect((await cancelAccountDeletion(person)).status).toBe(200);
  expect(await deletedAt()).toBeNull();

  const alone = await signUp();
  await deleteWorkspace(alone, alone);
  await deleteAccount(alone);
  expect((await cancelAccountDeletion(alone)).status).toBe(200);
  const { rows } = await run('select delete_after from workspaces where id = $1', alone.workspaceId);
  expect(rows[0].delete_after).not.toBeNull();
});

test('deleting a workspace can be cancelled for two weeks; then no table holds its id, and its members are not affected', async () => {
  const [owner, member] = [await signUp(), await signUp()];
  await join(server, owner, member, 'admin');
  await leaveTraces(owner);
  await runEngines(owner);
  expect((await deleteWorkspace(member, owner)).status).toBe(403);
  expect((await deleteWorkspace(owner, owner)).status).toBe(200);
  // Automated work stops at once.
  expect(await runningIn(owner)).toBe(0);
  await server.call('DELETE', '/api/workspace/deletion', undefined, within(owner, owner.workspaceId));
  expect(await runningIn(owner)).toBe(1);
  await twoWeeksPass();
  expect((await server.call('GET', '/api/contacts', undefined, within(owner, owner.workspaceId))).status).toBe(200);

  await deleteWorkspace(owner, owner);
  await twoWeeksPass();
  expect(await tablesContaining(owner.workspaceId)).toEqual([]);
  // Payments and changes of plan are kept, under a workspace id without people.
  const { rowCount: kept } = await run('select from plan_changes where user_id = $1', owner.userId);
  expect(kept).toBe(1);
  for (const person of [owner, member]) {
    expect((await server.call('GET', '/api/me', undefined, person)).status).toBe(200);
  }
});

test('the last owner of a shared workspace is not deleted, neither at once nor two weeks later', async () => {
  const [owner, member] = [await signUp(), await signUp()];
  await join(server, owner, member, 'member');
  expect(await deleteAccount(owner)).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } });

  const [late, guest] = [await signUp(), await signUp()];
  await deleteAccount(late);
  await join(server, late, guest, 'member');
  await run(`update users set delete_after = now() - interval '1 day' where id = $1`, late.userId);
  await purgeDeleted(server.platform);
  expect((await server.call('GET', '/api/me', undefined, late)).status).toBe(200);
  expect((await tablesContaining(late.userId)).length).toBeGreaterThan(0);
});

test('a deleted account leaves the workspace’s property: engines pass to an owner, messages still go out', async () => {
  const [owner, member] = [await signUp(), await signUp()];
  await join(server, owner, member, 'member');
  await leaveTraces({ ...member, workspaceId: owner.workspaceId });
  await deleteAccount(member);
  await twoWeeksPass();
  expect(await tablesContaining(member.userId)).toEqual([]);
  const { rows: engines } = await run('select owner_id from engines where workspace_id = $1', owner.workspaceId);
  expect(engines).toEqual([{ owner_id: owner.userId }]);
  const { rows: messages } = await run(
    'select status, created_by from messages where workspace_id = $1',
    owner.workspaceId,
  );
  expect(messages).toEqual([{ status: 'pending', created_by: null }]);
});

test('an export contains what names the person, and no secret', async () => {
  const person = await signUp();
  await leaveTraces(person);
  const { status, body } = await server.call<{ person: { email: string }; tables: Record<string, unknown[]> }>(
    'POST',
    '/api/me/export',
    {},
    person,
  );
  expect(status).toBe(200);
  expect(body.person.email).toBe(person.email);
  expect(body.tables['messages.created_by']).toHaveLength(1);
  const { rows } = await run(
    'select token, password from login_sessions join login_accounts using (user_id) where user_id = $1',
    person.userId,
  );
  for (const { token, password } of rows) {
    expect(JSON.stringify(body)).not.toContain(token);
    expect(JSON.stringify(body)).not.toContain(password);
  }
});
