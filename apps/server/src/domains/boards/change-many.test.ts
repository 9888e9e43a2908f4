import type { CellValue } from '@switchyard/contracts/boards/columns';
import type {
  AssignedItem,
  Board,
  BoardItem,
  CellsSet,
  ItemChange,
  RowsAdded,
} from '@switchyard/contracts/boards/operations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Someone, signUpSomeone } from '../../../test/team.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { automationRuns } from '../automations/automations.schema.ts';

let server: TestServer;
let owner: Someone;
let stranger: Someone;
let board: Board;

beforeAll(async () => {
  server = await startTestServer({ config: { roles: ['api'] } });
  owner = await signUpSomeone(server, { name: 'Ada' });
  stranger = await signUpSomeone(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  board = (await call<Board>('POST', '/api/boards', { name: 'Launch', template: 'tasks' })).body;
});

const call = <Body>(method: string, path: string, body?: unknown, who = owner) =>
  server.call<Body>(method, path, body, who);
const column = (type: string) => board.columns.find((candidate) => candidate.type === type)?._id ?? '';
const groupId = () => board.groups[0]?._id ?? '';
const items = async () =>
  (await call<{ data: BoardItem[] }>('POST', `/api/boards/${board._id}/items/list`, { limit: 1_000 })).body.data;
const history = async (id: string) =>
  (await call<{ data: ItemChange[] }>('GET', `/api/board-items/${id}/history`)).body.data;
const addRows = (rows: CellValue[][], more: object = {}) =>
  call<RowsAdded>('POST', '/api/board-rows', {
    boardId: board._id,
    groupId: groupId(),
    columnIds: [column('text'), column('people'), column('date')],
    rows,
    importId: newId(),
    firstRow: 0,
    ...more,
  });
const setCells = (rows: object[], columnIds = [column('text'), column('date')]) =>
  call<CellsSet>('POST', '/api/board-cells', { boardId: board._id, columnIds, rows });
const automate = (trigger: object) =>
  call<{ _id: string }>('POST', `/api/boards/${board._id}/automations`, {
    name: 'Move',
    trigger,
    filters: [],
    steps: [{ kind: 'moveToGroup', groupId: board.groups[1]?._id }],
  });
const runsOf = (automationId: string) =>
  server.platform.database.db.$count(automationRuns, eq(automationRuns.automationId, automationId));

describe('many cells', () => {
  test('are set together, each with its history, without affecting others', async () => {
    await addRows([['Chairs'], ['Tables', null, '2026-12-01'], ['Lamps']]);
    const [chairs, tables, lamps] = await items();
    const rows = [
      { id: chairs?._id, values: ['Benches', '2026-12-24'] },
      { id: tables?._id, values: ['Tables', null] },
    ];
    const { status, body } = await setCells(rows);
    expect([status, body]).toEqual([200, { changed: 3, leftOut: [] }]);
    const [one, two, three] = await items();
    expect(one?.cells).toEqual({ [column('text')]: 'Benches', [column('date')]: '2026-12-24' });
    expect(two?.cells).toEqual({ [column('text')]: 'Tables' });
    expect(three).toEqual(lamps);
    const changes = (await history(String(one?._id))).map(({ act, before, after }) => [act, before, after]);
    expect(changes).toEqual([
      ['cell', null, '2026-12-24'],
      ['cell', 'Chairs', 'Benches'],
      ['created', null, null],
    ]);
  });

  test('are skipped individually if invalid, changed since or deleted', async () => {
    await addRows([['Chairs'], ['Tables'], ['Lamps']]);
    const [chairs, tables, lamps] = await items();
    await call('DELETE', `/api/board-items/${lamps?._id}`);
    const { body } = await setCells([
      { id: chairs?._id, values: ['Benches', 'tomorrow'] },
      { id: tables?._id, values: ['Desks', '2026-12-01'], expected: ['Sofas', null] },
      { id: lamps?._id, values: ['Lights', null] },
    ]);
    expect(body).toEqual({
      changed: 2,
      leftOut: [
        { row: 0, columnId: column('date'), reason: 'invalid' },
        { row: 1, columnId: column('text'), reason: 'changed' },
        { row: 2, columnId: null, reason: 'gone' },
      ],
    });
    expect((await items()).map(({ cells }) => cells)).toEqual([
      { [column('text')]: 'Benches' },
      { [column('text')]: 'Tables', [column('date')]: '2026-12-01' },
    ]);
  });

  test('written at once in different columns are all kept, in any order', async () => {
    await addRows(Array.from({ length: 50 }, (_, at) => [`Item ${at}`]));
    const boardItems = await items();
    const write = (type: string, value: CellValue, list: BoardItem[]) =>
      setCells(
        list.map(({ _id }) => ({ id: _id, values: [value] })),
        [column(type)],
      );
    const answers = await Promise.all([
      write('longText', 'Note', boardItems),
      write('status', 'done', boardItems.toReversed()),
      write('date', '2026-12-01', boardItems),
    ]);
    expect(answers.map(({ body }) => body.changed)).toEqual([50, 50, 50]);
    for (const { cells, version } of await items()) {
      expect(cells).toMatchObject({
        [column('longText')]: 'Note',
        [column('status')]: 'done',
        [column('date')]: '2026-12-01',
      });
      expect(version).toBe(4);
    }
  });

  test('assign people, and trigger the automations that wait for them', async () => {
    await addRows([['Chairs'], ['Tables']]);
    const { body: automation } = await automate({ kind: 'cellChanged', columnId: column('people') });
    const boardItems = await items();
    const rows = boardItems.map(({ _id }) => ({ id: _id, values: [[owner.userId]] }));
    await setCells(rows, [column('people')]);
    const { body } = await call<{ data: AssignedItem[] }>('GET', '/api/my-work');
    const ids = boardItems.map(({ _id }) => _id);
    expect(body.data.map(({ item }) => item._id).filter((id) => ids.includes(id))).toHaveLength(2);
    expect(await runsOf(automation._id)).toBe(2);
    await setCells(
      rows.map(({ id }) => ({ id, values: [[stranger.userId]] })),
      [column('people')],
    );
    expect((await items()).map(({ cells }) => cells[column('people')])).toEqual([[owner.userId], [owner.userId]]);
  });

  test('are refused for a column or board of another workspace, and if too many', async () => {
    await addRows([['Chairs']]);
    const [chairs] = await items();
    const rows = [{ id: chairs?._id, values: ['Mine'] }];
    const path = '/api/board-cells';
    const input = { boardId: board._id, columnIds: [column('text')], rows };
    expect((await call('POST', path, input, stranger)).status).toBe(404);
    expect((await call('POST', path, { ...input, columnIds: [newId()] })).status).toBe(422);
    const many = Array.from({ length: 1_001 }, () => ({ id: newId(), values: ['x'] }));
    expect((await call('POST', path, { ...input, rows: many })).status).toBe(422);
    expect((await call('POST', path, { ...input, rows: [...rows, ...rows] })).status).toBe(422);
    expect((await items())[0]).toEqual(chairs);
  });
});

describe('many rows', () => {
  test('are added in order at the end of a group; an invalid row is named', async () => {
    const importId = newId();
    await addRows([['First']]);
    const { status, body } = await addRows([['Chairs', [owner.userId]], ['Tables', null, 'soon'], ['Lamps']], {
      importId,
    });
    expect([status, body]).toEqual([
      200,
      { added: 2, leftOut: [{ row: 1, columnId: column('date'), reason: 'invalid' }] },
    ]);
    const boardItems = await items();
    expect(boardItems.map(({ cells, number }) => [cells[column('text')], number])).toEqual([
      ['First', 1],
      ['Chairs', 2],
      ['Lamps', 3],
    ]);
    const added = await call<BoardItem>('POST', `/api/boards/${board._id}/items`, {
      groupId: groupId(),
      cells: { [column('text')]: 'Last' },
    });
    expect(added.body.number).toBe(4);
    expect((await items()).at(-1)?._id).toBe(added.body._id);
  });

  test('sent again are not added twice, and can all be undone together', async () => {
    const importId = newId();
    await addRows([['Kept']]);
    await addRows([['Chairs'], ['Tables']], { importId });
    const again = await addRows([['Chairs'], ['Tables'], ['Lamps']], { importId });
    expect(again.body.added).toBe(3);
    expect(await items()).toHaveLength(4);
    const path = `/api/boards/${board._id}/rows/${importId}`;
    expect((await call('DELETE', path, undefined, stranger)).status).toBe(404);
    const removed = await call<{ removed: number }>('DELETE', path);
    expect(removed.body).toEqual({ removed: 3 });
    expect((await items()).map(({ cells }) => cells[column('text')])).toEqual(['Kept']);
    expect((await call<{ removed: number }>('DELETE', path)).body).toEqual({ removed: 0 });
  });

  test('trigger no automations', async () => {
    const { body: automation } = await automate({ kind: 'itemCreated' });
    await addRows([['Chairs']]);
    expect(await runsOf(automation._id)).toBe(0);
    await call('POST', `/api/boards/${board._id}/items`, { groupId: groupId(), cells: {} });
    expect(await runsOf(automation._id)).toBe(1);
  });
});

test('items are read by id, without deleted ones and those of other boards', async () => {
  await addRows([['Chairs'], ['Tables'], ['Lamps']]);
  const [chairs, tables] = await items();
  await call('DELETE', `/api/board-items/${tables?._id}`);
  const ids = [chairs?._id, tables?._id, newId()];
  const read = await call<{ data: BoardItem[] }>('POST', `/api/boards/${board._id}/items/read`, { ids });
  expect(read.body.data).toEqual([chairs]);
  expect((await call('POST', `/api/boards/${board._id}/items/read`, { ids }, stranger)).status).toBe(404);
});
