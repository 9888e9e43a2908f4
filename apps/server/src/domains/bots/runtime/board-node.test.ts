import type { Board, BoardItem, ItemChange } from '@switchyard/contracts/boards/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asActor } from '../../../../test/actor-by-header.ts';
import {
  ANN,
  BEN,
  type BotRig,
  createBotRig,
  flowOf,
  onAny,
  onlySession,
  say,
  startBotServer,
} from '../../../../test/bot-rig.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { newId } from '../../../platform/database/columns.ts';
import { automationsDomain } from '../../automations/index.ts';
import { boardsDomain } from '../../boards/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer({}, [automationsDomain, boardsDomain]);
});
afterAll(() => server.stop());

const ask = (id: string, answer = 'text') => ({ id, kind: 'ask', text: `${id}?`, saveAs: id, answer, retries: 0 });

/** A board of orders, in its own workspace. */
async function createOrders() {
  const lane = await createLaneFixture(server.database);
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await server.call<Body>(method, `/api${path}`, body, { headers: asActor(lane) });
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const { _id: id } = await call<Board>('POST', '/boards', { name: 'Orders', template: 'tasks' });
  await call('POST', `/boards/${id}/columns`, { name: 'Phone', type: 'phone' });
  const board = await call<Board>('POST', `/boards/${id}/columns`, { name: 'Cakes', type: 'number' });
  const columnId = (type: string) => board.columns.find((column) => column.type === type)?._id ?? '';
  const add = (cells: Record<string, unknown>) =>
    call<BoardItem>('POST', `/boards/${id}/items`, { groupId: board.groups[0]?._id, cells });
  const items = async () => (await call<{ data: BoardItem[] }>('POST', `/boards/${id}/items/list`, {})).data;
  return { lane, board, columnId, add, items, call };
}
type Orders = Awaited<ReturnType<typeof createOrders>>;

const step = ({ board, columnId }: Orders, more: object = {}) => ({
  id: 'put',
  kind: 'board',
  boardId: board._id,
  groupId: board.groups[1]?._id,
  cells: [
    { columnId: columnId('text'), value: '{what} for {firstName|a guest}' },
    { columnId: columnId('phone'), value: '{mobile}' },
    { columnId: columnId('number'), value: '{cakes}' },
    { columnId: columnId('status'), value: 'done' },
  ],
  findBy: columnId('phone'),
  saveAs: 'order',
  ...more,
});
const deploy = (flow: ReturnType<typeof flowOf>, lane: LaneFixture): Promise<BotRig> =>
  createBotRig(server, flow, {}, { other: lane });
const done = say('done', 'Order {order}');
const END = { id: 'end', kind: 'end' };

test('adds an item from the answers, and updates the matching item the next time', async () => {
  const given = await createOrders();
  const { columnId, items, lane, call } = given;
  const bystander = await given.add({ [columnId('text')]: 'Another', [columnId('phone')]: BEN });
  const rig = await deploy(flowOf([onAny, ask('what'), ask('cakes', 'number'), step(given), done]), lane);
  for (const text of ['hi', 'Lemon cake', '2']) await rig.write(text);
  expect(await rig.sent()).toEqual(['what?', 'cakes?', 'Order 2']);
  const [, added] = await items();
  expect(added).toMatchObject({
    groupId: given.board.groups[1]?._id,
    number: 2,
    createdBy: null,
    cells: { [columnId('phone')]: ANN, [columnId('number')]: 2, [columnId('status')]: 'done' },
  });
  expect(String(added?.cells[columnId('text')])).toMatch(/^Lemon cake for /);
  for (const text of ['hi', 'Lemon cake', '3,5']) await rig.write(text);
  expect(await rig.sent()).toEqual(['what?', 'cakes?', 'Order 2']);
  const [untouched, changed] = await items();
  expect(await items()).toHaveLength(2);
  expect(untouched).toEqual(bystander);
  expect(changed).toMatchObject({ version: (added?.version ?? 0) + 1, cells: { [columnId('number')]: 3.5 } });
  const history = await call<{ data: ItemChange[] }>('GET', `/board-items/${added?._id}/history`);
  expect(history.data.map(({ act, by, via }) => [act, by, via])).toEqual([
    ['cell', null, 'bot'],
    ['created', null, 'bot'],
  ]);
  expect((await rig.events()).filter((name) => name === 'board_item_written')).toHaveLength(2);
});

