import { deploymentSettings } from '@switchyard/contracts/bots/operations';
import { chatFilter } from '@switchyard/contracts/chats/operations';
import { messageFilter } from '@switchyard/contracts/messages/filter';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { memberOf } from '../../../test/act.ts';
import { flowOf, onAny, say } from '../../../test/bot-rig.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { callTool } from '../../platform/call-tool.ts';
import { depsOf, perform } from '../../platform/perform.ts';
import { deployBot } from '../bots/deploy-bot.ts';
import { listChats } from '../chats/list-chats.ts';
import { listMessages } from '../messages/list/list-messages.ts';
import { confirm, undo } from './confirm.ts';
import { runTurn } from './turn.ts';

/** Tools that domains register for the assistant, called through it. */
let server: TestServer;
let lane: LaneFixture;
beforeAll(async () => {
  server = await startTestServer();
});
// Each test has its own workspace, since lists show everything in it.
beforeEach(async () => {
  lane = await createLaneFixture(server.database, 'Europe/London');
});
afterAll(() => server.stop());

async function call<Result>(name: string, args: object = {}): Promise<Result> {
  const answer = await callTool(server.platform, memberOf(lane), name, args);
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal));
  return answer.result as Result;
}
/** The rule planner's answer to a request. */
async function ask(message: string): Promise<string> {
  return (await runTurn(server.platform, memberOf(lane), { conversationId: null, message })).content;
}
type List = { data: Record<string, unknown>[]; total: number };

test('adds labels to contacts and removes them, and refuses a number that is no contact’s', async () => {
  await call('create_contact', { name: 'Dana Cole', mobile: '+447700900101' });
  await call('create_contact', { name: 'Omar', mobile: '+447700900102' });
  const mobiles = ['+447700900101', '+447700900102'];
  expect(await call('label_contacts', { label: 'Guests', mobiles })).toMatchObject({ changed: 2 });
  await call('label_contacts', { label: 'guests', mobiles: ['+447700900102'], on: false });
  expect((await call<List>('get_labels')).data).toEqual([expect.objectContaining({ name: 'Guests', contacts: 1 })]);
  await expect(call('label_contacts', { label: 'Guests', mobiles: ['+447700900999'] })).rejects.toThrow(
    'no contact’s number',
  );
  expect(await ask('who has the label guests?')).toBe('Here is 1 contact with the label “Guests”.');
  await expect(call('get_contacts', { label: 'Nobody' })).rejects.toThrow('No label named');
});

test('drafts and forecasts a campaign, and starts none', async () => {
  await call('create_contact', { name: 'Zoe', mobile: '+447700900103' });
  await call('label_contacts', { label: 'Sale', mobiles: ['+447700900103'] });
  const draft = await call<Record<string, unknown>>('draft_campaign', { variants: ['Hi {name}'], labels: ['sale'] });
  expect(draft).toMatchObject({ contacts: 1, sendable: 1, preview: [{ text: 'Hi Zoe' }], blockedBy: null });
  expect(draft.forecast).toMatchObject({ likely: expect.any(String) });
  await expect(call('draft_campaign', { variants: ['Hi'], labels: ['Nobody'] })).rejects.toThrow('No label named');
  expect(await call('save_campaign_text', { name: 'Hi', text: 'Hi {name}' })).toMatchObject({ name: 'Hi' });
  expect(await ask('draft a campaign to everybody with the label Sale: Hi {name}')).toMatch(
    /^It would go to 1 of 1 contact\.\nIt would end about .+ \(Europe\/London\)\.\nZoe \(\+447700900103\) would read: Hi Zoe\nNothing was launched/,
  );
  expect(await ask('draft a campaign to all contacts with the tag Sale: {city}, come in')).toContain(
    'It would go to 0 of 1 contact. Left out: 1 have no {city}.',
  );
  expect((await call<List>('get_campaigns')).total).toBe(0);
});

