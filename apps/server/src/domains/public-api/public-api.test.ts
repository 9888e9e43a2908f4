import { randomUUID } from 'node:crypto';
import { topics } from '@switchyard/contracts/live/topics';
import { APIError, BadRequestError, Blueticks, NotFoundError, PermissionDeniedError } from 'blueticks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { envelopeOf } from '../../platform/http/errors.ts';
import { toPublicError } from '../../platform/http/public-errors.ts';
import { Refusal } from '../../platform/refusal.ts';

let server: TestServer;
let ours: Workspace;
let theirs: Workspace;
let sdk: Blueticks;

interface Workspace {
  token: string;
  workspaceId: string;
  engineId: string;
  key: string;
}

const run = (statement: string, ...values: unknown[]) => server.database.pool.query(statement, values);

async function createWorkspace(): Promise<Workspace> {
  const person = await server.signUp();
  const me = await server.call<{ _id: string; workspace: { _id: string } }>('GET', '/api/me', undefined, person);
  const workspaceId = me.body.workspace._id;
  const engineId = randomUUID();
  await run(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired, phone_number)
     values ($1, $2, $3, 'Main', 'simulator', 'default', 'connected', 'running', '+447700900777')`,
    engineId,
    workspaceId,
    me.body._id,
  );
  await run(
    `insert into engine_lanes (engine_id, generation, holder, instance_id, expires_at)
     values ($1, 1, 'pod', uuidv7(), now() + interval '1 hour')`,
    engineId,
  );
  await run(`insert into chat_facts (engine_id, chat, subject, size) values ($1, '1203@g.us', 'Choir', 12)`, engineId);
  return { token: person.token, workspaceId, engineId, key: await createKey(person.token) };
}

async function createKey(token: string, scopes?: string[]): Promise<string> {
  const all = (await server.call<{ scopes: string[] }>('GET', '/api/keys', undefined, { token })).body.scopes;
  const input = { name: 'Program', scopes: scopes ?? all, expiresInDays: null };
  return (await server.call<{ key: string }>('POST', '/api/keys', input, { token })).body.key;
}

const clientOf = (apiKey: string) => new Blueticks({ apiKey, baseUrl: server.url, maxRetries: 0 });
const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.call<{
    success: boolean;
    data: never;
    error: { code: string; requestId: string; details?: { path: string }[] };
  }>(method, path, body, { token: ours.key, headers });
/** Answers the server's requests to our engine. @returns a function that stops it */
const answerAsEngine = (answer: (command: { name: string; change?: unknown }) => object) =>
  server.platform.broker.subscribe(topics.engineCommand(ours.engineId), (_topic, payload) => {
    const { id, ...command } = JSON.parse(payload) as { id: string; name: string; change?: unknown };
    const reply = { id, ok: true, data: answer(command) };
    server.platform.broker.publish(topics.engineReply(ours.engineId), JSON.stringify(reply));
  });
const countOf = async (table: string, where: string) =>
  Number((await run(`select count(*) from ${table} where ${where}`)).rows[0].count);
const messagesOfOurs = () => countOf('messages', `workspace_id = '${ours.workspaceId}'`);

beforeAll(async () => {
  server = await startTestServer();
  ours = await createWorkspace();
  theirs = await createWorkspace();
  sdk = clientOf(ours.key);
});
afterAll(() => server?.stop());

/** A day from now, without milliseconds. */
const tomorrow = () => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`;
const text = (words: string, more = {}) => ({ type: 'text' as const, text: words, ...more });

const THEIR_EVENTS = [
  'message.queued',
  'message.sending',
  'message.delivered',
  'message.failed',
  'message.read',
  'session.connected',
  'session.disconnected',
  'campaign.started',
  'campaign.paused',
  'campaign.resumed',
  'campaign.completed',
  'campaign.aborted',
  'new_message_received_webhook',
  'message_reaction_webhook',
  'ack_changed_webhook',
  'participant_joined_via_link_webhook',
  'participant_added_by_admin_webhook',
  'participant_left_group_webhook',
  'participant_kicked_from_group_webhook',
  'group_admin_changed_webhook',
  'group_name_changed_webhook',
  'group_description_changed_webhook',
  'group_message_pinned_webhook',
  'poll_vote_webhook',
  'reply_to_my_message_webhook',
  'message_deleted_revoked_webhook',
  'message_edited_webhook',
] as const;

test('with very many messages the total is more than shown, until the last page', async () => {
  const many = await createWorkspace();
  await run(
    `insert into messages (id, workspace_id, engine_id, contact_name, contact_list, recipient, body, due_at, due_local, zone, claimable_at, wa_message_id, status, sent_at)
     select uuidv7(), $1, $2, 'Ann', '[]', '+447700900' || (100 + n % 7), 'Number ' || n, at, '2026-01-01T00:00', 'UTC', at, '3EB0' || n, 'sent', at
     from (select n, timestamptz '2026-01-01' + n * interval '1 second' as at from generate_series(1, 10005) n) made`,
    many.workspaceId,
    many.engineId,
  );
  await run(
    `insert into received_messages (id, engine_id, chat, writer, from_me, wa_message_id, kind, body, written_at)
     select uuidv7(), $1, '+447700900101', '+447700900101', false, 'IN' || n, 'text', 'Answer ' || n, timestamptz '2026-01-01' + n * interval '10 seconds'
     from generate_series(1, 1000) n`,
    many.engineId,
  );
  const client = clientOf(many.key);
  const chats = await client.messages.list({ limit: 3, skip: 1, order: 'desc' });
  expect(chats.data.map(({ text }) => text)).toEqual(['Number 10004', 'Number 10003', 'Number 10002']);
  expect(chats.total).toBeGreaterThan(4);
  const early = await client.messages.list({ limit: 4, skip: 8, order: 'asc' });
  expect(early.data.map(({ text }) => text).sort()).toEqual(['Answer 1', 'Number 10', 'Number 11', 'Number 9']);
  const inChat = await client.messages.list({
    limit: 100,
    skip: 0,
    searchToken: 'answer',
    since: '2026-01-01T02:45:00Z',
  });
  expect(inChat).toMatchObject({ total: 11, data: { length: 11 } });
  const scheduled = (skip: number) => client.scheduledMessages.list({ limit: 10, skip });
  const first = await scheduled(0);
  expect(first.total).toBeGreaterThan(10);
  const last = await scheduled(10_000);
  expect(last).toMatchObject({ total: 10_006, data: { length: 5 } });
  expect(await scheduled(10_005)).toMatchObject({ data: [] });
});

interface OneBoard {
  board_id: string;
  columns: { title: string; type: string; options: { label: string }[] }[];
}
interface Item {
  item_id: string;
  text: string;
  updated_at: string;
}
/** The SDK has no methods for boards, so this uses its transport. */
const ask = <Data>(client: Blueticks, method: string, path: string, body?: unknown): Promise<Data> =>
  client
    .request<{ data: Data }>({ method, path: `/v1/boards${path}`, schema: z.looseObject({}) as never, body })
    .then(({ data }) => data);
const rejection = (asked: Promise<unknown>) => asked.then(() => null).catch((error: unknown) => error);

describe('boards, through the transport of the SDK', () => {
  const open = (body: object, client = sdk) => ask<OneBoard>(client, 'POST', '', body);
  const add = (boardId: string, body: object) => ask<Item>(sdk, 'POST', `/${boardId}/items`, body);
  const list = (boardId: string, query = '') => call('GET', `/v1/boards/${boardId}/items${query}`);

  test('a board is found or created: one per agent and domain, even for eight at once', async () => {
    const leads = { domain: 'leads', agent_id: 'bot:1', memory_retention_days: 90 };
    const all = await Promise.all(Array.from({ length: 8 }, () => open(leads)));
    expect(new Set(all.map(({ board_id }) => board_id)).size).toBe(1);
    const [board] = all;
    expect(board).toMatchObject({
      name: 'Leads',
      domain: 'leads',
      agent_managed: true,
      memory_retention_days: 90,
      item_count: 0,
      web_url: expect.stringContaining(`/boards/${board?.board_id}`),
    });
    expect(board?.columns.map(({ title, type }) => [title, type])).toEqual([
      ['Name', 'text'],
      ['Status', 'status'],
      ['Due', 'date'],
      ['Priority', 'priority'],
      ['Source', 'text'],
      ['Company', 'text'],
      ['Value', 'number'],
    ]);
    expect(board?.columns[1]?.options).toContainEqual({ label: 'Done', bgcolor: '#40c057' });
    const other = await open({ ...leads, agent_id: 'bot:2' });
    expect(other.board_id).not.toBe(board?.board_id);
    expect(await ask(sdk, 'GET', `/${board?.board_id}`)).toEqual(board);
    expect((await call('GET', '/v1/boards?limit=1')).body).toMatchObject({
      data: [{ board_id: other.board_id }],
      limit: 1,
      skip: 0,
      total: 2,
    });
    const custom = { entity_kind: 'Follow ups', description: 'Whom to call back' };
    expect(await open(custom)).toMatchObject({ name: '🤖 Follow ups', domain: 'custom:follow-ups' });
    expect(await open({ entity_kind: 'Leads', agent_id: 'bot:1' })).toEqual(board);
    await server.call('DELETE', `/api/boards/${other.board_id}`, undefined, { token: ours.token });
    expect((await open({ ...leads, agent_id: 'bot:2' })).board_id).not.toBe(other.board_id);
  });

  test('items are created, merged, listed, changed, deleted and restored', async () => {
    const { board_id: id } = await open({ domain: 'leads', agent_id: 'items' });
    const source = { chat_id: '447700900123@c.us', chat_name: 'Ann', extracted_at: 1_790_000_000_000 };
    const made = await add(id, {
      text: 'Quote for the garden',
      status: 'to do',
      priority: 'High',
      due_date: '2026-12-01T09:00:00Z',
      cells: { Company: 'Lee & Sons', value: '1200.5' },
      source,
      confidence: 0.8,
    });
    expect(made).toMatchObject({
      text: 'Quote for the garden',
      status: { label: 'To do', bgcolor: '#868e96' },
      priority: { label: 'High' },
      due_date: '2026-12-01',
      cells: { Company: 'Lee & Sons', Value: 1200.5, Source: 'Ann' },
      source,
      confidence: 0.8,
      last_seen_at: expect.any(Number),
    });
    expect(made).not.toHaveProperty('merged');
    const again = { text: '  QUOTE for the garden', cells: { Company: 'Lee' }, source: { excerpt: 'please' } };
    expect(await add(id, again)).toMatchObject({
      item_id: made.item_id,
      merged: true,
      text: 'Quote for the garden',
      cells: { Company: 'Lee', Value: 1200.5 },
      source: { ...source, excerpt: 'please' },
    });
    const second = await add(id, { ...again, allow_duplicate: true });
    expect(second.item_id).not.toBe(made.item_id);
    expect((await list(id, '?limit=1')).body).toMatchObject({ total: 2, data: [{ item_id: second.item_id }] });
    expect((await list(id, '?order=asc&skip=1')).body).toMatchObject({ total: 2, data: [{ item_id: second.item_id }] });

    const path = `/${id}/items/${made.item_id}`;
    expect(await ask(sdk, 'PATCH', path, { status: 'Done', due_date: '', note: 'paid' })).toMatchObject({
      status: { label: 'Done' },
      priority: { label: 'High' },
    });
    expect((await list(id, '?status=done')).body).toMatchObject({ total: 1, data: [{ item_id: made.item_id }] });
    expect((await list(id, '?status=lost')).body).toMatchObject({ total: 0, data: [] });
    expect((await list(id, '?active_only=true')).body).toMatchObject({ total: 1, data: [{ item_id: second.item_id }] });
    expect((await list(id, `?updated_since=${Date.now() + 60_000}`)).body).toMatchObject({ total: 0 });
    expect((await list(id, '?updated_since=2020-01-01T00:00:00Z')).body).toMatchObject({ total: 2 });
    await run(`update board_items set updated_at = now() - interval '31 days' where id = $1`, second.item_id);
    expect((await list(id, '?active_only=true')).body).toMatchObject({ total: 0 });

    await ask(sdk, 'PATCH', path, { deleted: true });
    expect((await list(id)).body).toMatchObject({ total: 1 });
    await expect(ask(sdk, 'PATCH', path, { text: 'x' })).rejects.toThrow(NotFoundError);
    expect(await ask(sdk, 'PATCH', path, { deleted: false, text: 'Back' })).toMatchObject({ text: 'Back' });
    expect((await list(id)).body).toMatchObject({ total: 2 });
  });

  test('many at once: all or none, with each row’s faults by name', async () => {
    const { board_id: id } = await open({ domain: 'tasks', agent_id: 'bulk' });
    const kept = await add(id, { text: 'Buy milk' });
    const bulk = (items: object[]) => ask(sdk, 'POST', `/${id}/items/bulk`, { items });
    const wrong = [{ text: 'A' }, { text: 'B', status: 'Lost' }, { text: 'C', cells: { People: 'Ann', Size: 3 } }];
    expect(await rejection(bulk(wrong))).toMatchObject({
      statusCode: 422,
      details: [
        { path: 'items.1.status', message: '"Lost" is none of: To do, Working on it, Stuck, Done.' },
        { path: 'items.2.cells.People', message: 'The column "People" contains people, which cannot be set here.' },
        { path: 'items.2.cells.Size' },
      ],
    });
    expect((await list(id)).body).toMatchObject({ total: 1 });
    const rows = [{ text: 'buy milk', priority: 'Low' }, { text: 'Buy bread' }, { text: 'BUY BREAD' }];
    expect(await bulk(rows)).toMatchObject({
      created: [{ text: 'Buy bread' }],
      updated: [{ item_id: kept.item_id, text: 'Buy milk', priority: { label: 'Low' } }],
      unchanged: 1,
      board: { board_id: id, name: 'Tasks', domain: 'tasks' },
    });
    expect(await bulk(rows)).toMatchObject({ created: [], updated: [], unchanged: 3 });
    const many = Array.from({ length: 501 }, (_, at) => ({ text: `Number ${at}` }));
    expect(await rejection(bulk(many))).toMatchObject({ statusCode: 422, details: [{ path: 'items' }] });
  });

  test('similar items are found by their words; dissimilar ones are not', async () => {
    const { board_id: id } = await open({ domain: 'tasks', agent_id: 'similar' });
    const milk = await add(id, { text: 'Buy the milk for Ann' });
    const invoice = await add(id, { text: 'Send the invoice to Ann' });
    expect((await add(id, { text: 'Send the invoice to Bob' })).item_id).not.toBe(invoice.item_id);
    const texts = ['buy the MILK, for Ann!', 'Buy milk for Ann', 'Sleep', '🙂', 'Send the invoice to Ann'];
    expect(
      await ask(sdk, 'POST', `/${id}/items/find-similar`, { candidates: texts.map((words) => ({ text: words })) }),
    ).toEqual({
      matches: [
        { candidate_index: 0, item_id: milk.item_id, text: 'Buy the milk for Ann', score: 1 },
        { candidate_index: 1, item_id: milk.item_id, text: 'Buy the milk for Ann', score: 0.8 },
        { candidate_index: 4, item_id: invoice.item_id, text: 'Send the invoice to Ann', score: 1 },
      ],
      misses: [2, 3],
    });
  });

  test.each<[string, object, string[]]>([
    ['an unknown status', { status: 'Lost' }, ['status']],
    ['an unknown column', { cells: { Size: 3 } }, ['cells.Size']],
    ['people', { cells: { People: 'Ann' } }, ['cells.People']],
    ['an invalid day', { due_date: 'soon' }, ['due_date']],
    ['a text that is too long', { text: 'x'.repeat(501) }, ['text']],
    ['only blanks', { text: '  ' }, ['text']],
    ['an unknown field', { color: 'red' }, ['color']],
    ['two at once', { status: 'Lost', due_date: 'soon' }, ['status', 'due_date']],
  ])('an item is refused for %s', async (_name, wrong, paths) => {
    const { board_id: id } = await open({ domain: 'tasks', agent_id: 'refused' });
    const error = (await rejection(add(id, { text: 'Call', ...wrong }))) as { details: { path: string }[] };
    expect(error).toMatchObject({ statusCode: 422 });
    expect(error.details.map(({ path }) => path)).toEqual(paths);
    expect((await list(id)).body).toMatchObject({ total: 0 });
  });

  test.each<[string, object, string]>([
    ['neither domain nor kind', {}, 'domain'],
    ['an unknown domain', { domain: 'recipes' }, 'domain'],
    ['both', { domain: 'tasks', entity_kind: 'tasks' }, 'entity_kind'],
    ['a kind without letters', { entity_kind: '!!', description: 'x' }, 'entity_kind'],
    ['a kind without description', { entity_kind: 'orders' }, 'description'],
    ['an unknown field', { domain: 'tasks', color: 'red' }, 'color'],
  ])('a board is refused for %s', async (_name, body, path) => {
    const before = await countOf('boards', 'true');
    expect(await rejection(open(body))).toMatchObject({ statusCode: 422, details: [{ path }] });
    expect(await countOf('boards', 'true')).toBe(before);
  });

  test('another workspace’s board and items are not found, nor are items under another board', async () => {
    const { board_id: id } = await open({ domain: 'tasks', agent_id: 'foreign' });
    const other = await open({ domain: 'leads', agent_id: 'foreign' });
    const { item_id: itemId } = await add(id, { text: 'Ours' });
    const foreign = clientOf(theirs.key);
    for (const [method, path, body] of [
      ['GET', `/${id}`],
      ['GET', `/${id}/items`],
      ['POST', `/${id}/items`, { text: 'x' }],
      ['PATCH', `/${id}/items/${itemId}`, { text: 'x' }],
      ['POST', `/${id}/items/bulk`, { items: [{ text: 'x' }] }],
      ['POST', `/${id}/items/find-similar`, { candidates: [{ text: 'Ours' }] }],
    ] as const) {
      await expect(ask(foreign, method, path, body), `${method} ${path}`).rejects.toThrow(NotFoundError);
    }
    await expect(ask(sdk, 'PATCH', `/${other.board_id}/items/${itemId}`, { text: 'x' })).rejects.toThrow(NotFoundError);
    expect((await list(id)).body).toMatchObject({ total: 1, data: [{ text: 'Ours' }] });
    expect((await open({ domain: 'tasks', agent_id: 'foreign' }, foreign)).board_id).not.toBe(id);
    expect((await call('GET', '/v1/boards/x')).status).toBe(404);
  });
});

describe('the SDK of the incumbent, unmodified', () => {
  test('ping, account and engines', async () => {
    expect(await sdk.ping()).toMatchObject({ api: 'ok', accountId: ours.workspaceId });
    expect(await sdk.account.retrieve()).toMatchObject({ id: ours.workspaceId, createdAt: expect.any(String) });
    expect(await sdk.engines.list()).toMatchObject([{ id: ours.engineId, type: 'gateway' }]);
  });

  test('a scheduled message is created, listed, changed and cancelled', async () => {
    const sendAt = tomorrow();
    const made = await sdk.scheduledMessages.create('+447700900123', text('See you', { sendAt, secret: 'order 7' }));
    expect(made).toMatchObject({
      to: '447700900123@c.us',
      type: 'text',
      text: 'See you',
      status: 'pending',
      secret: 'order 7',
    });
    expect(new Date(String(made.sendAt)).getTime()).toBe(new Date(sendAt).getTime());
    const id = String(made.id);
    expect(await sdk.scheduledMessages.retrieve(id)).toEqual(made);
    const page = await sdk.scheduledMessages.list({ chatId: '447700900123@c.us', status: 'pending', limit: 1 });
    expect(page).toMatchObject({ limit: 1, skip: 0, total: 1, data: [{ id }] });
    expect(await sdk.scheduledMessages.list({ status: 'played' })).toMatchObject({ data: [], total: 0 });
    expect(await sdk.scheduledMessages.update(id, { text: 'See you soon' })).toMatchObject({
      id,
      text: 'See you soon',
      secret: 'order 7',
    });
    await expect(sdk.scheduledMessages.update(id, { type: 'media' })).rejects.toMatchObject({
      details: [{ path: 'mediaUrl' }],
    });
    const poll = { type: 'poll' as const, pollQuestion: 'When?', pollOptions: ['Now', 'Later'] };
    expect(await sdk.scheduledMessages.update(id, poll)).toMatchObject({ id, ...poll, pollAllowMultiple: false });
    expect(await sdk.scheduledMessages.update(id, { pollAllowMultiple: true })).toMatchObject({
      ...poll,
      pollAllowMultiple: true,
    });
    expect(await sdk.scheduledMessages.delete(id)).toEqual({ id, deleted: true });
    await expect(sdk.scheduledMessages.retrieve(id)).rejects.toThrow(NotFoundError);
    await expect(sdk.scheduledMessages.delete(id)).rejects.toThrow(NotFoundError);
  });

  test('a sent message can be neither changed nor deleted', async () => {
    const { id } = await sdk.scheduledMessages.create('447700900124@c.us', text('Gone'));
    await run(`update messages set status = 'sent', sent_at = now(), ack = 2, delivered_at = now() where id = $1`, id);
    expect(await sdk.scheduledMessages.retrieve(String(id))).toMatchObject({
      status: 'received',
      confirmedAt: expect.any(String),
    });
    await expect(sdk.scheduledMessages.update(String(id), { text: 'Other' })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(sdk.scheduledMessages.delete(String(id))).rejects.toThrow(NotFoundError);
    expect((await run('select body from messages where id = $1', id)).rows).toEqual([{ body: 'Gone' }]);
  });

  test('polls, files and groups', async () => {
    const poll = {
      type: 'poll' as const,
      pollQuestion: 'When?',
      pollOptions: ['Now', 'Later'],
      pollAllowMultiple: true,
    };
    expect(await sdk.scheduledMessages.create('1203@g.us', poll)).toMatchObject({ ...poll, to: '1203@g.us' });
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const media = { type: 'media' as const, mediaBase64: png, mediaFilename: 'dot.png', text: 'A dot' };
    const made = await sdk.messages.send('+447700900123', media);
    expect(made).toMatchObject({
      type: 'media',
      text: 'A dot',
      mediaKind: 'image',
      mediaUrl: expect.stringContaining('/api/files/'),
    });
    await expect(
      sdk.messages.send('+447700900123', { type: 'media', mediaUrl: 'https://127.0.0.1/x.png' }),
    ).rejects.toMatchObject({ statusCode: 422, details: [{ path: 'mediaUrl' }] });
  });

  test('the reason for a failure is given in English', async () => {
    const sendAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = await sdk.scheduledMessages.create('+447700900131', text('See you', { sendAt }));
    await run(
      `update messages set status = 'failed', send_failure_reason = $1 where recipient = '+447700900131'`,
      '{"code":"whatsappRefused","data":{"code":"408"}}',
    );
    expect(await sdk.scheduledMessages.retrieve(String(made.id))).toMatchObject({
      status: 'failed',
      failureReason: 'WhatsApp refused the message (408)',
    });
  });

  test('messages are sent at once, found by their keys, and report their delivery', async () => {
    const sent = await sdk.messages.send('+447700900125', text('Hello'));
    const key = String(sent.id);
    expect(key).toMatch(/^true_447700900125@c\.us_3EB0/);
    expect(await sdk.messages.getAck(key)).toMatchObject({ ack: 0 });
    await run(`update messages set status = 'sent', sent_at = now(), ack = 3 where recipient = '+447700900125'`);
    expect(await sdk.messages.get(key)).toMatchObject({
      chatId: '447700900125@c.us',
      text: 'Hello',
      fromMe: true,
      ack: 3,
      type: 'chat',
    });
    expect(await sdk.messages.getAck(key.split('_')[2] ?? '', { chatId: '447700900125@c.us' })).toMatchObject({
      ack: 3,
    });
    const none = 'true_447700900125@c.us_NONE';
    const acks = await sdk.messages.batchAcks({ messageKeys: [key, none] });
    expect(acks).toMatchObject({
      total: 2,
      data: [
        { key, ack: 3, found: true },
        { key: none, found: false },
      ],
    });
    expect(await sdk.messages.getMedia(key)).toEqual({ mediaUnavailable: 'no_media' });
    const reply = await sdk.messages.send('+447700900125', text('Yes', { replyTo: key }));
    expect(reply.status).toBe('pending');
  });

  test('chats and their messages, in both directions', async () => {
    await run(
      `insert into received_messages (id, engine_id, chat, writer, wa_message_id, kind, body, written_at)
       values (uuidv7(), $1, '+447700900126', '+447700900126', 'R1', 'text', 'May I come?', now())`,
      ours.engineId,
    );
    const chat = { chatId: '447700900126@c.us', chatType: 'contact', lastMessageText: 'May I come?' };
    expect(await sdk.chats.list({ searchToken: 'come' })).toMatchObject({ total: 1, data: [chat] });
    expect(await sdk.chats.get('+447700900126')).toMatchObject(chat);
    await expect(sdk.chats.get('+447700900199')).rejects.toThrow(NotFoundError);
    const page = await sdk.messages.list({
      chatId: '447700900126@c.us',
      messageTypes: ['chat', 'image'],
      order: 'asc',
    });
    expect(page).toMatchObject({ total: 1, data: [{ text: 'May I come?', from: '447700900126@c.us', fromMe: false }] });
    expect(await sdk.messages.list({ searchToken: 'nobody said this' })).toMatchObject({ total: 0, data: [] });
    expect(await sdk.messages.get('false_447700900126@c.us_R1')).toMatchObject({ text: 'May I come?' });
    expect((await call('GET', '/v1/latest-chats?numberOfMessages=1')).body.data).toMatchObject({
      numberOfMessages: 1,
      chats: expect.arrayContaining([
        expect.objectContaining({ messages: [expect.objectContaining({ text: 'May I come?' })] }),
      ]),
    });
    expect(await sdk.groups.list()).toMatchObject({
      total: 1,
      data: [{ id: '1203@g.us', name: 'Choir', participantCount: 12 }],
    });
    expect(await sdk.groups.get('1203@g.us')).toMatchObject({ id: '1203@g.us', name: 'Choir' });
    const members = [
      { number: '+447700900126', isAdmin: true },
      { number: '+447700900127', isAdmin: false },
    ];
    const end = answerAsEngine(() => ({ subject: 'Choir', description: 'We sing', members }));
    const one = { data: [{ chatId: '447700900127@c.us', isAdmin: false }], total: 2, skip: 1, limit: 1 };
    expect(await sdk.chats.listParticipants('1203@g.us', { skip: 1, limit: 1 })).toMatchObject(one);
    const whole = await sdk.groups.get('1203@g.us', { include: 'participants' } as never);
    expect(whole).toMatchObject({ description: 'We sing', participants: [{ isAdmin: true }, { isAdmin: false }] });
    end();
  });

  test('audiences and their members, by phone, chat id and id', async () => {
    const contacts = [
      { to: '+447700900130', variables: { city: 'Bath' } },
      { to: '447700900131@c.us' },
      { to: '+447700900130' },
    ];
    const made = await sdk.audiences.create({ name: 'Regulars', contacts });
    expect(made).toMatchObject({ name: 'Regulars', contactCount: 2 });
    const { id } = made;
    expect(await sdk.audiences.get(id)).toEqual(made);
    expect(await sdk.audiences.list({ limit: 5 })).toMatchObject({ total: 1, data: [{ id }] });
    expect(await sdk.audiences.update(id, { name: 'Friends' })).toMatchObject({ id, name: 'Friends' });
    expect(await sdk.audiences.appendContacts(id, [{ to: '+447700900131' }, { to: '+447700900132' }])).toMatchObject({
      added: 1,
      contactCount: 3,
    });
    const changed = await sdk.audiences.updateContact(id, '447700900130@c.us', { variables: { city: 'Leeds' } });
    expect(changed).toMatchObject({ to: '447700900130@c.us', variables: { city: 'Leeds' } });
    expect(await sdk.audiences.deleteContact(id, changed.id)).toEqual({ id: changed.id });
    await expect(sdk.audiences.deleteContact(id, '+447700900130')).rejects.toThrow(NotFoundError);
    const groups = sdk.audiences.appendContacts(id, [{ to: '+447700900139' }, { to: '1203@g.us' }]);
    await expect(groups).rejects.toMatchObject({ statusCode: 422, details: [{ path: 'contacts.1.to' }] });
    expect(await sdk.audiences.get(id)).toMatchObject({ contactCount: 2 });
    expect(await sdk.contacts.list({ searchToken: '900132', limit: 5 })).toMatchObject({
      total: 1,
      data: [{ chatId: '447700900132@c.us' }],
    });
    expect(await sdk.audiences.delete(id)).toEqual({ id, deleted: true });
    await expect(sdk.audiences.get(id)).rejects.toThrow(NotFoundError);
    expect(await countOf('contacts', `workspace_id = '${ours.workspaceId}'`)).toBe(3);
  });

  test('members of another audience cannot be changed or removed through this one', async () => {
    const contacts = [{ to: '+447700900170', variables: { city: 'Bath' } }];
    const [here, there] = [
      await sdk.audiences.create({ name: 'Here' }),
      await sdk.audiences.create({ name: 'There', contacts }),
    ];
    const variables = { city: 'Leeds' };
    await expect(sdk.audiences.updateContact(here.id, '+447700900170', { variables })).rejects.toThrow(NotFoundError);
    await expect(sdk.audiences.deleteContact(here.id, '+447700900170')).rejects.toThrow(NotFoundError);
    expect(await sdk.audiences.get(there.id)).toMatchObject({ contactCount: 1 });
    expect(
      await countOf(
        'contacts',
        `mobile = '+447700900170' and fields = '{"city": "Bath"}' and workspace_id = '${ours.workspaceId}'`,
      ),
    ).toBe(1);
    for (const { id } of [here, there]) await sdk.audiences.delete(id);
    await run(`delete from contacts where mobile = '+447700900170'`);
  });

  test('campaigns start, pause, resume and end', async () => {
    const audience = await sdk.audiences.create({
      name: 'Buyers',
      contacts: [{ to: '+447700900140', variables: { city: 'Bath' } }],
    });
    const lacking = sdk.campaigns.create({ name: 'Sale', audienceId: audience.id, text: 'Hi {street}' });
    await expect(lacking).rejects.toMatchObject({ statusCode: 422, details: [{ path: 'text' }] });
    expect((await sdk.campaigns.list()).total).toBe(0);
    const made = await sdk.campaigns.create({ name: 'Sale', audienceId: audience.id, text: 'Hi {city}' });
    expect(made).toMatchObject({ name: 'Sale', audienceId: audience.id, status: 'running' });
    const { cmpId } = made;
    expect(await sdk.campaigns.get(cmpId)).toMatchObject({ cmpId, totalCount: 1, sentCount: 0 });
    expect(await sdk.campaigns.list({ limit: 1 })).toMatchObject({ total: 1, data: [{ cmpId }] });
    await expect(sdk.audiences.delete(audience.id)).rejects.toMatchObject({ statusCode: 409, code: 'conflict' });
    expect(await sdk.campaigns.pause(cmpId)).toMatchObject({ status: 'paused' });
    await expect(sdk.campaigns.pause(cmpId)).rejects.toMatchObject({ statusCode: 409, code: 'conflict' });
    expect(await sdk.campaigns.resume(cmpId)).toMatchObject({ status: 'running' });
    expect(await sdk.campaigns.cancel(cmpId)).toMatchObject({ status: 'aborted', abortedAt: expect.any(String) });
    await expect(sdk.campaigns.create({ name: 'x', audienceId: randomUUID(), text: 'Hi' })).rejects.toThrow(
      NotFoundError,
    );
  });

  test('webhooks are created, listed, changed and deleted', async () => {
    const body = { url: 'https://example.com/hooks', events: ['message.delivered' as const], description: 'Till' };
    const made = await sdk.webhooks.create(body);
    expect(made).toEqual({ id: made.id, ...body, status: 'enabled', createdAt: expect.any(String) });
    const { id } = made;
    expect(await sdk.webhooks.get(id)).toEqual(made);
    const other = await sdk.webhooks.create({ url: 'https://example.com/2', events: ['new_message_received_webhook'] });
    expect(await sdk.webhooks.list({ limit: 1 })).toMatchObject({ total: 2, limit: 1, skip: 0, data: [other] });
    expect(await sdk.webhooks.list({ order: 'asc', limit: 1 })).toMatchObject({ data: [made] });
    const changed = await sdk.webhooks.update(id, { status: 'disabled', description: null });
    expect(changed).toEqual({ ...made, status: 'disabled', description: undefined });
    expect(await sdk.webhooks.update(id, { status: 'enabled', events: ['campaign.started'] })).toMatchObject({
      url: body.url,
      status: 'enabled',
      events: ['campaign.started'],
    });
    const whole = await call('GET', `/v1/webhooks/${id}`);
    expect(Object.keys(whole.body.data).sort()).toEqual(['createdAt', 'events', 'id', 'status', 'url']);
    expect(await sdk.webhooks.delete(id)).toEqual({ id, deleted: true });
    await expect(sdk.webhooks.get(id)).rejects.toThrow(NotFoundError);
    const again = await sdk.webhooks.create(body);
    expect(again.id).not.toBe(id);
    expect(await sdk.webhooks.get(again.id)).toEqual(again);
  });

  test('a webhook may subscribe to all events of the incumbent, even those that are never sent', async () => {
    const events = [...THEIR_EVENTS];
    const made = await sdk.webhooks.create({ url: 'https://example.com/all', events });
    expect(made.events).toEqual(events);
    expect(await sdk.webhooks.get(made.id)).toMatchObject({ events, status: 'enabled' });
    expect(await sdk.webhooks.update(made.id, { events: ['message_edited_webhook'] })).toMatchObject({
      events: ['message_edited_webhook'],
    });
    await sdk.webhooks.delete(made.id);
  });

  test.each<[string, object, string]>([
    ['an unknown event', { events: ['message.failed', 'message_eaten_webhook'] }, 'events.1'],
    ['no events', { events: [] }, 'events'],
    ['a plain HTTP address', { url: 'http://example.com/' }, 'url'],
    ['no address', { url: 'example' }, 'url'],
  ])('a webhook is refused for %s', async (_name, wrong, path) => {
    const body = { url: 'https://example.com/refused', events: ['message.failed'], ...wrong };
    const { status, body: answer } = await call('POST', '/v1/webhooks', body);
    expect(status).toBe(422);
    expect(answer.error.details?.map((detail) => detail.path)).toContain(path);
    expect(await countOf('webhook_endpoints', `url like '%refused' or url = 'http://example.com/'`)).toBe(0);
  });

  test('acts on chats reach the engine at once, and are done when it has reported them', async () => {
    const chat = '447700900188@c.us';
    await run(
      `insert into received_messages (id, engine_id, chat, writer, wa_message_id, kind, body, written_at)
       values (uuidv7(), $1, '+447700900188', '+447700900188', 'R188', 'text', 'Hello', now())`,
      ours.engineId,
    );
    expect(await sdk.messages.react(`false_${chat}_R188`, { emoji: '👍' })).toMatchObject({ ok: true });
    expect(await sdk.messages.pin(`false_${chat}_R188`, { duration: 86_400 })).toMatchObject({ ok: true });
    const pinned = { key: `false_${chat}_R188`, chatId: chat, text: 'Hello' };
    expect(await sdk.messages.listPinned(chat)).toMatchObject({ data: [pinned], total: 1 });
    expect(await sdk.messages.unpin(`false_${chat}_R188`)).toMatchObject({ ok: true });
    expect(await sdk.messages.listPinned(chat)).toMatchObject({ data: [], total: 0 });
    expect(await sdk.chats.markRead(chat)).toMatchObject({ ok: true });
    expect(await sdk.chats.archive(chat)).toMatchObject({ ok: true });
    expect(await sdk.chats.unarchive(chat)).toMatchObject({ ok: true });
    const { rows } = await run(
      `select kind, act, state from chat_acts where engine_id = '${ours.engineId}' order by id`,
    );
    expect(rows).toEqual([
      { kind: 'react', act: { kind: 'react', emoji: '👍' }, state: 'pending' },
      { kind: 'pin-message', act: { kind: 'pin-message', isPinned: false, seconds: 604_800 }, state: 'pending' },
      { kind: 'read', act: { kind: 'read', isRead: true }, state: 'pending' },
      // Of two conflicting requests the last one counts.
      { kind: 'archive', act: { kind: 'archive', isArchived: false }, state: 'pending' },
    ]);
    await expect(sdk.messages.react(`false_${chat}_R189`, { emoji: '👍' })).rejects.toThrow(NotFoundError);
  });

  test('groups are created and changed by the engine, and returned in their new state', async () => {
    const asked: object[] = [];
    const members = [
      { number: '+447700900777', isAdmin: true },
      { number: '+447700900125', isAdmin: false },
    ];
    const end = answerAsEngine((command) => {
      if (command.name === 'group-info') return { subject: 'Supper', description: null, isAnnouncement: true, members };
      if (command.name === 'common-groups') return { chats: ['1203@g.us', '1204@g.us'] };
      asked.push(command.change as object);
      return { chat: '1204@g.us', inviteCode: 'Kx0b9jQmTz4Lr2Yw8VnPcD' };
    });
    try {
      const draft = { name: 'Supper', participants: ['+447700900125', '447700900125@c.us'] };
      const made = await sdk.groups.create(draft);
      expect(made).toMatchObject({
        id: '1204@g.us',
        name: 'Supper',
        participantCount: 2,
        announce: true,
        participants: [
          { chatId: '447700900777@c.us', isAdmin: true },
          { chatId: '447700900125@c.us', isAdmin: false },
        ],
      });
      // The SDK repeats a lost POST: within a minute it is the same group.
      expect(await sdk.groups.create(draft)).toMatchObject({ id: '1204@g.us' });
      const settings = { announce: false, restrict: true, description: 'Thursdays' };
      await sdk.groups.update('1204@g.us', { name: 'Late supper', settings });
      expect(await sdk.groups.get('1204@g.us')).toMatchObject({ name: 'Late supper' });
      await sdk.groups.addMembers('1204@g.us', { participants: ['+447700900126'] });
      await sdk.groups.promoteAdmin('1204@g.us', '+447700900126');
      await sdk.groups.demoteAdmin('1204@g.us', '+447700900126');
      await sdk.groups.removeMember('1204@g.us', '447700900126@c.us');
      expect(await sdk.contacts.listCommonGroups('447700900125@c.us')).toMatchObject({
        total: 2,
        data: [
          { id: '1203@g.us', name: 'Choir' },
          { id: '1204@g.us', name: 'Late supper' },
        ],
      });
      const invite = await call('POST', '/v1/extensions/groups/1204%40g.us/invite');
      expect(invite.body.data).toEqual({ link: 'https://chat.whatsapp.com/Kx0b9jQmTz4Lr2Yw8VnPcD' });
      await sdk.groups.leave('1204@g.us');
      // Leaving a group that was already left changes nothing.
      await sdk.groups.leave('1204@g.us');
      const chat = '1204@g.us';
      expect(asked).toEqual([
        { kind: 'create', subject: 'Supper', members: ['+447700900125'] },
        {
          kind: 'settings',
          chat,
          subject: 'Late supper',
          description: 'Thursdays',
          isAnnouncement: false,
          isLocked: true,
        },
        { kind: 'add', chat, members: ['+447700900126'] },
        { kind: 'promote', chat, members: ['+447700900126'] },
        { kind: 'demote', chat, members: ['+447700900126'] },
        { kind: 'remove', chat, members: ['+447700900126'] },
        { kind: 'invite', chat },
        { kind: 'leave', chat },
      ]);
      const { rows } = await run(
        `select action from audit_entries where workspace_id = $1 and action like 'chat.group-%' order by id`,
        ours.workspaceId,
      );
      expect(rows.map(({ action }) => action.replace('chat.group-', ''))).toEqual(
        asked.map((change) => (change as { kind: string }).kind),
      );
    } finally {
      end();
      await run(`delete from chat_facts where chat = '1204@g.us'`);
    }
  });

  test('a refusal by WhatsApp is passed on, and the group is not changed', async () => {
    const end = server.platform.broker.subscribe(topics.engineCommand(ours.engineId), (_topic, payload) => {
      const { id } = JSON.parse(payload) as { id: string };
      const refused = JSON.stringify({ id, ok: false, error: 'only admins may do that' });
      server.platform.broker.publish(topics.engineReply(ours.engineId), refused);
    });
    const error = await rejection(sdk.groups.update('1203@g.us', { name: 'Ours' }));
    end();
    expect(error).toMatchObject({ statusCode: 502, code: 'unavailable' });
    expect((error as Error).message).toContain('only admins may do that');
    expect(await sdk.groups.get('1203@g.us')).toMatchObject({ name: 'Choir' });
    await expect(sdk.groups.leave('9999@g.us')).rejects.toThrow(NotFoundError);
    await run(`update engines set driver = 'cloud-api' where id = $1`, ours.engineId);
    const cannot = await rejection(sdk.groups.create({ name: 'x', participants: ['+447700900125'] }));
    await run(`update engines set driver = 'simulator' where id = $1`, ours.engineId);
    expect(cannot).toMatchObject({ statusCode: 501, code: 'not_supported' });
    const wrong = await rejection(sdk.groups.create({ name: 'x', participants: ['+447700900125', '1203@g.us'] }));
    expect(wrong).toMatchObject({ statusCode: 422, details: [{ path: 'participants.1' }] });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['picture', () => sdk.groups.setPicture('1203@g.us', { url: 'https://example.test/x.png' })],
    ['list channels', () => sdk.newsletters.list()],
    ['create a channel', () => sdk.newsletters.create({ name: 'x' })],
    ['one channel', () => sdk.newsletters.retrieve('1@newsletter')],
    ['generate a song', () => sdk.suno.generateSong({ prompt: 'x' } as never)],
    ['one song', () => sdk.suno.getSong('x')],
    ['upload a song', () => sdk.suno.uploadReference({ url: 'https://example.test/x.mp3' } as never)],
    ['the account for songs', () => sdk.suno.account()],
  ])('an unsupported operation is refused with its own code: %s', async (_name, ask) => {
    const error = await ask().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ statusCode: 501, code: 'not_supported', requestId: expect.any(String) });
  });
});

