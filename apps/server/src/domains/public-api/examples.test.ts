import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createClient, SwitchyardError } from '@switchyard/client';
import { topics } from '@switchyard/contracts/live/topics';
import { EXAMPLE_IDS, EXAMPLES, type Example } from '@switchyard/contracts/public-api/examples';
import { publicApiContract } from '@switchyard/contracts/public-api/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { projectDirectory } from '../../platform/paths.ts';

// Tested manually on 29 November 2026: these requests, and those of public-api.test.ts with the incumbent's own SDK,
// through `prism proxy` (@stoplight/prism-cli 5) with the incumbent's file. The only deviations from the file:
//
// | answer                                        | why                                                               |
// |-----------------------------------------------|-------------------------------------------------------------------|
// | 501 for unsupported operations                | prism makes up an answer of its own wherever a server says 501    |
// | 404, 409, 502, 503 of some operations         | the file lists them nowhere; the incumbent's texts and SDK know   |
// |                                               | 409 and 503                                                       |
// | `merged` for an item found by its text        | the file's description of the request has it, its schema does not |

/** An operation of the contract, as far as it is called. */
interface Procedure {
  '~orpc': { route: { method: string; path: string; outputStructure?: string }; outputSchema: ZodType };
}
const operations = Object.entries(publicApiContract).flatMap(([group, members]) =>
  Object.entries(members as unknown as Record<string, Procedure>).map(
    ([name, procedure]) => [`${group}.${name}`, procedure['~orpc']] as const,
  ),
);

