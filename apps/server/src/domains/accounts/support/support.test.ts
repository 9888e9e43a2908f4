import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import type { Actor } from '../../../platform/actor.ts';
import { callTool } from '../../../platform/call-tool.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

async function person(role = 'user') {
  const signedUp = await server.signUp();
  const { body } = await server.call<{ _id: string; workspace: { _id: string } }>(
    'GET',
    '/api/me',
    undefined,
    signedUp,
  );
  await server.database.pool.query('update users set role = $2 where id = $1', [body._id, role]);
  return { ...signedUp, userId: body._id, workspaceId: body.workspace._id };
}
type Someone = Awaited<ReturnType<typeof person>>;
const headersFor = ({ userId, workspaceId }: Someone) => ({
  'x-supported-user-id': userId,
  'x-supported-workspace-id': workspaceId,
});
const beginSupport = (by: Someone, { userId, workspaceId }: Someone, reason = 'asked in ticket 7') =>
  server.call('POST', '/api/support/looks', { userId, workspaceId, reason }, by);
const ask = (by: Someone, of: Someone, path = '/api/me') =>
  server.call('GET', path, undefined, { token: by.token, headers: headersFor(of) });
const auditOf = async ({ workspaceId }: Someone) =>
  (
    await server.database.pool.query<{ action: string; actor_name: string; details: Record<string, unknown> }>(
      `select action, actor_name, details from audit_entries where workspace_id = $1 and action like 'support.%' order by id`,
      [workspaceId],
    )
  ).rows;

test.each(['admin', 'support'])(
  '%s gives a reason, views, changes nothing and leaves; the workspace can read it',
  async (role) => {
    const [helper, customer] = [await person(role), await person()];
    const refused = await ask(helper, customer);
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'SUPPORT_REASON_NEEDED', data: { userId: customer.userId } },
    });
    expect((await beginSupport(helper, customer)).status).toBe(200);
    const viewed = await ask(helper, customer);
    expect(viewed).toMatchObject({ status: 200, body: { _id: customer.userId, supportMode: true } });
    const { supportUntil } = viewed.body as { supportUntil?: string };
    expect((Date.parse(supportUntil ?? '') - Date.now()) / 60_000).toBeCloseTo(30, 0);
    const change = { token: helper.token, headers: headersFor(customer) };
    expect((await server.call('PATCH', '/api/workspace', { name: 'x' }, change)).status).toBe(403);

    await server.call('POST', '/api/support/looks/end', { userId: customer.userId }, helper);
    expect((await ask(helper, customer)).body).toMatchObject({ code: 'SUPPORT_REASON_NEEDED' });
    const looks = await server.call<{ data: object[] }>('GET', '/api/support/looks', undefined, customer);
    expect(looks.body.data).toMatchObject([{ by: helper.name, reason: 'asked in ticket 7' }]);
    const audit = await auditOf(customer);
    expect(audit.map(({ action }) => action)).toEqual(['support.begin', 'support.view', 'support.end']);
    expect(audit[0]).toMatchObject({ actor_name: helper.name, details: { reason: 'asked in ticket 7' } });
  },
);

test('a support session expires on its own', async () => {
  const [helper, customer] = [await person('support'), await person()];
  await beginSupport(helper, customer);
  await server.database.pool.query('update support_grants set ends_at = now() where admin_id = $1', [helper.userId]);
  expect((await ask(helper, customer)).status).toBe(403);
});

test('a supporter has no other admin right', async () => {
  const helper = await person('support');
  for (const path of ['/api/outbox', '/api/cluster/nodes', '/api/open-invoices']) {
    expect((await server.call('GET', path, undefined, helper)).status, path).toBe(403);
  }
});

describe('refuses and writes nothing', () => {
  test.each<[string, (helper: Someone, customer: Someone) => Promise<{ status: number }>, number]>([
    ['a support session of a user', async (_helper, customer) => beginSupport(await person(), customer), 403],
    ['a support session for an admin', async (helper) => beginSupport(helper, await person('admin')), 403],
    ['a support session for a supporter', async (helper) => beginSupport(helper, await person('support')), 403],
    ['a support session without a reason', (helper, customer) => beginSupport(helper, customer, '  '), 422],
    ['a reason that is too long', (helper, customer) => beginSupport(helper, customer, 'x'.repeat(301)), 422],
    [
      'a support session in a workspace the person is not in',
      async (helper, customer) => beginSupport(helper, { ...customer, workspaceId: (await person()).workspaceId }),
      404,
    ],
    [
      'a support session begun in support mode',
      async (helper, customer) => {
        const third = await person();
        await beginSupport(helper, customer);
        const { userId, workspaceId } = third;
        const options = { token: helper.token, headers: headersFor(customer) };
        return server.call('POST', '/api/support/looks', { userId, workspaceId, reason: 'more' }, options);
      },
      403,
    ],
  ])('%s', async (_name, attempt, status) => {
    const [helper, customer] = [await person('admin'), await person()];
    const count = () => server.database.pool.query(`select from support_grants where admin_id <> $1`, [helper.userId]);
    const before = (await count()).rowCount;
    expect((await attempt(helper, customer)).status).toBe(status);
    expect((await count()).rowCount).toBe(before);
  });

  test('a support session opens no other workspace, and belongs to one supporter', async () => {
    const [helper, other, customer, third] = [
      await person('admin'),
      await person('admin'),
      await person(),
      await person(),
    ];
    await beginSupport(helper, customer);
    expect((await ask(helper, third)).status).toBe(403);
    expect((await ask(other, customer)).status).toBe(403);
  });

  test('a support session for one of a person’s workspaces does not open their others', async () => {
    const [helper, customer] = [await person('admin'), await person()];
    const other = await server.call<{ _id: string }>(
      'POST',
      '/api/workspaces',
      { name: 'Second', zone: 'UTC', country: 'GB' },
      customer,
    );
    expect(other.status).toBe(201);
    await beginSupport(helper, customer);
    expect((await ask(helper, customer)).status).toBe(200);
    expect(await ask(helper, { ...customer, workspaceId: other.body._id })).toMatchObject({
      status: 403,
      body: { code: 'SUPPORT_REASON_NEEDED' },
    });
  });

  test('consent of one workspace does not cover the texts of another', async () => {
    const [helper, customer, other] = [await person('admin'), await person(), await person()];
    await server.call('PUT', '/api/support/consent', { mayReadTexts: true }, other);
    for (const person of [customer, other]) await beginSupport(helper, person);
    const path = '/api/messages?message=x';
    expect((await ask(helper, customer, path)).body).toMatchObject({ code: 'SUPPORT_NO_TEXTS' });
    expect((await ask(helper, other, path)).status).toBe(200);
  });

  test('a person who has become an admin can no longer be supported', async () => {
    const [helper, customer] = [await person('admin'), await person()];
    await beginSupport(helper, customer);
    await server.database.pool.query(`update users set role = 'admin' where id = $1`, [customer.userId]);
    expect((await ask(helper, customer)).status).toBe(403);
  });
});