describe('a repeated request', () => {
  test('creates nothing: eight at once with one key are one message, and a ninth is a replay', async () => {
    const before = await messagesOfOurs();
    const body = text('Once', { sendAt: tomorrow() });
    const headers = { 'idempotency-key': 'order-1' };
    const ask = () => call('POST', '/v1/scheduled-messages/%2B447700900123', body, headers);
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    answers.push(await ask());
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await messagesOfOurs()).toBe(before + 1);
  });

  test('creates one group, without an open transaction while the phone answers; a refused one may be repeated', async () => {
    const { broker } = server.platform;
    const waiting: string[] = [];
    const reply = (id: string, answer: object) =>
      broker.publish(topics.engineReply(ours.engineId), JSON.stringify({ id, ...answer }));
    const replyToFirst = (answer: object) => reply(waiting.shift() ?? '', answer);
    const end = broker.subscribe(topics.engineCommand(ours.engineId), (_topic, payload) => {
      const { id, name } = JSON.parse(payload) as { id: string; name: string };
      if (name === 'change-group') waiting.push(id);
      else reply(id, { ok: true, data: { subject: 'Late', members: [] } });
    });
    const body = { name: 'Late', participants: ['+447700900125'] };
    const ask = () => call('POST', '/v1/groups', body, { 'idempotency-key': 'group-1' });
    try {
      const refused = ask();
      await expect.poll(() => waiting.length).toBe(1);
      replyToFirst({ ok: false, error: 'not now' });
      expect((await refused).status).toBe(502);

      const asked = Array.from({ length: 4 }, ask);
      await expect.poll(() => waiting.length).toBe(1);
      const open = `datname = current_database() and state = 'idle in transaction'`;
      await expect.poll(() => countOf('pg_stat_activity', open)).toBe(0);
      replyToFirst({ ok: true, data: { chat: '1205@g.us' } });
      for (const answer of await Promise.all(asked)) expect(answer.body).toMatchObject({ data: { id: '1205@g.us' } });
      expect(await ask()).toMatchObject({ body: { data: { id: '1205@g.us' } } });
      expect(waiting).toEqual([]);
    } finally {
      end();
      await run(`delete from chat_facts where chat = '1205@g.us'`);
    }
  });

  test('with another body or recipient under the key is refused; another workspace has its own keys', async () => {
    const headers = { 'idempotency-key': 'order-2' };
    const body = text('Once', { sendAt: tomorrow() });
    expect((await call('POST', '/v1/scheduled-messages/%2B447700900123', body, headers)).status).toBe(201);
    const before = await messagesOfOurs();
    const other = await call('POST', '/v1/scheduled-messages/%2B447700900123', text('Twice'), headers);
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect((await call('POST', '/v1/scheduled-messages/%2B447700900124', body, headers)).status).toBe(409);
    expect(await messagesOfOurs()).toBe(before);
    const foreign = clientOf(theirs.key).scheduledMessages.create('+447700900123', text('Once'), {
      idempotencyKey: 'order-2',
    });
    expect(await foreign).toMatchObject({ status: 'pending' });
  });

  test('is executed again after a day, and after a refusal', async () => {
    const headers = { 'idempotency-key': 'order-3' };
    const path = '/v1/scheduled-messages/%2B447700900123';
    expect((await call('POST', path, text(''), headers)).status).toBe(422);
    expect((await call('POST', path, text('One'), headers)).status).toBe(201);
    await run(`update kept_requests set expires_at = now() where key = 'order-3'`);
    expect((await call('POST', path, text('Two'), headers)).status).toBe(201);
  });

  test('without a key counts once within a minute: audiences, campaigns and webhooks', async () => {
    const name = 'Repeated';
    const [first, second] = [await sdk.audiences.create({ name }), await sdk.audiences.create({ name })];
    expect(second).toEqual(first);
    const hook = { url: 'https://example.com/once', events: ['message.failed' as const] };
    const hooks = await Promise.all([sdk.webhooks.create(hook), sdk.webhooks.create(hook)]);
    expect(hooks[1]).toEqual(hooks[0]);
    expect(await countOf('webhook_endpoints', `url = '${hook.url}'`)).toBe(1);
    await sdk.audiences.appendContacts(first.id, [{ to: '+447700900150' }]);
    const draft = { name, audienceId: first.id, text: 'Hi' };
    const made = await Promise.all([sdk.campaigns.create(draft), sdk.campaigns.create(draft)]);
    expect(made[1]).toEqual(made[0]);
    expect(await countOf('campaigns', `name = '${name}'`)).toBe(1);
  });
});