test('adds an item each time without a match column, and leaves cells without a known value unchanged', async () => {
  const given = await createOrders();
  const { columnId, items, lane } = given;
  const cells = [
    { columnId: columnId('text'), value: 'Call {mobile}' },
    { columnId: columnId('number'), value: '{cakes}' },
  ];
  const rig = await deploy(flowOf([onAny, step(given, { findBy: null, cells }), done]), lane);
  await rig.write('hi');
  await rig.write('hi');
  expect(await rig.sent()).toEqual(['Order 1', 'Order 2']);
  const called = { [columnId('text')]: `Call ${ANN}` };
  expect((await items()).map((item) => item.cells)).toEqual([called, called]);
});

test('takes the failure branch when a column rejects a value, and saves nothing', async () => {
  const given = await createOrders();
  const { columnId, items, lane, add } = given;
  const known = await add({ [columnId('text')]: 'Known', [columnId('phone')]: ANN });
  const cells = [
    { columnId: columnId('phone'), value: '{mobile}' },
    { columnId: columnId('text'), value: 'Changed' },
    { columnId: columnId('number'), value: '{what}' },
  ];
  const nodes = [onAny, ask('what'), step(given, { cells }), done, END, say('sorry', 'A colleague calls you')];
  const rig = await deploy(flowOf(nodes, ['put.failed>sorry']), lane);
  await rig.write('hi');
  await rig.write('many');
  expect(await rig.sent()).toEqual(['what?', 'A colleague calls you']);
  expect(await items()).toEqual([known]);
  expect(await rig.events()).toContain('node_failed');
});

test('fails with a clear reason when no branch follows, and cannot be deployed for a missing board', async () => {
  const given = await createOrders();
  const { board, columnId, lane, call } = given;
  const rig = await deploy(flowOf([onAny, step(given), done]), lane);
  await call('DELETE', `/boards/${board._id}`);
  await rig.write('hi');
  expect(await rig.sent()).toEqual([]);
  expect(await onlySession(rig)).toMatchObject({ status: 'failed' });
  const faultsOf = async (more: object) => {
    const flow = flowOf([onAny, step(given, more), done]);
    const made = await call<{ _id: string }>('POST', '/bots', { name: 'Another', flow });
    const answer = await rig.call<{ data: { faults: { field: string }[] } }>('POST', `/bots/${made._id}/deploy`, {
      settings: { gatherSeconds: 0 },
    });
    expect(answer.status).not.toBe(200);
    return JSON.stringify(answer.body);
  };
  expect(await faultsOf({})).toContain('nodeBoardGone');
  const other = await createOrders();
  expect(await faultsOf({ boardId: other.board._id })).toContain('nodeBoardGone');
  await call('POST', `/boards/${board._id}/restore`);
  expect(await faultsOf({ cells: [{ columnId: newId(), value: 'x' }], findBy: null })).toContain('nodeBoardPartGone');
  expect(await faultsOf({ findBy: columnId('date') })).toContain('nodeFindBy');
  expect(await faultsOf({ cells: [], findBy: null })).toContain('nodeCells');
});

test('a test reports what would be saved, and changes no board', async () => {
  const given = await createOrders();
  const rig = await deploy(flowOf([onAny, step(given), done]), given.lane);
  const { body } = await rig.call<{ _id: string }>('POST', `/bots/${rig.bot._id}/test`, { text: 'hi' });
  const { rows } = await server.database.pool.query(`select text from bot_lines where session_id = $1 and by = 'bot'`, [
    body._id,
  ]);
  expect(rows).toEqual([{ text: 'Order 1' }]);
  expect(await given.items()).toEqual([]);
});
