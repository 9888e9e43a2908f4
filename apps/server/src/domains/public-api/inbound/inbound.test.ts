import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topics } from '@switchyard/contracts/live/topics';
import type { InboundWebhook } from '@switchyard/contracts/public-api/inbound-webhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { projectDirectory } from '../../../platform/paths.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

type CreatedInbound = { url: string; webhook: InboundWebhook };
const run = async (statement: string, ...values: unknown[]) =>
  (await server.database.pool.query(statement, values)).rows;

/** A workspace with a template and an address that sends it. */
async function workspace(text = 'Hi {name|there}, table for {guests}.') {
  const { token } = await server.signUp();
  const call = <Body>(method: string, path: string, body?: unknown) => server.call<Body>(method, path, body, { token });
  const me = (await call<{ _id: string; workspace: { _id: string } }>('GET', '/api/me')).body;
  const template = (await call<{ _id: string }>('POST', '/api/campaign-templates', { name: 'Booked', text })).body;
  const answer = await call<CreatedInbound>('POST', '/api/inbound-webhooks', {
    name: 'Bookings',
    templateId: template._id,
  });
  expect(answer.status).toBe(201);
  const workspaceId = me.workspace._id;
  const messages = () => run('select recipient, body, created_by from messages where workspace_id = $1', workspaceId);
  return { token, call, me, template, workspaceId, messages, ...answer.body };
}
const submit = async (url: string, body: unknown, type = 'application/json') => {
  const answer = await fetch(server.url + new URL(url).pathname, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { id?: string; code?: string; data?: { faults: { field: string }[] } },
  };
};

test('form fields become the template’s variables, from JSON and from form encoding', async () => {
  const { url, webhook, messages, me, call } = await workspace();
  expect(url).toMatch(/\/hooks\/[\w-]{32}$/);
  expect(webhook).toMatchObject({ name: 'Bookings', templateName: 'Booked', lastUsedAt: null });
  const asJson = await submit(url, {
    to: '+447700900123',
    variables: { name: 'Ann' },
    guests: 4,
    submission_id: 'x',
    empty: null,
  });
  expect(asJson).toMatchObject({ status: 201, body: { to: '+447700900123', status: 'pending' } });
  const form = new URLSearchParams({ phone: '447700900124@c.us', guests: '2' }).toString();
  expect((await submit(url, form, 'application/x-www-form-urlencoded')).status).toBe(201);
  expect(await messages()).toEqual([
    { recipient: '+447700900123', body: 'Hi Ann, table for 4.', created_by: me._id },
    { recipient: '+447700900124', body: 'Hi there, table for 2.', created_by: me._id },
  ]);
  const { body } = await call<{ data: InboundWebhook[]; total: number }>('GET', '/api/inbound-webhooks');
  expect(body).toMatchObject({ total: 1, data: [{ _id: webhook._id, lastUsedAt: expect.any(String) }] });
  expect(JSON.stringify(body)).not.toContain(url.split('/').at(-1));
  expect(JSON.stringify(await run('select * from inbound_webhooks'))).not.toContain(url.split('/').at(-1));
});