describe('a request is refused', () => {
  const to = '/v1/scheduled-messages/%2B447700900123';
  const none = '/v1/scheduled-messages/00000000-0000-7000-8000-000000000000';
  test.each<[string, string, string, unknown, number, string, string?]>([
    ['an unknown field', 'POST', to, text('x', { color: 'red' }), 422, 'invalid_request', 'color'],
    ['an unknown parameter', 'GET', '/v1/chats?sort=name', undefined, 422, 'invalid_request', 'sort'],
    ['a parameter on an operation without any', 'GET', '/v1/ping?x=1', undefined, 200, ''],
    ['a parameter that the list does not have', 'GET', `${none}?x=1`, undefined, 422, 'invalid_request', 'x'],
    ['a limit of zero', 'GET', '/v1/chats?limit=0', undefined, 422, 'invalid_request', 'limit'],
    ['a limit that is not a number', 'GET', '/v1/audiences?limit=ten', undefined, 422, 'invalid_request', 'limit'],
    ['an invalid flag', 'GET', '/v1/chats?includeArchive=perhaps', undefined, 422, 'invalid_request', 'includeArchive'],
    ['no type', 'POST', to, { text: 'x' }, 422, 'invalid_request', 'type'],
    ['no text', 'POST', to, { type: 'text' }, 422, 'invalid_request', 'text'],
    ['no file', 'POST', to, { type: 'media' }, 422, 'invalid_request', 'mediaUrl'],
    ['no options', 'POST', to, { type: 'poll', pollQuestion: 'x' }, 422, 'invalid_request', 'pollOptions'],
    [
      'a timestamp without offset',
      'POST',
      to,
      text('x', { sendAt: '2030-01-01T09:00:00' }),
      422,
      'invalid_request',
      'sendAt',
    ],
    [
      'a timestamp in the past',
      'POST',
      to,
      text('x', { sendAt: '2020-01-01T09:00:00Z' }),
      422,
      'invalid_request',
      'sendAt',
    ],
    ['no number', 'POST', '/v1/messages/nobody', text('x'), 422, 'invalid_request', 'chatId'],
    ['a channel', 'POST', '/v1/messages/1%40newsletter', text('x'), 422, 'invalid_request', 'chatId'],
    ['U+0000', 'POST', to, text('a\u0000b'), 422, 'invalid_request', 'text'],
    ['a list as a body', 'POST', to, [1], 422, 'invalid_request'],
    ['nothing to change', 'PATCH', none, {}, 422, 'invalid_request', 'body'],
    ['a bare id without its chat', 'GET', '/v1/messages/ABC', undefined, 400, 'invalid_request'],
    ['an unknown id', 'GET', none, undefined, 404, 'not_found'],
    ['an invalid id', 'GET', '/v1/campaigns/aud_01h7', undefined, 404, 'not_found'],
    ['an unknown path', 'GET', '/v1/nothing', undefined, 404, 'not_found'],
    ['an unknown method', 'PUT', '/v1/chats', {}, 404, 'not_found'],
    ['a path that cannot be decoded', 'GET', '/v1/chats/%ff', undefined, 400, 'invalid_request'],
    ['a query that cannot be decoded', 'GET', '/v1/chats?searchToken=%zz', undefined, 400, 'invalid_request'],
    [
      'a file in a campaign',
      'POST',
      '/v1/campaigns',
      { name: 'x', audienceId: 'x', mediaUrl: 'https://a.test' },
      501,
      'not_supported',
    ],
  ])('%s', async (_name, method, path, body, status, code, field) => {
    const before = await messagesOfOurs();
    const answer = await call(method, path, body);
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(answer.body).toEqual({
      success: false,
      error: {
        code,
        message: expect.any(String),
        requestId: answer.headers.get('x-request-id'),
        ...(answer.body.error.details && { details: expect.any(Array) }),
      },
    });
    if (field) expect(answer.body.error.details?.map((detail) => detail.path)).toContain(field);
    expect(await messagesOfOurs()).toBe(before);
  });

  test('invalid base64 of any length is refused at once', async () => {
    for (const mediaBase64 of [`AAAA${' '.repeat(4_000_000)}!`, 'AA=A', '====']) {
      const refused = await call('POST', to, { type: 'media', mediaBase64 });
      expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ path: 'mediaBase64' }] } } });
    }
  });

  test('malformed JSON, and a body that is too large', async () => {
    const post = (body: string) =>
      fetch(server.url + to, {
        method: 'POST',
        headers: { authorization: `Bearer ${ours.key}`, 'content-type': 'application/json' },
        body,
      });
    const malformed = await post('{"type":');
    expect(malformed.status).toBe(400);
    expect(await malformed.json()).toMatchObject({ success: false, error: { code: 'invalid_request' } });
    const large = await post(JSON.stringify({ type: 'media', mediaBase64: 'A'.repeat(11 * 1024 * 1024) }));
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ success: false, error: { code: 'invalid_request' } });
  });

  test('a missing, made-up or insufficient key', async () => {
    const bare = await server.call('POST', to, text('x'));
    expect(bare).toMatchObject({ status: 401, body: { success: false, error: { code: 'authentication_required' } } });
    expect((await server.call('GET', '/v1/ping', undefined, { token: 'sy_made-up' })).status).toBe(401);
    const reads = clientOf(await createKey(ours.token, ['messages:read']));
    expect(await reads.ping()).toMatchObject({ api: 'ok' });
    expect(await reads.scheduledMessages.list()).toMatchObject({ skip: 0 });
    await expect(reads.scheduledMessages.create('+447700900123', text('x'))).rejects.toThrow(PermissionDeniedError);
    await expect(reads.chats.list()).rejects.toMatchObject({ statusCode: 403, code: 'permission_denied' });
  });

  test('a deleted thing can be created again, and is not answered as if it existed', async () => {
    const first = await sdk.audiences.create({ name: 'Twice' });
    await sdk.audiences.delete(first.id);
    const second = await sdk.audiences.create({ name: 'Twice' });
    expect(second.id).not.toBe(first.id);
    expect(await sdk.audiences.get(second.id)).toEqual(second);
  });

  test('another workspace’s data is not found', async () => {
    const foreign = clientOf(theirs.key);
    const message = await sdk.scheduledMessages.create('+447700900123', text('Ours', { sendAt: tomorrow() }));
    const audience = await sdk.audiences.create({ name: 'Ours alone', contacts: [{ to: '+447700900160' }] });
    const campaign = await sdk.campaigns.create({ name: 'Ours', audienceId: audience.id, text: 'Hi' });
    const hook = await sdk.webhooks.create({ url: 'https://example.com/ours', events: ['message.failed'] });
    const key = String(message.waMessageKey?._serialized);
    const tries: (() => Promise<unknown>)[] = [
      () => foreign.scheduledMessages.retrieve(String(message.id)),
      () => foreign.scheduledMessages.update(String(message.id), { text: 'x' }),
      () => foreign.scheduledMessages.delete(String(message.id)),
      () => foreign.messages.get(key),
      () => foreign.messages.getAck(key),
      () => foreign.audiences.get(audience.id),
      () => foreign.audiences.update(audience.id, { name: 'x' }),
      () => foreign.audiences.appendContacts(audience.id, [{ to: '+447700900161' }]),
      () => foreign.audiences.updateContact(audience.id, '+447700900160', { variables: {} }),
      () => foreign.audiences.deleteContact(audience.id, '+447700900160'),
      () => foreign.audiences.delete(audience.id),
      () => foreign.campaigns.create({ name: 'x', audienceId: audience.id, text: 'x' }),
      () => foreign.campaigns.get(campaign.cmpId),
      () => foreign.campaigns.pause(campaign.cmpId),
      () => foreign.campaigns.cancel(campaign.cmpId),
      () => foreign.webhooks.get(hook.id),
      () => foreign.webhooks.update(hook.id, { status: 'disabled' }),
      () => foreign.webhooks.delete(hook.id),
    ];
    for (const ask of tries) await expect(ask(), String(ask)).rejects.toThrow(NotFoundError);
    expect(await sdk.scheduledMessages.retrieve(String(message.id))).toEqual(message);
    expect(await sdk.audiences.get(audience.id)).toEqual(audience);
    expect(await foreign.scheduledMessages.list({ searchToken: 'Ours' })).toMatchObject({ total: 0, data: [] });
  });

  test('chats without an engine are unavailable, not empty', async () => {
    const person = await server.signUp();
    const lonely = clientOf(await createKey(person.token));
    await expect(lonely.chats.list()).rejects.toMatchObject({ statusCode: 503, code: 'unavailable' });
    expect(await lonely.engines.list()).toEqual([]);
    expect(await lonely.ping()).toMatchObject({ whatsappConnections: [] });
  });

  test('an input that the SDK lets through is reported by its class', async () => {
    await expect(sdk.scheduledMessages.create('+447700900123', { type: 'text' } as never)).rejects.toThrow(
      BadRequestError,
    );
  });
});