test('chats are readable as soon as an owner consents; a member cannot consent', async () => {
  const [helper, customer] = [await person('admin'), await person()];
  await beginSupport(helper, customer);
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace) values (uuidv7(), $1, $2, 'One', 'simulator', 'x') returning id`,
    [customer.workspaceId, customer.userId],
  );
  const chats = `/api/engines/${rows[0]?.id}/chats`;
  const base = await server.call<{ _id: string }>('POST', '/api/knowledge-bases', { name: 'Shop' }, customer);
  const questions = `/api/knowledge-bases/${base.body._id}/questions`;
  for (const path of [chats, questions])
    expect(await ask(helper, customer, path)).toMatchObject({ status: 403, body: { code: 'SUPPORT_NO_TEXTS' } });
  expect((await server.call('PUT', '/api/support/consent', { mayReadTexts: true }, customer)).status).toBe(200);
  for (const path of [chats, questions]) expect((await ask(helper, customer, path)).status).toBe(200);
  await server.call('PUT', '/api/support/consent', { mayReadTexts: false }, customer);
  expect((await ask(helper, customer, chats)).status).toBe(403);
  await server.database.pool.query(`update workspace_members set role = 'admin' where user_id = $1`, [customer.userId]);
  expect((await server.call('PUT', '/api/support/consent', { mayReadTexts: true }, customer)).status).toBe(403);
});

test('scheduled messages show their state, their texts only with consent, and searches find no text', async () => {
  const [helper, customer] = [await person('admin'), await person()];
  const words = 'Your results are here';
  const contactList = [{ mobile: '+447700900123' }];
  const dueDate = new Date(Date.now() + 86_400_000).toISOString();
  const message = { contactName: 'Dana', message: words, dueDate, contactList };
  const created = await server.call<{ _id: string }>('POST', '/api/messages', message, customer);
  expect(created.status).toBe(201);
  await beginSupport(helper, customer);
  interface Listed {
    data: { contactName: string; message: string }[];
    total: number;
  }
  const list = async (query = '') => (await ask(helper, customer, `/api/messages${query}`)).body as unknown as Listed;
  expect((await list()).data).toMatchObject([
    { contactName: 'Dana', status: 'pending', message: expect.not.stringContaining('results') },
  ]);
  expect(JSON.stringify((await ask(helper, customer, `/api/messages/${created.body._id}`)).body)).not.toContain(
    'results',
  );
  expect((await list('?search=results')).total).toBe(0);
  expect((await list('?search=Dana')).total).toBe(1);
  expect(await ask(helper, customer, '/api/messages?message=results')).toMatchObject({ status: 403 });
  expect(await ask(helper, customer, '/api/messages?sort=-message')).toMatchObject({ status: 403 });
  const answer = await callTool(server.platform, await supporting(helper, customer), 'get_scheduled_messages', {});
  expect(JSON.stringify(answer)).toContain('Dana');
  expect(JSON.stringify(answer)).not.toContain('results');
  expect(await callTool(server.platform, await supporting(helper, customer), 'get_chats', {})).toMatchObject({
    ok: false,
    refusal: { code: 'SUPPORT_NO_TEXTS' },
  });

  await server.call('PUT', '/api/support/consent', { mayReadTexts: true }, customer);
  expect((await list('?search=results')).data).toMatchObject([{ message: words }]);
});

test('files can be downloaded only with an owner’s consent', async () => {
  const [helper, customer] = [await person('admin'), await person()];
  const uploaded = await fetch(`${server.url}/api/files?name=results.txt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.token}`, 'content-type': 'text/plain' },
    body: 'Your results',
  });
  const { _id } = (await uploaded.json()) as { _id: string };
  await beginSupport(helper, customer);
  const headers = { authorization: `Bearer ${helper.token}`, ...headersFor(customer) };
  const download = async () => {
    const answer = await fetch(`${server.url}/api/files/${_id}`, { headers });
    return [answer.status, (await answer.text()).includes('Your results')];
  };
  expect(await download()).toEqual([403, false]);
  await server.call('PUT', '/api/support/consent', { mayReadTexts: true }, customer);
  expect(await download()).toEqual([200, true]);
});

/** The supporter as an actor on every surface. */
async function supporting(helper: Someone, customer: Someone): Promise<Actor> {
  const headers = new Headers({ authorization: `Bearer ${helper.token}`, ...headersFor(customer) });
  const actor = await server.platform.resolveActor(headers);
  if (!actor) throw new Error('nobody');
  return actor;
}
