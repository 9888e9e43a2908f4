import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { everyDomain, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { tool } from '../../platform/tool.ts';

let server: TestServer;
let callsGone = 0;
const faulty = [
  tool({
    name: 'leak_secret',
    title: 'Fail',
    description: 'Fails with what nobody may read.',
    effect: 'read',
    scope: 'contacts',
    input: z.object({}),
    run: () => Promise.reject(new Error('postgres://user:hunter2@database')),
  }),
  tool({
    name: 'flood',
    title: 'Flood',
    description: 'Answers more than anybody can read.',
    effect: 'read',
    scope: 'contacts',
    input: z.object({}),
    run: () => Promise.resolve({ result: 'x'.repeat(300_000), events: [] }),
  }),
  tool({
    name: 'hang',
    title: 'Hang',
    description: 'Never answers.',
    effect: 'read',
    scope: 'contacts',
    input: z.object({}),
    run: () => {
      callsGone += 1;
      return new Promise(() => undefined);
    },
  }),
];

beforeAll(async () => {
  server = await startTestServer({
    domains: [...everyDomain, { name: 'faulty', tools: faulty }],
    config: { requestTimeoutMs: 1_000 },
  });
});
afterAll(() => server?.stop());

async function keyFor(...scopes: string[]) {
  const person = await server.signUp();
  const created = await server.call<{ key: string }>(
    'POST',
    '/api/keys',
    { name: 'MCP', scopes, expiresInDays: null },
    person,
  );
  return { key: created.body.key, person };
}

const mcpUrl = () => new URL(`${server.url}/mcp`);
const bearer = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } });

async function connect(key: string) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(mcpUrl(), bearer(key)));
  return client;
}

async function connectEarlier(key: string) {
  const client = new EarlierClient({ name: 'test', version: '1' });
  await client.connect(new EarlierTransport(mcpUrl(), bearer(key)) as never);
  return client;
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(mcpUrl(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ANN = { name: 'Ann', mobile: '+447700900123' };
const contactsOf = async (token: string) =>
  (await server.call<{ data: { name: string }[] }>('GET', '/api/contacts', undefined, { token })).body.data.map(
    ({ name }) => name,
  );

test.each([
  ['2026-07-28', connect],
  ['2025-11-25', connectEarlier],
])('a client of revision %s lists exactly the tools its key allows, and calls them', async (_version, open) => {
  const { key, person } = await keyFor('contacts:read', 'contacts:change');
  const client = await open(key);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['get_contacts', 'create_contact', 'remove_contact']));
  expect(names).not.toContain('schedule_message');
  expect(tools.find(({ name }) => name === 'get_contacts')).toMatchObject({
    inputSchema: { type: 'object', properties: { search: { type: 'string' } } },
    annotations: { readOnlyHint: true, destructiveHint: false },
  });
  expect(tools.find(({ name }) => name === 'remove_contact')?.annotations).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
  });
  await client.callTool({ name: 'create_contact', arguments: ANN });
  expect(await contactsOf(person.token)).toEqual(['Ann']);
  const listed = await client.callTool({ name: 'get_contacts', arguments: {} });
  expect(listed.structuredContent).toMatchObject({ total: 1, data: [{ name: 'Ann' }] });
  await client.close();
});

test('a key without the write scope gets 403 with the missing scope, and nothing is changed', async () => {
  const { key, person } = await keyFor('contacts:read');
  const client = await connectEarlier(key);
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('create_contact');
  await client.close();
  const call = { ...LIST, method: 'tools/call', params: { name: 'create_contact', arguments: ANN } };
  const answer = await post(call, { authorization: `Bearer ${key}` });
  expect(answer.status).toBe(403);
  expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="mcp:read mcp:write"');
  expect(await answer.text()).toContain('contacts:change');
  expect(await contactsOf(person.token)).toEqual([]);
});

test('a missing or revoked key and a login session get 401 with where to get a token', async () => {
  const { person } = await keyFor('contacts:read');
  const created = await server.call<{ key: string; created: { _id: string } }>(
    'POST',
    '/api/keys',
    { name: 'Gone', scopes: ['contacts:read'], expiresInDays: null },
    person,
  );
  expect((await post(LIST, { authorization: `Bearer ${created.body.key}` })).status).toBe(200);
  await server.call('POST', `/api/keys/${created.body.created._id}/revoke`, {}, person);
  for (const headers of [
    {},
    { authorization: `Bearer ${person.token}` },
    { authorization: `Bearer ${created.body.key}` },
  ]) {
    const answer = await post(LIST, headers as Record<string, string>);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource/mcp');
  }
});

test('rejects foreign pages; accepts pages on this machine, without browser credentials', async () => {
  const { key } = await keyFor('contacts:read');
  const authorization = `Bearer ${key}`;
  expect((await post(LIST, { authorization, origin: 'https://evil.example' })).status).toBe(403);
  expect((await post(LIST, { authorization, origin: 'null' })).status).toBe(403);
  const local = await post(LIST, { authorization, origin: 'http://localhost:6274' });
  expect(local.status).toBe(200);
  expect(local.headers.get('access-control-allow-origin')).toBe('http://localhost:6274');
  expect(local.headers.get('access-control-allow-credentials')).toBeNull();
  const preflight = await fetch(mcpUrl(), { method: 'OPTIONS', headers: { origin: 'http://localhost:6274' } });
  expect(preflight.status).toBe(204);
});