let server: TestServer;
let key: string;
let groupAnswers: () => void;
/** Ids in the examples, with the corresponding ids on this server. */
const realIds = new Map<string, string>();
const TOMORROW = '2035-01-01T09:00:00Z';
const inADay = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`;
const real = (text: string) =>
  [...realIds].reduce((filled, [shown, id]) => filled.replaceAll(shown, id), text).replaceAll(TOMORROW, inADay);

const ask = (method: string, path: string, body?: unknown) =>
  server.call<{ data: Record<string, string> }>(method, `/v1${path}`, body, { token: key });

async function recordId(name: keyof typeof EXAMPLE_IDS, created: Promise<{ status: number; body: { data: object } }>) {
  const { status, body } = await created;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  const { id, cmpId, board_id, item_id } = body.data as Record<string, string>;
  realIds.set(EXAMPLE_IDS[name], id ?? cmpId ?? board_id ?? item_id ?? '');
}
const realIdOf = (name: keyof typeof EXAMPLE_IDS) => realIds.get(EXAMPLE_IDS[name]) ?? '';

beforeAll(async () => {
  server = await startTestServer();
  const person = await server.signUp({ name: 'Ann Lee' });
  const me = await server.call<{ _id: string; workspace: { _id: string } }>('GET', '/api/me', undefined, person);
  const { scopes } = (await server.call<{ scopes: string[] }>('GET', '/api/keys', undefined, person)).body;
  const input = { name: 'Program', scopes, expiresInDays: null };
  key = (await server.call<{ key: string }>('POST', '/api/keys', input, person)).body.key;
  realIds.set(EXAMPLE_IDS.workspace, me.body.workspace._id);
  await server.database.pool.query(`
    insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired, phone_number)
      values ('${EXAMPLE_IDS.engine}', '${me.body.workspace._id}', '${me.body._id}', 'Front desk', 'simulator', 'default', 'connected', 'running', '+447700900001');
    insert into engine_lanes (engine_id, generation, holder, instance_id, expires_at)
      values ('${EXAMPLE_IDS.engine}', 1, 'pod', uuidv7(), now() + interval '1 hour');
    insert into chat_facts (engine_id, chat, subject, size) values ('${EXAMPLE_IDS.engine}', '120363025246125486@g.us', 'Choir', 2);
    insert into received_messages (id, engine_id, chat, writer, wa_message_id, kind, body, written_at)
      values (uuidv7(), '${EXAMPLE_IDS.engine}', '+447700900126', '+447700900126', '3EB0C767D26A1D8E5F9A', 'text', 'See you at eight!', now())`);
  await recordId(
    'audience',
    ask('POST', '/audiences', {
      name: 'Guests',
      contacts: [{ to: '+447700900126', variables: { name: 'Ann', city: 'Bath' } }],
    }),
  );
  await recordId('oldAudience', ask('POST', '/audiences', { name: 'Last year' }));
  await recordId(
    'message',
    ask('POST', '/scheduled-messages/+447700900126', { type: 'text', text: 'Hi', sendAt: inADay }),
  );
  await recordId(
    'campaign',
    ask('POST', '/campaigns', { name: 'Menu', audienceId: realIdOf('audience'), text: 'Hi {name}' }),
  );
  await recordId('board', ask('POST', '/boards', { domain: 'leads', agent_id: 'bot:2' }));
  await recordId(
    'item',
    ask('POST', `/boards/${realIdOf('board')}/items`, { text: 'Quote for the garden party', status: 'To do' }),
  );
  await recordId(
    'webhook',
    ask('POST', '/webhooks', { url: 'https://shop.example.com/hook', events: ['message.read'] }),
  );
  await ask('POST', '/messages/+447700900126', { type: 'text', text: 'See you' });
  await server.database.pool.query(
    `update messages set status = 'sent', sent_at = now(), ack = 2, wa_message_id = '3EB0A1B2C3D4E5F60718' where body = 'See you'`,
  );
  const api = async (path: string, body: object) =>
    expect((await server.call('POST', `/api/${path}`, body, person)).status, path).toBeLessThan(300);
  await recordId('oldContact', ask('POST', '/extensions/contacts', { to: '+447700900150' }));
  await recordId('oldTemplate', ask('POST', '/extensions/templates', { name: 'Old', text: 'Hi' }));
  await api('campaign-templates', { name: 'Booked', text: 'Hi {name|there}, your table for {guests} is booked.' });
  await api('bots', { name: 'Front desk', description: 'Answers about opening hours', template: 'survey' });
  await api('knowledge-bases', { name: 'House rules' });
  const { rows } = await server.database.pool.query(
    'select (select id from bots) as bot, (select id from knowledge_bases) as base',
  );
  realIds.set(EXAMPLE_IDS.bot, rows[0].bot);
  realIds.set(EXAMPLE_IDS.knowledgeBase, rows[0].base);
  await server.database.pool.query(`
    insert into message_series (id, workspace_id, contact_name, contact_list, recipient, body, sent_with, origin, rule, start, zone)
    values (uuidv7(), '${me.body.workspace._id}', 'Ann', '[]', '+447700900126', 'Choir tonight at seven.', 'whatsapp', 'web', 'FREQ=WEEKLY;BYDAY=TU', '2030-01-01T09:00', 'UTC')`);
  const { broker } = server.platform;
  groupAnswers = broker.subscribe(topics.engineCommand(EXAMPLE_IDS.engine), (_topic, payload) => {
    const { id, name } = JSON.parse(payload) as { id: string; name: string };
    const members = [
      { number: '+447700900126', isAdmin: true },
      { number: '+447700900127', isAdmin: false },
    ];
    const info = { subject: 'Choir', description: 'We sing on Tuesdays.', isAnnouncement: false, isLocked: false };
    const answers: Record<string, object> = {
      'change-group': { chat: '120363025246125486@g.us', inviteCode: 'Kx0b9jQmTz4Lr2Yw8VnPcD' },
      'common-groups': { chats: ['120363025246125486@g.us'] },
    };
    const data = answers[name] ?? { ...info, members };
    broker.publish(topics.engineReply(EXAMPLE_IDS.engine), JSON.stringify({ id, ok: true, data }));
  });
});
afterAll(async () => {
  groupAnswers?.();
  await server?.stop();
});

type AnyClient = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
let lastStatus = 0;
const watched: typeof fetch = async (...asked) => {
  const answer = await fetch(...asked);
  lastStatus = answer.status;
  return answer;
};

/** Names and types of everything; for lists, of the first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
}

test('every operation with an effect has an example, and no example is unused', () => {
  const names = operations.map(([name]) => name).filter((name) => !name.startsWith('unsupported.'));
  expect(Object.keys(EXAMPLES).sort()).toEqual(names.sort());
});

test('the description contains the examples, and errors in their actual form', async () => {
  interface Described {
    operationId: string;
    parameters?: { name: string; in: string; example?: unknown }[];
    requestBody?: { content: { 'application/json': { example?: unknown } } };
    responses: Record<string, { content?: { 'application/json': { schema: object; example?: unknown } } }>;
  }
  const { body } = await server.call<{ paths: Record<string, Record<string, Described>> }>('GET', '/v1/openapi.json');
  const all = Object.values(body.paths).flatMap((methods) => Object.values(methods));
  expect(all).toHaveLength(operations.length);
  for (const { operationId, parameters = [], requestBody, responses } of all) {
    const example = EXAMPLES[operationId];
    const { default: refused, ...others } = responses;
    if (!example) {
      expect(responses, operationId).toMatchObject({ 501: { description: 'Not supported.' } });
      continue;
    }
    expect(refused?.content?.['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
    expect(others[example.status ?? 200]?.content?.['application/json'].example, operationId).toEqual(example.answer);
    expect(requestBody?.content['application/json'].example, operationId).toEqual(example.body);
    for (const { name, in: place, example: shownValue } of parameters.filter((parameter) => parameter.in === 'path'))
      expect(shownValue, `${operationId} ${place} ${name}`).toBe(example.params?.[name]);
  }
});

// In sequence: later examples see what earlier ones create, change or delete.
test.each(Object.entries(EXAMPLES))(
  '%s: the request is accepted, and the answer is as shown',
  async (name, example) => {
    const [group = '', method = ''] = name.split('.');
    const [, operation] = operations.find(([one]) => one === name) ?? [];
    if (!operation) throw new Error(`There is no operation ${name}.`);
    const { params = {}, query, body, status = 200, answer }: Example = JSON.parse(real(JSON.stringify(example)));
    // Through our own client, so that its methods are tested as well.
    const client = createClient({ baseUrl: server.url, key, fetch: watched }) as unknown as AnyClient;
    const result = await client[group]?.[method]?.({ params, query, body });
    expect(lastStatus, JSON.stringify(result)).toBe(status);
    if (status === 204) return;
    for (const one of [result, answer]) {
      const whole = operation.route.outputStructure === 'detailed' ? { status, body: one } : one;
      expect(operation.outputSchema.parse(whole)).toEqual(whole);
    }
    expect(shapeOf(result)).toEqual(shapeOf(answer));
  },
);

test('the client exposes a refusal’s code and fields, and sends an idempotency key', async () => {
  const client = createClient({ baseUrl: server.url, key, fetch: watched });
  const create = (text: string) =>
    client.scheduledMessages.create({
      params: { chatId: '+447700900126' },
      body: { type: 'text', text },
      idempotencyKey: 'client-1',
    });
  const created = await create('Once');
  expect(lastStatus).toBe(201);
  expect((await create('Once')).data.id).toBe(created.data.id);
  expect(lastStatus).toBe(200);
  const error = await create('Another').catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(SwitchyardError);
  expect(error).toMatchObject({ status: 409, code: 'conflict', requestId: expect.any(String) });
  const wrong = client.audiences.create({ body: { name: '' } });
  await expect(wrong).rejects.toMatchObject({ status: 422, code: 'invalid_request', details: [{ path: 'name' }] });
});

test('the guide’s program sends a message', async () => {
  const file = join(projectDirectory, 'apps/web/src/features/developer/guides/snippets/client.mjs');
  const program = spawn(process.execPath, [file], { env: { ...process.env, SERVER: server.url, API_KEY: key } });
  let printed = '';
  program.stdout.on('data', (piece: Buffer) => {
    printed += piece.toString();
  });
  await once(program, 'close');
  expect(printed).toMatch(/^[0-9a-f-]{36} pending\n$/);
});

test('pages of extensions use a cursor: each row once, even if others are added or removed', async () => {
  const client = createClient({ baseUrl: server.url, key });
  const numbers = [1, 2, 3, 4, 5].map((digit) => `+44770090034${digit}`);
  await client.audiences.create({ body: { name: 'Paged', contacts: numbers.map((to) => ({ to })) } });
  const found: string[] = [];
  let page = await client.extensions.contacts({ query: { limit: 2 } });
  found.push(...page.data.map(({ chatId }) => chatId));
  await server.database.pool.query('delete from contacts where id = $1', [page.data[0]?.id]);
  while (page.next !== undefined) {
    page = await client.extensions.contacts({ query: { limit: 2, cursor: page.next } });
    found.push(...page.data.map(({ chatId }) => chatId));
  }
  expect(new Set(found).size).toBe(found.length);
  expect(found).toEqual(expect.arrayContaining(numbers.map((number) => `${number.slice(1)}@c.us`)));
  await expect(client.extensions.contacts({ query: { cursor: 'x' } })).rejects.toMatchObject({
    status: 422,
    details: [{ path: 'cursor' }],
  });
});