test('lists and stops bots', async () => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into bots (id, workspace_id, name, draft, node_kinds) values (uuidv7(), $1, 'Greeter', '{"nodes":[],"edges":[]}', '{}') returning id`,
    [lane.workspaceId],
  );
  expect((await call<List>('get_bots')).data).toMatchObject([{ name: 'Greeter', isDeployed: false }]);
  expect(await ask('is the Greeter bot on?')).toBe('There is 1 bot:\nGreeter (off)');
  expect(await ask('turn the Greeter bot off')).toContain('Stop this bot?');
  await expect(call('stop_bot', { name: 'Nobody' })).rejects.toThrow('no bot named');
  expect(await call('stop_bot', { name: 'greeter' })).toEqual({ _id: rows[0]?.id });
});

const card = z.object({ type: z.literal('Card'), key: z.string() });

/** Asks, confirms and returns the answer, with the id for undo. */
async function doneBy(message: string): Promise<{ content: string; id: string }> {
  const reply = await runTurn(server.platform, memberOf(lane), { conversationId: null, message });
  const id = reply.widgets.flatMap((widget) => card.safeParse(widget).data?.key ?? [])[0] ?? '';
  return { content: (await perform(server.platform, confirm, memberOf(lane), { id })).content, id };
}
const undoOf = async (id: string): Promise<string> =>
  (await perform(server.platform, undo, memberOf(lane), { id })).content;
const labelled = async (label: string): Promise<unknown[]> =>
  (await call<List>('get_contacts', { label })).data.map(({ number }) => number);

test('undo removes labels only from contacts that got them by the action; also by words', async () => {
  await call('create_contact', { name: 'Ines Vogel', mobile: '+447700900111' });
  await call('create_contact', { name: 'Pavel Novak', mobile: '+447700900112' });
  await call('label_contacts', { label: 'Regular', mobiles: ['+447700900111'] });
  const put = await doneBy('label Ines Vogel and Pavel Novak as Regular');
  expect(put.content).toBe('Changed the labels.');
  expect(await labelled('Regular')).toHaveLength(2);
  expect(await undoOf(put.id)).toBe('Undone.');
  expect(await labelled('Regular')).toEqual(['+447700900111']);
  await doneBy('remove the label Regular from Ines Vogel');
  expect(await labelled('Regular')).toEqual([]);
  expect((await doneBy('undo that')).content).toBe('Changed the labels.');
  expect(await labelled('Regular')).toEqual(['+447700900111']);
});

test('undo deletes an added contact, unless it was changed since', async () => {
  const first = await doneBy('add a contact named Greta Holm with +447700900121');
  expect(await undoOf(first.id)).toBe('Undone.');
  expect((await call<List>('get_contacts', { search: 'Greta Holm' })).total).toBe(0);
  const again = await doneBy('add a contact named Greta Holm with +447700900121');
  await server.database.pool.query(
    `update contacts set first_name = 'Greta', updated_at = updated_at + interval '1 second' where mobile = '+447700900121'`,
  );
  expect(await undoOf(again.id)).toContain('changed since');
  expect((await call<List>('get_contacts', { search: 'Greta Holm' })).total).toBe(1);
});

test('undo redeploys a stopped bot as it was, unless someone has deployed it since', async () => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into bots (id, workspace_id, name, draft, node_kinds) values (uuidv7(), $1, 'Night desk', $2, '{}') returning id`,
    [lane.workspaceId, JSON.stringify(flowOf([onAny, say('hello', 'Hello')]))],
  );
  const id = rows[0]?.id ?? '';
  const settings = deploymentSettings.parse({});
  const deploy = () => deployBot(depsOf(server.platform), memberOf(lane), { id, settings, running: 'stay' });
  await deploy();
  const isOn = async () =>
    (await call<List>('get_bots', { search: 'Night desk' })).data.map(({ isDeployed }) => isDeployed);
  const stopped = await doneBy('stop the Night desk bot');
  expect(await isOn()).toEqual([false]);
  expect(await undoOf(stopped.id)).toBe('Undone.');
  expect(await isOn()).toEqual([true]);
  const again = await doneBy('stop the Night desk bot');
  await deploy();
  expect(await undoOf(again.id)).toContain('deployed since');
});