test('each key has its own limit, which is announced; beyond it Retry-After is in seconds', async () => {
  const limited = await startTestServer({ config: { rateLimitPerMinute: 5 } });
  try {
    const ask = (key: string) => limited.call('GET', '/v1/ping', undefined, { token: key });
    const first = await ask('sy_one');
    expect(first.headers.get('ratelimit-limit')).toBe('5');
    expect(first.headers.get('ratelimit-remaining')).toBe('4');
    for (let asked = 1; asked < 5; asked += 1) expect((await ask('sy_one')).status).toBe(401);
    const beyond = await ask('sy_one');
    expect(beyond).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(beyond.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(beyond.headers.get('ratelimit-remaining')).toBe('0');
    expect((await ask('sy_other')).status).toBe(401);
  } finally {
    await limited.stop();
  }
});

test('the description is OpenAPI 3.1 with every operation', async () => {
  const { body } = await server.call<{ openapi: string; paths: Record<string, object> }>('GET', '/v1/openapi.json');
  expect(body.openapi).toMatch(/^3\.1/);
  expect(Object.keys(body.paths['/scheduled-messages/{chatId}'] ?? {})).toEqual(['post']);
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/ping', '/messages/acks', '/suno/songs']));
});

test('an engine that does not answer is unavailable, which is not the caller’s fault', () => {
  const told = toPublicError(envelopeOf(new Refusal('ENGINE_AWAY')), 'request');
  expect(told).toMatchObject({ status: 503, body: { error: { code: 'unavailable', requestId: 'request' } } });
});

test('the demo offers a key that opens everything, on its own machine; other installations do not', async () => {
  expect((await server.call('GET', '/api/demo/key', undefined, { token: ours.token })).status).toBe(404);
  const demo = await startTestServer({ config: { demo: true } });
  try {
    expect((await demo.call('GET', '/api/demo/key')).status).toBe(401);
    const { token } = await demo.signUp();
    const proxied = { token, headers: { 'x-forwarded-for': '203.0.113.7' } };
    expect((await demo.call('GET', '/api/demo/key', undefined, proxied)).status).toBe(404);
    const { body } = await demo.call<{ key: string }>('GET', '/api/demo/key', undefined, { token });
    expect(Object.keys(body)).toEqual(['key']);
    const made = await new Blueticks({ apiKey: body.key, baseUrl: demo.url }).audiences.create({ name: 'First' });
    expect(made).toMatchObject({ name: 'First', contactCount: 0 });
  } finally {
    await demo.stop();
  }
});