test('the guide’s request is accepted', async () => {
  const { url, messages } = await workspace();
  const file = join(projectDirectory, 'apps/web/src/features/developer/guides/snippets/form.sh');
  const fields = [...readFileSync(file, 'utf8').matchAll(/--data-urlencode "(\w+)=(.*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as [string, string],
  );
  expect((await submit(url, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')).status).toBe(
    201,
  );
  expect(await messages()).toMatchObject([{ recipient: '+447700900123', body: 'Hi Ann, table for 4.' }]);
});

test('a repeat within a minute sends nothing, even of eight at once; a different or later one does', async () => {
  const { url, messages } = await workspace();
  const body = { to: '+447700900123', guests: '4' };
  const all = await Promise.all(Array.from({ length: 8 }, () => submit(url, body)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  expect(new Set(all.map((response) => response.body.id)).size).toBe(1);
  expect((await submit(url, { ...body, guests: '5' })).status).toBe(201);
  expect(await messages()).toHaveLength(2);
  await run(`update kept_requests set expires_at = now() - interval '1 second'`);
  expect((await submit(url, body)).status).toBe(201);
  expect(await messages()).toHaveLength(3);
});

test.each<[string, unknown, string[]]>([
  ['no number', { guests: 4 }, ['to']],
  ['an invalid number', { to: 'Ann', guests: 4 }, ['to']],
  ['a group', { to: '1203@g.us', guests: 4 }, ['to']],
  ['a missing variable', { to: '+447700900123' }, ['variables.guests']],
  ['a list', { to: '+447700900123', guests: ['4'] }, ['guests']],
  ['no body', {}, ['to']],
])('a submission with %s is refused by name, and nothing is sent', async (_name, body, fields) => {
  const { url, messages } = await workspace();
  const refused = await submit(url, body);
  expect(refused).toMatchObject({ status: 422, body: { code: 'INVALID' } });
  expect(refused.body.data?.faults.map(({ field }) => field)).toEqual(fields);
  expect(await messages()).toEqual([]);
  // Refused requests are not stored as answered.
  expect((await submit(url, { to: '+447700900123', guests: 4 })).status).toBe(201);
});

test('malformed and large bodies are refused', async () => {
  const { url, messages } = await workspace();
  expect((await submit(url, '{')).status).toBe(400);
  expect((await submit(url, { to: '+447700900123', guests: 'x'.repeat(70_000) })).status).toBe(413);
  expect((await submit(url, '<to/>', 'application/xml')).status).toBe(415);
  expect(await messages()).toEqual([]);
});

test('after a rotation only the new address works, and after revoking none', async () => {
  const { url, webhook, call, messages } = await workspace();
  const input = { to: '+447700900123', guests: '4' };
  const rotated = await call<CreatedInbound>('POST', `/api/inbound-webhooks/${webhook._id}/rotate`, {});
  expect(rotated.body.url).not.toBe(url);
  expect((await submit(url, input)).status).toBe(404);
  expect((await submit(rotated.body.url, input)).status).toBe(201);
  expect((await call('DELETE', `/api/inbound-webhooks/${webhook._id}`)).status).toBe(200);
  expect((await submit(rotated.body.url, { ...input, guests: '5' })).status).toBe(404);
  expect(await messages()).toHaveLength(1);
  const audit = await run(`select action from audit_entries where subject = $1 order by id`, webhook._id);
  expect(audit.map(({ action }) => action)).toEqual(
    ['create', 'rotate', 'revoke'].map((act) => `inbound-webhook.${act}`),
  );
});

test('a deleted template is reported until another is chosen; foreign templates are refused', async () => {
  const { url, webhook, call, template, messages } = await workspace();
  const other = await workspace();
  await call('DELETE', `/api/campaign-templates/${template._id}`);
  expect((await submit(url, { to: '+447700900123' })).status).toBe(409);
  const path = `/api/inbound-webhooks/${webhook._id}`;
  expect((await call('PATCH', path, { templateId: other.template._id })).status).toBe(422);
  expect((await other.call('PATCH', path, { name: 'Mine' })).status).toBe(404);
  const next = (await call<{ _id: string }>('POST', '/api/campaign-templates', { name: 'Short', text: 'Hi' })).body;
  expect((await call('PATCH', path, { templateId: next._id })).body).toMatchObject({ templateName: 'Short' });
  expect((await submit(url, { to: '+447700900123' })).status).toBe(201);
  expect(await messages()).toMatchObject([{ body: 'Hi' }]);
});

test('opted-out people are sent nothing, and the answer says so', async () => {
  const { url, call, messages } = await workspace();
  await call('POST', '/api/suppressions', { mobile: '+447700900123', words: 'by phone' });
  const refused = await submit(url, { to: '+447700900123', guests: 4 });
  expect(refused).toMatchObject({ status: 422, body: { data: { faults: [{ field: 'to', code: 'leftAlone' }] } } });
  expect(await messages()).toEqual([]);
  expect((await submit(url, { to: '+447700900124', guests: 4 })).status).toBe(201);
});

test('the address of a former member sends nothing', async () => {
  const { url, me, workspaceId, messages } = await workspace();
  await run('delete from workspace_members where user_id = $1 and organization_id = $2', me._id, workspaceId);
  expect((await submit(url, { to: '+447700900123', guests: 4 })).status).toBe(404);
  expect(await messages()).toEqual([]);
});

test('each address has its own limit', async () => {
  const limited = await startTestServer({ config: { rateLimitPerMinute: 3 } });
  try {
    const post = (secret: string) => limited.call('POST', `/hooks/${secret}`, {});
    for (let asked = 0; asked < 3; asked += 1) expect((await post('one')).status).toBe(404);
    expect((await post('one')).status).toBe(429);
    expect((await post('other')).status).toBe(404);
  } finally {
    await limited.stop();
  }
});

test('the open list is notified of each change and each submission', async () => {
  const { url, webhook, call, workspaceId } = await workspace('Hi');
  const published: string[] = [];
  const end = server.platform.broker.subscribe(topics.workspaceLive(workspaceId), (_topic, payload) => {
    published.push(payload);
  });
  const expectPublished = async (what: () => Promise<unknown>) => {
    server.platform.events.flush();
    published.length = 0;
    await what();
    server.platform.events.flush();
    await vi.waitFor(() => expect(published.join()).toContain('inboundWebhooks.changed'));
  };
  await expectPublished(() => submit(url, { to: '+447700900170' }));
  await expectPublished(() => call('PATCH', `/api/inbound-webhooks/${webhook._id}`, { name: 'Tables' }));
  await expectPublished(() => call('POST', `/api/inbound-webhooks/${webhook._id}/rotate`));
  await expectPublished(() => call('DELETE', `/api/inbound-webhooks/${webhook._id}`));
  end();
});
