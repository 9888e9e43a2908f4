import type { CellValue } from '@switchyard/contracts/boards/columns';
import type {
  Board,
  BoardItem,
  Dependency,
  ItemChange,
  ItemDetails,
  RowsAdded,
  ScheduledFromItem,
} from '@switchyard/contracts/boards/operations';
import { describe, expect, test } from 'vitest';
import { board, call, colleague, columnOf, groupAt, server, setUpBoards } from '../../../test/board-rig.ts';
import { signUpSomeone } from '../../../test/team.ts';
import { newId } from '../../platform/database/columns.ts';

setUpBoards({ name: 'Launch' });

type Refused = { data: { faults: { field: string; code: string }[] } };
const postItem = (name: string, parentId: string | null = null, cells: Record<string, CellValue> = {}, group = 0) =>
  call<BoardItem & Refused>('POST', `/boards/${board._id}/items`, {
    groupId: groupAt(group),
    cells: { [columnOf('text')]: name, ...cells },
    parentId,
  });
async function add(...input: Parameters<typeof postItem>) {
  const { status, body } = await postItem(...input);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const list = async (query: object = {}) =>
  (await call<{ data: BoardItem[]; total: number }>('POST', `/boards/${board._id}/items/list`, query)).body;
const names = async (query: object = {}) => (await list(query)).data.map(({ cells }) => cells[columnOf('text')]);
const read = async (id: string) => (await call<BoardItem>('GET', `/board-items/${id}`)).body;
const details = async (id: string) => (await call<ItemDetails>('GET', `/board-items/${id}/details`)).body;
const faults = ({ body }: { body: Refused }) => body.data.faults.map(({ field, code }) => `${field} ${code}`);

describe('a subitem', () => {
  test('is listed under its parent and counted, and elsewhere only on request', async () => {
    const whole = await add('Kitchen');
    await add('Doors', whole._id);
    await add('Garden');
    await add('Handles', whole._id);
    expect(await names()).toEqual(['Kitchen', 'Garden']);
    expect(await names({ parentId: whole._id })).toEqual(['Doors', 'Handles']);
    expect((await list({ withSubitems: true })).total).toBe(4);
    expect((await list()).data.map(({ subitems }) => subitems)).toEqual([2, 0]);
    expect((await call<Board>('GET', `/boards/${board._id}`)).body.items).toBe(4);
  });

  test('has no subitems itself, and is in its parent’s group', async () => {
    const whole = await add('Kitchen');
    const part = await add('Doors', whole._id);
    expect(faults(await postItem('Hinge', part._id))).toEqual(['parentId choice']);
    expect(faults(await postItem('Elsewhere', whole._id, {}, 1))).toEqual(['parentId choice']);
    expect(faults(await postItem('Of nothing', newId()))).toEqual(['parentId choice']);
    const move = await call<Refused>('POST', `/board-items/${part._id}/move`, {
      groupId: groupAt(1),
      beforeId: null,
    });
    expect(faults(move)).toEqual(['groupId choice']);
  });

  test('is moved, deleted and restored with its parent', async () => {
    const whole = await add('Kitchen');
    const [part, other] = [await add('Doors', whole._id), await add('Handles', whole._id)];
    await call('POST', `/board-items/${whole._id}/move`, { groupId: groupAt(1), beforeId: null });
    expect((await read(part._id)).groupId).toBe(groupAt(1));
    await call('DELETE', `/board-items/${other._id}`);
    await call('DELETE', `/board-items/${whole._id}`);
    expect(await names({ withSubitems: true })).toEqual([]);
    await call('POST', `/board-items/${whole._id}/restore`);
    expect(await names({ parentId: whole._id })).toEqual(['Doors']);
    const { body } = await call<{ data: ItemChange[] }>('GET', `/board-items/${part._id}/history`);
    expect(body.data.map(({ act }) => act)).toEqual(['restored', 'deleted', 'created']);
  });

  test('becomes an item of its own when it is restored without its parent', async () => {
    const whole = await add('Kitchen');
    const part = await add('Doors', whole._id);
    await call('DELETE', `/board-items/${whole._id}`);
    await call('POST', `/board-items/${part._id}/restore`);
    expect(await names()).toEqual(['Doors']);
    expect((await read(part._id)).parentId).toBeNull();
  });

  test('is imported under its parent’s row, even from another request', async () => {
    const importId = newId();
    const send = (firstRow: number, rows: string[][], parents: (number | null)[]) =>
      call<RowsAdded>('POST', '/board-rows', {
        boardId: board._id,
        groupId: groupAt(0),
        columnIds: [columnOf('text')],
        rows,
        importId,
        firstRow,
        parents,
      });
    await send(0, [['Kitchen'], ['Doors'], ['Garden']], [null, 0, null]);
    await send(3, [['Fence'], ['Hinge']], [2, 1]);
    const whole = await list();
    expect(whole.data.map(({ cells, subitems }) => [cells[columnOf('text')], subitems])).toEqual([
      ['Kitchen', 1],
      ['Garden', 1],
      // Subitems have no subitems.
      ['Hinge', 0],
    ]);
  });
});

describe('an item that waits for others', () => {
  const wait = (id: string, waitsForId: string) =>
    call<Refused>('POST', `/board-items/${id}/dependencies`, { waitsForId });

  test('lists them with their dates, and is listed by them, until the dependency is removed', async () => {
    const doors = await add('Doors', null, { [columnOf('date')]: '2026-12-10' });
    const paint = await add('Paint');
    expect((await wait(paint._id, doors._id)).status).toBe(201);
    const linked = { _id: doors._id, title: 'Doors', isDone: false, startsOn: '2026-12-10', endsOn: '2026-12-10' };
    expect((await details(paint._id)).waitsFor).toEqual([linked]);
    expect((await details(doors._id)).blocks).toMatchObject([{ _id: paint._id, title: 'Paint' }]);
    const pairs = () => call<{ data: Dependency[]; total: number }>('GET', `/boards/${board._id}/dependencies`);
    expect((await pairs()).body).toEqual({ data: [{ itemId: paint._id, waitsFor: linked }], total: 1 });
    await call('DELETE', `/board-items/${doors._id}`);
    expect((await pairs()).body.total).toBe(0);
    await call('POST', `/board-items/${doors._id}/restore`);
    await call('DELETE', `/board-items/${paint._id}/dependencies/${doors._id}`);
    expect((await details(paint._id)).waitsFor).toEqual([]);
  });

  test('cannot form a cycle, or wait for items of another board', async () => {
    const [one, two, three] = [await add('1'), await add('2'), await add('3')];
    await wait(one._id, two._id);
    await wait(two._id, three._id);
    expect(faults(await wait(three._id, one._id))).toEqual(['waitsForId waitsInCircle']);
    expect(faults(await wait(one._id, one._id))).toEqual(['waitsForId waitsInCircle']);
    expect(faults(await wait(one._id, newId()))).toEqual(['waitsForId choice']);
    expect((await details(three._id)).waitsFor).toEqual([]);
  });

  test('cannot form a cycle when two are added at once', async () => {
    const [one, two] = [await add('1'), await add('2')];
    const answers = await Promise.all([wait(one._id, two._id), wait(two._id, one._id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  });
});

test('a message scheduled from an item waits in the lane and is listed with the item', async () => {
  const item = await add('Doors');
  const input = { mobile: '+447700900123', message: 'Your doors are ready', dueDate: '2031-03-04T09:00', zone: 'UTC' };
  const sent = await call<ScheduledFromItem>('POST', `/board-items/${item._id}/messages`, input);
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  expect((await details(item._id)).scheduled).toEqual([
    { _id: sent.body._id, contactName: expect.any(String), status: 'pending', dueDate: '2031-03-04T09:00:00.000Z' },
  ]);
  const wrong = await call<Refused>('POST', `/board-items/${item._id}/messages`, { ...input, dueDate: 'soon' });
  expect(faults(wrong)).toEqual(['dueDate dueUnreadable']);
});

test('a view stores hidden and frozen columns; the title is always shown', async () => {
  const save = (hiddenColumnIds: string[]) =>
    call<Board & Refused>('POST', `/boards/${board._id}/views`, {
      name: 'Short',
      kind: 'table',
      filters: [],
      sort: null,
      hiddenColumnIds,
      frozenColumns: 2,
    });
  const hiddenColumnIds = [columnOf('people')];
  expect((await save(hiddenColumnIds)).body.views).toMatchObject([
    { name: 'Short', hiddenColumnIds, frozenColumns: 2 },
  ]);
  expect(faults(await save([columnOf('text')]))).toEqual(['hiddenColumnIds choice']);
});

test('a person’s position on a board is shown to colleagues, not to strangers', async () => {
  const stranger = await signUpSomeone(server);
  const published: unknown[] = [];
  const dispatch = server.platform.events.dispatch.bind(server.platform.events);
  server.platform.events.dispatch = (events) => {
    published.push(...events.filter(({ name }) => name === 'boards.presence').map(({ data }) => data));
    return dispatch(events);
  };
  const item = await add('Doors');
  const place = { itemId: item._id, columnId: columnOf('text') };
  await call('POST', `/boards/${board._id}/presence`, place, colleague);
  expect(published).toEqual([{ boardId: board._id, userId: colleague.userId, name: 'Bo', ...place, hasLeft: false }]);
  expect((await server.call('POST', `/api/boards/${board._id}/presence`, place, stranger)).status).toBe(404);
  expect(published).toHaveLength(1);
  server.platform.events.dispatch = dispatch;
});
