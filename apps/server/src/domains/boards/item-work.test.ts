import type { AssignedItem, BoardItem, Check, ItemComment, ItemDetails } from '@switchyard/contracts/boards/operations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { join, type Someone, signUpSomeone, within } from '../../../test/team.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';

const CHAT = '+447700900001';
let server: TestServer;
let owner: Someone;
let colleague: Someone;
let lane: LaneFixture;

beforeAll(async () => {
  server = await startTestServer({ config: { roles: ['api'] } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await signUpSomeone(server, { name: 'Ada' });
  colleague = await signUpSomeone(server, { name: 'Bo' });
  await join(server, owner, colleague, 'member');
  lane = await createLaneFixture(server.database);
  await query('update engines set workspace_id = $1 where id = $2', [owner.workspaceId, lane.engineId]);
});

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.database.pool.query<Row>(text, values)).rows;
const call = <Body>(method: string, path: string, body?: unknown, who = owner) =>
  server.call<Body>(method, `/api${path}`, body, within(who, owner.workspaceId));
type Page<Row> = { data: Row[]; total: number };
type TaskFromMessage = BoardItem & { title: string; boardName: string };

/** @returns the message's WhatsApp id */
async function receive(text: string): Promise<string> {
  const waMessageId = newId();
  await query(
    `insert into received_messages (id, engine_id, chat, writer, wa_message_id, kind, body, written_at)
     values ($1, $2, $3, $3, $4, 'text', $5, '2026-11-28T10:00:00Z')`,
    [newId(), lane.engineId, CHAT, waMessageId, text],
  );
  return waMessageId;
}
const makeTask = async (waMessageId: string, more: object = {}, who = owner) =>
  call<TaskFromMessage>(
    'POST',
    '/board-items/from-message',
    { engineId: lane.engineId, chat: CHAT, waMessageId, ...more },
    who,
  );
const tasksOfChat = async () =>
  (
    await call<Page<AssignedItem>>(
      'GET',
      `/board-items/of-chat?engineId=${lane.engineId}&chat=${encodeURIComponent(CHAT)}`,
    )
  ).body;
const details = async (id: string) => (await call<ItemDetails>('GET', `/board-items/${id}/details`)).body;

test('a chat message becomes a task on the task board, which is created once; the two link to each other', async () => {
  const ids = [await receive('Please bring\n two chairs'), await receive('And a table')];
  const tasks = await Promise.all(ids.map((id) => makeTask(id)));
  expect(tasks.map(({ status }) => status)).toEqual([201, 201]);
  expect(tasks[0]?.body).toMatchObject({
    title: 'Please bring two chairs',
    boardName: 'Tasks',
    createdBy: owner.userId,
  });
  const boards = await query('select id from boards where workspace_id = $1', [owner.workspaceId]);
  expect(boards).toHaveLength(1);

  expect((await details(tasks[0]?.body._id ?? '')).message).toEqual({
    engineId: lane.engineId,
    chat: CHAT,
    chatName: null,
    waMessageId: ids[0],
    text: 'Please bring\n two chairs',
    at: '2026-11-28T10:00:00.000Z',
  });
  const { data, total } = await tasksOfChat();
  expect(total).toBe(2);
  expect(data.map(({ title }) => title).toSorted()).toEqual(['And a table', 'Please bring two chairs']);
  await call('DELETE', `/board-items/${tasks[1]?.body._id}`);
  expect((await tasksOfChat()).data.map(({ title }) => title)).toEqual(['Please bring two chairs']);
});

test('a task can go to another board; a missing or foreign message creates none', async () => {
  const { body: board } = await call<{ _id: string }>('POST', '/boards', { name: 'Orders' });
  const waMessageId = await receive('Two chairs');
  expect((await makeTask(waMessageId, { boardId: board._id })).body).toMatchObject({
    boardId: board._id,
    boardName: 'Orders',
  });
  expect((await makeTask('no such message')).status).toBe(404);
  expect((await makeTask(waMessageId, { engineId: newId() })).status).toBe(404);
  const stranger = await signUpSomeone(server);
  const body = { engineId: lane.engineId, chat: CHAT, waMessageId };
  expect((await server.call('POST', '/api/board-items/from-message', body, stranger)).status).toBe(404);
  expect(
    await query('select template from boards where workspace_id = any ($1)', [
      [owner.workspaceId, stranger.workspaceId],
    ]),
  ).toEqual([{ template: 'blank' }]);
});

test('an item without its connection still shows the message', async () => {
  const { body: item } = await makeTask(await receive('Two chairs'));
  await query('delete from engines where id = $1', [lane.engineId]);
  expect((await details(item._id)).message).toMatchObject({ engineId: null, chat: CHAT, text: 'Two chairs' });
});

test('checklist entries keep their order and can be checked, renamed and deleted', async () => {
  const { body: item } = await makeTask(await receive('Two chairs'));
  const add = async (text: string) => (await call<Check>('POST', `/board-items/${item._id}/checklist`, { text })).body;
  const [first, second] = [await add('Buy'), await add('Paint')];
  await call('PATCH', `/board-checks/${first._id}`, { isDone: true });
  await call('PATCH', `/board-checks/${second._id}`, { text: 'Paint them blue' });
  expect((await details(item._id)).checklist).toEqual([
    { _id: first._id, text: 'Buy', isDone: true },
    { _id: second._id, text: 'Paint them blue', isDone: false },
  ]);
  expect((await call('POST', `/board-items/${item._id}/checklist`, { text: ' ' })).status).toBe(422);
  await call('DELETE', `/board-checks/${first._id}`);
  expect((await details(item._id)).checklist.map(({ text }) => text)).toEqual(['Paint them blue']);
});

test('a comment notifies mentioned people once, and only its author can delete it', async () => {
  const { body: item } = await makeTask(await receive('Two chairs'));
  const path = `/board-items/${item._id}/comments`;
  const mentions = [colleague.userId, colleague.userId, owner.userId];
  const { body: comment, status } = await call<ItemComment>('POST', path, { text: 'Blue ones?', mentions });
  expect(status).toBe(201);
  expect(
    await query('select user_id, kind, data from notifications where workspace_id = $1', [owner.workspaceId]),
  ).toEqual([
    {
      user_id: colleague.userId,
      kind: 'item-mentioned',
      data: { id: `${item.boardId}?item=${item._id}`, name: 'Two chairs' },
    },
  ]);
  const stranger = await signUpSomeone(server);
  expect((await call('POST', path, { text: 'x', mentions: [stranger.userId] })).status).toBe(422);

  const list = async (who: Someone) => (await call<Page<ItemComment>>('GET', path, undefined, who)).body.data;
  expect(await list(colleague)).toMatchObject([
    { text: 'Blue ones?', by: { _id: owner.userId, name: 'Ada' }, isMine: false },
  ]);
  expect((await list(owner))[0]?.isMine).toBe(true);
  expect((await call('DELETE', `/board-comments/${comment._id}`, undefined, colleague)).status).toBe(403);
  expect(await list(owner)).toHaveLength(1);
  expect((await call('DELETE', `/board-comments/${comment._id}`)).status).toBe(200);
  expect(await list(owner)).toEqual([]);
});