test('errors say what the caller can fix, and nothing about our internals', async () => {
  const { key } = await keyFor('contacts:read', 'contacts:change');
  const client = await connect(key);
  const wrong = await client.callTool({ name: 'get_contacts', arguments: { limit: 'many', colour: 'red' } });
  expect(wrong).toMatchObject({ isError: true, structuredContent: { error: { code: 'INVALID' } } });
  expect(JSON.stringify(wrong)).toContain('colour');
  const failed = await client.callTool({ name: 'leak_secret', arguments: {} });
  expect(failed).toMatchObject({ isError: true, structuredContent: { error: { code: 'INTERNAL_SERVER_ERROR' } } });
  expect(JSON.stringify(failed)).not.toContain('hunter2');
  await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow('There is no tool named nothing.');
  await client.close();
});

test('a result that is too large is refused with advice', async () => {
  const { key } = await keyFor('contacts:read');
  const client = await connect(key);
  const answer = await client.callTool({ name: 'flood', arguments: {} });
  expect(answer).toMatchObject({ isError: true, structuredContent: { error: { code: 'RESULT_TOO_LARGE' } } });
  expect(JSON.stringify(answer).length).toBeLessThan(2_000);
  await client.close();
});

test('several calls in one message are refused', async () => {
  const { key } = await keyFor('contacts:read');
  expect((await post([LIST, LIST], { authorization: `Bearer ${key}` })).status).toBe(400);
});

test('another workspace’s data is not found by any tool or resource', async () => {
  const ours = await keyFor('contacts:read', 'contacts:change', 'messages:read', 'messages:change', 'chats:read');
  const theirs = await keyFor('contacts:read', 'contacts:change', 'messages:read', 'messages:change', 'chats:read');
  const contact = await server.call<{ _id: string; updatedAt: string }>('POST', '/api/contacts', ANN, theirs.person);
  const scheduled = await server.call<{ _id: string; version: number }>(
    'POST',
    '/api/messages',
    { message: 'Their secret', contactList: [{ mobile: ANN.mobile }], dueDate: '2035-01-01T09:00:00Z' },
    theirs.person,
  );
  const message = { id: scheduled.body._id, version: scheduled.body.version };
  expect([contact.status, scheduled.status].every((status) => status < 300)).toBe(true);
  const client = await connect(ours.key);
  const calls: [string, object][] = [
    ['get_message', { id: message.id }],
    ['cancel_message', message],
    ['reschedule_message', { ...message, dueDate: '2035-02-01T09:00:00Z' }],
    ['resend_message', message],
    ['edit_message', { ...message, message: 'Ours' }],
    ['remove_contact', { id: contact.body._id, name: 'Ann', updatedAt: contact.body.updatedAt }],
  ];
  for (const [name, args] of calls) {
    const answer = await client.callTool({ name, arguments: args as Record<string, unknown> });
    expect(answer, name).toMatchObject({ isError: true, structuredContent: { error: { code: 'NOT_FOUND' } } });
  }
  for (const uri of ['switchyard://calendar/2035-01-01', 'switchyard://chats/447700900123@c.us']) {
    expect(JSON.stringify(await client.readResource({ uri }))).not.toContain('Their secret');
  }
  await client.close();
  const owner = await connect(theirs.key);
  expect(JSON.stringify(await owner.readResource({ uri: 'switchyard://calendar/2035-01-01' }))).toContain(
    'Their secret',
  );
  await owner.close();
  expect(await contactsOf(theirs.person.token)).toEqual(['Ann']);
});

test('resources and prompts are those the key allows', async () => {
  const { key } = await keyFor('messages:read');
  for (const client of [await connect(key), await connectEarlier(key)]) {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['switchyard://calendar/{day}']);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['switchyard://calendar/upcoming']);
    const { contents } = await client.readResource({ uri: 'switchyard://calendar/upcoming' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ data: [], total: 0 });
    for (const uri of [
      'switchyard://chats/1',
      'switchyard://calendar/soon',
      'switchyard://constructor/x',
      'file:///etc',
    ])
      await expect(client.readResource({ uri }), uri).rejects.toThrow();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['check_held_messages', 'plan_the_week']);
    const prompt = await client.getPrompt({ name: 'plan_the_week' });
    expect(prompt.messages[0]?.content).toMatchObject({ type: 'text' });
    await client.close();
  }
});

test('a call that takes too long gets a timeout answer', async () => {
  const { key } = await keyFor('contacts:read');
  const client = await connect(key);
  const answer = await client.callTool({ name: 'hang', arguments: {} });
  expect(answer).toMatchObject({ isError: true, structuredContent: { error: { code: 'TIMEOUT' } } });
  expect(callsGone).toBe(1);
  await client.close();
});

test.each([
  ['accept', ['Ann']],
  ['decline', []],
] as const)('where the client can ask, a change waits for the person: %s', async (action, expected) => {
  const { key, person } = await keyFor('contacts:read', 'contacts:change');
  const questions: string[] = [];
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    questions.push(params.message);
    expect(await contactsOf(person.token)).toEqual([]);
    return action === 'accept' ? { action, content: {} } : { action };
  });
  await client.connect(new StreamableHTTPClientTransport(mcpUrl(), bearer(key)));
  const answer = await client.callTool({ name: 'create_contact', arguments: ANN });
  expect(questions).toEqual(['Add a contact?\nname: "Ann"\nmobile: "+447700900123"']);
  expect(Boolean(answer.isError)).toBe(action === 'decline');
  expect(await contactsOf(person.token)).toEqual(expected);
  await client.close();
});