test('finds added knowledge by a question, and says when something is not known', async () => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into knowledge_bases (id, workspace_id, name) values (uuidv7(), $1, 'Shop') returning id`,
    [lane.workspaceId],
  );
  await call('add_knowledge_entry', {
    id: rows[0]?.id,
    title: 'When does the shop open?',
    text: 'The shop opens at nine.',
  });
  expect((await call<List>('get_knowledge_bases')).data).toMatchObject([{ name: 'Shop', entries: 1 }]);
  const found = await call<List & { isKnown: boolean }>('search_knowledge', { question: 'When does the shop open?' });
  expect(found).toMatchObject({ isKnown: true, total: 1 });
  expect(await ask('what does the knowledge base say about when the shop opens?')).toContain('The shop opens at nine.');
  expect(await call('search_knowledge', { question: 'Is there parking for elephants?' })).toMatchObject({
    isKnown: false,
  });
});

test('finds a contact by full name among many with the same first name; no read tool runs once switched off', async () => {
  await server.database.pool.query(
    `insert into contacts (id, workspace_id, name, mobile) select uuidv7(), $1, 'Person ' || n, '+4478' || (10000000 + n) from generate_series(1, 1000) n`,
    [lane.workspaceId],
  );
  expect(await ask('find contact Person 977')).toBe('Here is 1 contact matching “Person 977”.');
  expect(await ask('Tomorrow at 9 to Person 977: See you then')).toContain('Schedule 1 message?');
  await server.database.pool.query(
    `insert into agent_permissions (workspace_id, subject, tool, permission) values ($1, $2, 'get_contacts', 'off')`,
    [lane.workspaceId, lane.userId],
  );
  expect(await ask('find contact Person 977')).toContain('switched that off');
});

test('every list links to the page with all items', async () => {
  const lists = [...server.platform.tools.values()].flatMap(({ name, effect, input }) => {
    const args = [{ limit: 1 }, { limit: 1, chatId: '+447700900101' }].find(
      (candidate) => input.safeParse(candidate).success,
    );
    const isList =
      effect === 'read' &&
      args &&
      Object.keys(z.toJSONSchema(input, { io: 'input' }).properties ?? {}).includes('limit');
    return isList ? [{ name, args }] : [];
  });
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['get_scheduled_messages', 'get_contacts', 'get_chats', 'get_messages']),
  );
  for (const { name, args } of [...lists, { name: 'get_engines', args: {} }])
    expect(await call(name, args), name).toMatchObject({
      total: expect.any(Number),
      page: expect.stringMatching(/^\/[a-z]/),
    });
});

test('the page of scheduled messages requests the same ones in the same order', async () => {
  const at = (day: number) => new Date(Date.UTC(2031, 0, day, 9));
  for (const [day, to] of ['+447700900201', '+447700900202', '+447700900203', '+447700900201'].entries()) {
    for (const [status, ack] of [
      ['pending', 0],
      ['sending', 0],
      ['sent', 3],
      ['sent', 2],
      ['unknown', 0],
      ['failed', 0],
    ] as const) {
      const id = await lane.add({ to, text: `${status} ${day}` });
      await server.database.pool.query(
        'update messages set status = $2, ack = $3, due_at = $4, claimed_at = now() where id = $1',
        [id, status, ack, at(1 + day * 7 + ack)],
      );
    }
  }
  const only = ['+447700900201', '+447700900202', '+447700900203'];
  const queries: Record<string, unknown>[] = [
    { recipients: only },
    { recipients: only, status: ['pending'] },
    { recipients: only, status: ['failed', 'cancelled'] },
    { recipients: only, receipt: 'read' },
    { recipients: only, receipt: 'delivered', order: 'soonest' },
    { recipients: only, except: ['+447700900201'], exceptSearch: 'sent' },
    { recipients: ['+447700900201'], from: '2031-01-02T00:00', to: '2031-01-23T00:00' },
    { recipients: only, search: 'unknown 2' },
  ];
  for (const args of queries) {
    const found = await call<{ data: { id: string }[]; total: number; page: string }>('get_scheduled_messages', args);
    expect(found.total, found.page).toBeGreaterThan(0);
    const { sort = '-dueDate', ...given } = Object.fromEntries(new URL(found.page, 'http://here').searchParams);
    const query = { ...messageFilter.parse(given), sort, limit: 100, skip: 0 };
    const { rows } = await listMessages(server.database.db, memberOf(lane), query);
    expect(
      rows.slice(0, 20).map(({ id }) => id),
      found.page,
    ).toEqual(found.data.map(({ id }) => id));
    expect(rows.length).toBe(found.total);
  }
});

test('the pages of chats request the same ones, for each engine', async () => {
  const otherLane = await createLaneFixture(server.database, 'Europe/London');
  const second = await server.database.pool.query<{ id: string }>(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
     select uuidv7(), workspace_id, owner_id, 'Second', driver, k8s_namespace, status, desired from engines where id = $1 returning id`,
    [otherLane.engineId],
  );
  const engines = [otherLane.engineId, second.rows[0]?.id ?? ''];
  await server.database.pool.query(
    `insert into received_messages (id, engine_id, chat, writer, from_me, wa_message_id, kind, body, written_at)
     select uuidv7(), engine, '+4477009005' || 10 + n, '+4477009005' || 10 + n, n % 3 = 0, 'said' || n, 'text', 'Line ' || n,
       timestamptz '2026-01-01T00:00Z' + n * interval '1 hour' + (engine = $2::uuid)::int * interval '1 minute'
     from generate_series(1, 30) n, unnest($1::uuid[]) engine where engine = $2::uuid or n > 20`,
    [engines, engines[0]],
  );
  type Chats = { data: { _serialized: string; engineId: string }[]; total: number; page: string | null };
  const asks = async (args: object) => {
    const answer = await callTool(server.platform, memberOf(otherLane), 'get_chats', args);
    return (answer as unknown as { result: Chats & { pages?: { name: string; total: number; page: string }[] } })
      .result;
  };
  const onlyFirst = { search: 'Line 9' };
  for (const args of [{}, { waiting: 'us' }, { since: '2026-01-02T00:30', kind: 'person' }, onlyFirst]) {
    const found = await asks({ ...args, limit: 200 });
    const pages = found.pages ?? [{ name: 'Main', total: found.total, page: found.page ?? '' }];
    expect(pages.map(({ name }) => name)).toEqual(args === onlyFirst ? ['Main'] : ['Main', 'Second']);
    const shown: string[] = [];
    for (const { page, total } of pages) {
      const { pathname, searchParams } = new URL(page, 'http://here');
      const { tab, ...filter } = Object.fromEntries(searchParams);
      expect(tab).toBe('chats');
      const engineId = pathname.split('/').at(-1) ?? '';
      const listed = await listChats(server.database.pool, {
        engineId,
        limit: 200,
        skip: 0,
        sight: null,
        ...chatFilter.parse(filter),
      });
      expect(listed.total).toBe(total);
      shown.push(...listed.data.map(({ chat }) => `${engineId} ${chat.slice(1)}@c.us`));
    }
    expect(shown.length).toBe(found.total);
    expect(shown.toSorted()).toEqual(found.data.map((chat) => `${chat.engineId} ${chat._serialized}`).toSorted());
  }
  // The latest of both, page by page.
  const all = await asks({ limit: 200 });
  const paged = [await asks({ limit: 7 }), await asks({ limit: 7, skip: 7 })];
  expect(paged.flatMap(({ data }) => data)).toEqual(all.data.slice(0, 14));
  expect(paged.map(({ total }) => total)).toEqual([40, 40]);
});

