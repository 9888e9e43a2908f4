import type { AgentReply } from '@switchyard/contracts/agent/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../test/model-server.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

/** A key's scopes always apply: the assistant is no way around them. */
let model: ModelServer;
let byRules: TestServer;
let byModel: TestServer;
beforeAll(async () => {
  model = await startModelServer();
  byRules = await startTestServer({ config: { rateLimitPerMinute: 0 } });
  byModel = await startTestServer({
    config: { rateLimitPerMinute: 0, aiBaseUrl: model.baseUrl, aiModel: 'm', aiPrivateEndpoints: true },
  });
});
afterAll(async () => {
  await byModel.stop();
  await byRules.stop();
  await model.close();
});

/** A person who lets the assistant act without confirmation, and a program with their key. */
async function programWith(server: TestServer, ...scopes: string[]) {
  const { token } = await server.signUp();
  const person = <Body>(method: string, path: string, body?: unknown) =>
    server.call<Body>(method, path, body, { token });
  await person('POST', '/api/contacts', { name: 'Dana Cole', mobile: '+447700900101' });
  await person('POST', '/api/contacts', { name: 'Dana Smith', mobile: '+447700900102' });
  for (const name of ['schedule_message', 'cancel_message'])
    await person('POST', `/api/agent/tools/${name}/permission`, { name, permission: 'allow' });
  const { body } = await person<{ key: string }>('POST', '/api/keys', {
    name: 'A program',
    scopes,
    expiresInDays: null,
  });
  const program = <Body>(method: string, path: string, given?: unknown) =>
    server.call<Body>(method, path, given, { token: body.key });
  const ask = (message: string) => program<AgentReply>('POST', '/btgpt', { message, stream: false });
  const total = async () => (await person<{ total: number }>('GET', '/api/messages')).body.total;
  return { person, program, ask, total };
}

test('a key for the assistant alone reads and changes nothing in the workspace, and is told so', async () => {
  const { person, program, ask, total } = await programWith(byRules, 'agent:read', 'agent:change');
  await person('POST', '/api/messages', {
    contactList: [{ mobile: '+447700900101' }],
    message: 'Hello',
    dueDate: '2030-06-03T09:30',
  });
  for (const request of ['show my chats', 'show my contacts', 'show pending messages', 'is WhatsApp connected?']) {
    const { status, body } = await ask(request);
    expect([request, status, body.content, body.toolResults]).toEqual([
      request,
      200,
      expect.stringContaining('This key isn’t allowed to do that'),
      {},
    ]);
  }
  // Nor does a clarifying question reveal their names.
  expect(JSON.stringify((await ask('Send Dana on 3 June 2030 at 9am: Hello')).body)).not.toContain('Cole');
  for (const request of ['on 3 June 2030 at 9am to +447700900103: Hello', 'cancel all pending messages'])
    expect((await ask(request)).body.content).toContain('This key isn’t allowed to do that');
  expect(await total()).toBe(1);
  // It cannot confirm the person's own card either, which stays open.
  const reply = await person<AgentReply>('POST', '/btgpt', { message: 'move all pending messages to 4 June 2030' });
  const [, id] = /"agent\.confirm","payload":\{"id":"([^"]+)"/.exec(JSON.stringify(reply.body.widgets)) ?? [];
  const refused = await program<{ code: string }>('POST', `/api/agent/confirmations/${id}/confirm`);
  expect([refused.status, refused.body.code]).toEqual([403, 'KEY_SCOPE']);
  expect((await person('POST', `/api/agent/confirmations/${id}/confirm`)).status).toBe(200);
  // Suggestions reveal nothing that the key may not read.
  expect((await program('GET', '/api/agent/suggestions')).status).toBe(200);
});

test('a key with message scopes can show and schedule messages, and nothing else', async () => {
  const { ask, total } = await programWith(byRules, 'agent:read', 'messages:read', 'messages:change');
  expect((await ask('on 3 June 2030 at 9am to +447700900103: Hello')).body.content).toContain('Scheduled 1 message');
  expect((await ask('show pending messages')).body.totals.get_scheduled_messages?.total).toBe(1);
  expect(await total()).toBe(1);
  expect((await ask('show my chats')).body.content).toContain('This key isn’t allowed to do that');
});

test('a key sees only conversations that it started, not those of its person or another key', async () => {
  const { person, program, ask } = await programWith(byRules, 'agent:read', 'agent:change');
  const shown = await person<AgentReply>('POST', '/btgpt', { message: 'show my contacts' });
  expect(JSON.stringify(shown.body.toolResults)).toContain('Dana Cole');
  const own = (await ask('hello')).body.conversationId;
  expect(own).not.toBe(shown.body.conversationId);
  const { body } = await program<{ data: { _id: string }[]; total: number }>('GET', '/api/agent/conversations');
  expect(body.data.map(({ _id }) => _id)).toEqual([own]);
  expect((await program<{ total: number }>('GET', '/api/agent/conversations?search=show%20my')).body.total).toBe(0);
  const { conversationId } = shown.body;
  const read = await program<{ data: unknown[] }>('GET', `/api/agent/conversations/${conversationId}/messages`);
  expect([read.status, read.body.data]).toEqual([200, []]);
  expect((await program('PATCH', `/api/agent/conversations/${conversationId}`, { title: 'x' })).status).toBe(404);
  expect((await program('DELETE', '/api/agent/conversations')).body).toEqual({ removed: 1 });
  expect((await person<{ total: number }>('GET', '/api/agent/conversations')).body.total).toBe(1);
});

test('a model only gets the tools within the key’s scopes, whatever it calls', async () => {
  const { ask, total } = await programWith(byModel, 'agent:read');
  model.script(
    {
      calls: [
        { name: 'get_contacts', args: {} },
        { name: 'schedule_message', args: { contactList: [{ mobile: '+447700900103' }], message: 'Hello' } },
        { name: 'cancel_message', args: { matching: {} } },
      ],
    },
    { text: 'All right.' },
  );
  const { body } = await ask('do as you like');
  expect(body.toolResults).toEqual({});
  expect(body.widgets).toEqual([]);
  expect(JSON.stringify(model.requests)).not.toContain('Dana Cole');
  expect(await total()).toBe(0);
});