test('says that unread counts are unknown for chats whose phone does not report them', async () => {
  const otherLane = await createLaneFixture(server.database, 'Europe/London');
  await server.database.pool.query(
    `insert into received_messages (id, engine_id, chat, writer, from_me, wa_message_id, kind, body, written_at)
     select uuidv7(), $1, chat, chat, false, 'said' || chat, 'text', 'Hello', '2026-01-01T00:00Z'
     from unnest(array['+447700900601', '+447700900602', '+447700900603']) chat`,
    [otherLane.engineId],
  );
  const contentOf = async () =>
    (await runTurn(server.platform, memberOf(otherLane), { conversationId: null, message: 'show unread chats' }))
      .content;
  expect(await contentOf()).toBe(
    'There are no chats with unread messages.\nWhether 3 other chats have any is not known: the phone has not told.',
  );
  await server.database.pool.query(
    `insert into chat_facts (engine_id, chat, unread) values ($1, '+447700900601', 2), ($1, '+447700900602', 0)`,
    [otherLane.engineId],
  );
  expect(await contentOf()).toBe(
    'Here is 1 chat with unread messages.\nWhether 1 other chat has any is not known: the phone has not told.',
  );
  await server.database.pool.query(`insert into chat_facts (engine_id, chat, unread) values ($1, '+447700900603', 0)`, [
    otherLane.engineId,
  ]);
  expect(await contentOf()).toBe('Here is 1 chat with unread messages.');
});

test('searches the latest thousand messages of a long chat, and says so; an earlier date is searched where it is', async () => {
  const chat = '+447700900301';
  await call('create_contact', { name: 'Longman', mobile: chat });
  await server.database.pool.query(
    `insert into received_messages (id, engine_id, chat, writer, from_me, wa_message_id, kind, body, written_at)
     select uuidv7(), $1, $2, $2, false, 'long' || n, 'text', 'Line ' || n, timestamptz '2026-01-01T00:00Z' + n * interval '1 minute'
     from generate_series(1, 1050) n`,
    [lane.engineId, chat],
  );
  type Messages = List & { lookedThrough?: number };
  const latest = await call<Messages>('get_messages', { chatId: chat, limit: 1 });
  expect(latest).toMatchObject({ total: 1_000, lookedThrough: 1_000, data: [{ body: 'Line 1050' }] });
  const early = await call<Messages>('get_messages', { chatId: chat, to: '2026-01-01T00:21', limit: 1 });
  expect(early).toMatchObject({ total: 20, data: [{ body: 'Line 20' }] });
  expect(early.lookedThrough).toBeUndefined();
  const since = await call<Messages>('get_messages', { chatId: chat, from: '2026-01-01T17:00', limit: 1 });
  expect(since).toMatchObject({ total: 31 });
  expect(since.lookedThrough).toBeUndefined();
  expect(await ask('what did Longman write?')).toContain('I looked through the latest 1000 messages.');
});
