import type { CellValue } from '@switchyard/contracts/boards/columns';
import type { AssignedItem, Board, BoardItem, ItemChange } from '@switchyard/contracts/boards/operations';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { memberOf } from '../../../test/act.ts';
import { board, call, colleague, columnOf, groupAt, owner, server, setUpBoards } from '../../../test/board-rig.ts';
import { signUpSomeone, within } from '../../../test/team.ts';
import { callTool } from '../../platform/call-tool.ts';
import { newId } from '../../platform/database/columns.ts';
import { boardItems } from './boards.schema.ts';
import { keyForItem } from './order.ts';

setUpBoards({ name: 'Launch' });

type Page<Row> = { data: Row[]; total: number };
type Refused = { code: string; data: { faults?: { field: string; code: string }[]; value?: CellValue } };

const title = () => columnOf('text');
async function add(
  name: string,
  more: { cells?: Record<string, CellValue>; beforeId?: string; groupId?: string } = {},
) {
  const { status, body } = await call<BoardItem>('POST', `/boards/${board._id}/items`, {
    groupId: more.groupId ?? groupAt(0),
    cells: { [title()]: name, ...more.cells },
    beforeId: more.beforeId ?? null,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const setCell = <Body = BoardItem>(id: string, columnId: string, value: CellValue, expected?: CellValue, who = owner) =>
  call<Body>('PUT', `/board-items/${id}/cells/${columnId}`, { value, expected }, who);
async function list(query: object = {}) {
  const { status, body } = await call<Page<BoardItem>>('POST', `/boards/${board._id}/items/list`, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const names = async (query?: object) => (await list(query)).data.map(({ cells }) => cells[title()]);
const history = async (id: string) => (await call<Page<ItemChange>>('GET', `/board-items/${id}/history`)).body.data;

describe('a board', () => {
  test('created from a template has its columns and groups, and is listed', async () => {
    expect(board.columns.map(({ type }) => type)).toEqual(['text', 'status', 'people', 'date', 'priority', 'longText']);
    expect(board.columns.filter(({ isTitle }) => isTitle)).toHaveLength(1);
    expect(board.groups.map(({ name }) => name)).toEqual(['This week', 'Later']);
    const { body } = await call<Page<Board>>('GET', '/boards?template=tasks&search=laun');
    expect(body.data.map(({ _id }) => _id)).toContain(board._id);
    expect((await call<Page<Board>>('GET', '/boards?template=blank')).body.data).toEqual([]);
  });

  test('can have columns and groups added, renamed, moved and deleted', async () => {
    const added = await call<Board>('POST', `/boards/${board._id}/columns`, { name: 'Cost', type: 'number' });
    const cost = columnOf('number', added.body);
    expect(added.body.columns.at(-1)?._id).toBe(cost);
    const moved = await call<Board>('PATCH', `/board-columns/${cost}`, {
      name: 'Price',
      beforeId: columnOf('status'),
    });
    expect(moved.body.columns.map(({ name }) => name).slice(0, 3)).toEqual(['Task', 'Price', 'Status']);
    const removed = await call<Board>('DELETE', `/board-columns/${cost}`);
    expect(removed.body.columns).toEqual(board.columns);
    expect((await call<Refused>('DELETE', `/board-columns/${title()}`)).body.data.faults).toMatchObject([
      { code: 'titleColumn' },
    ]);

    await add('Here');
    const full = await call<Refused>('DELETE', `/board-groups/${groupAt(0)}`);
    expect(full.body.data.faults).toMatchObject([{ code: 'groupHasItems' }]);
    const turned = await call<Board>('PATCH', `/board-groups/${groupAt(1)}`, { beforeId: groupAt(0) });
    expect(turned.body.groups.map(({ name }) => name)).toEqual(['Later', 'This week']);
    const one = await call<Board>('DELETE', `/board-groups/${groupAt(1)}`);
    expect(one.body.groups.map(({ name }) => name)).toEqual(['This week']);
  });

  test('is deleted with its contents and restored completely', async () => {
    const item = await add('Kept');
    expect((await call('DELETE', `/boards/${board._id}`)).status).toBe(200);
    expect((await call('GET', `/boards/${board._id}`)).status).toBe(404);
    expect((await call('GET', `/board-items/${item._id}`)).status).toBe(404);
    expect((await setCell(item._id, title(), 'Changed')).status).toBe(404);
    const back = await call<Board>('POST', `/boards/${board._id}/restore`);
    expect(back.body).toEqual({ ...board, items: 1 });
    expect(await names()).toEqual(['Kept']);
  });

  test('is not visible to other workspaces', async () => {
    const stranger = await signUpSomeone(server);
    const item = await add('Secret');
    const asStranger = (method: string, path: string, body?: unknown) => server.call(method, path, body, stranger);
    expect((await asStranger('GET', `/api/boards/${board._id}`)).status).toBe(404);
    expect((await asStranger('POST', `/api/boards/${board._id}/items/list`, {})).status).toBe(404);
    expect((await asStranger('PUT', `/api/board-items/${item._id}/cells/${title()}`, { value: 'x' })).status).toBe(404);
    expect((await asStranger('DELETE', `/api/board-columns/${columnOf('date')}`)).status).toBe(404);
    expect(await names()).toEqual(['Secret']);
  });
});

describe('a cell', () => {
  test('stores what its column accepts, and refuses the rest', async () => {
    const item = await add('Order chairs');
    for (const [type, good, bad, fault] of [
      ['status', 'done', 'finished', 'choice'],
      ['date', '2026-12-01', '2026-02-30', 'day'],
      ['people', [colleague.userId], [newId()], 'choice'],
      ['longText', 'Two\nlines', 7, 'choice'],
    ] as const) {
      const refused = await setCell<Refused>(item._id, columnOf(type), bad as CellValue);
      expect(refused.status, type).toBe(422);
      expect(refused.body.data.faults, type).toMatchObject([{ field: 'value', code: fault }]);
      const { body } = await setCell(item._id, columnOf(type), good as CellValue);
      expect(body.cells[columnOf(type)], type).toEqual(good);
    }
    for (const [type, good, bad] of [
      ['number', 4.5, 'four'],
      ['rating', 5, 6],
      ['checkbox', true, 'yes'],
      ['phone', '+447700900123', '07700'],
      ['email', 'ada@example.com', 'ada'],
      ['link', 'https://example.com', 'javascript:alert(1)'],
      ['runningNumber', null, 7],
    ] as const) {
      const { body } = await call<Board>('POST', `/boards/${board._id}/columns`, { name: type, type });
      expect((await setCell(item._id, columnOf(type, body), bad)).status, type).toBe(422);
      if (good !== null) {
        expect((await setCell(item._id, columnOf(type, body), good)).body.cells[columnOf(type, body)]).toBe(good);
      }
    }
    const emptied = await setCell(item._id, columnOf('date'), ' ');
    expect(Object.keys(emptied.body.cells)).not.toContain(columnOf('date'));
  });

  test('belongs to its own board’s columns, and names people of its own workspace', async () => {
    const item = await add('Mine');
    const stranger = await signUpSomeone(server);
    const columnElsewhere = async (who: { token: string }) => {
      const created = await server.call<Board>('POST', '/api/boards', { name: 'Other', template: 'tasks' }, who);
      return columnOf('people', created.body);
    };
    const colleagues = await columnElsewhere(within(owner, owner.workspaceId));
    const strangers = await columnElsewhere(stranger);
    for (const columnId of [colleagues, strangers]) {
      expect((await setCell(item._id, columnId, [owner.userId])).status).toBe(404);
    }
    const assigned = await setCell<Refused>(item._id, columnOf('people'), [owner.userId, stranger.userId]);
    expect(assigned).toMatchObject({ status: 422, body: { data: { faults: [{ field: 'value', code: 'choice' }] } } });
    expect((await call<BoardItem>('GET', `/board-items/${item._id}`)).body).toEqual(item);
  });

  test('refuses the second of two writers, with its current value', async () => {
    const item = await add('One', { cells: { [columnOf('status')]: 'to-do' } });
    const status = columnOf('status');
    const answers = await Promise.all([
      setCell<BoardItem & Refused>(item._id, status, 'working', 'to-do'),
      setCell<BoardItem & Refused>(item._id, status, 'stuck', 'to-do', colleague),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const won = answers.find((answer) => answer.status === 200)?.body;
    const lost = answers.find((answer) => answer.status === 409)?.body;
    expect(lost).toMatchObject({ code: 'CELL_CHANGED', data: { value: won?.cells[status], version: 2 } });
    expect(await history(item._id)).toHaveLength(2);
  });

  test('in another column is never overwritten', async () => {
    const item = await add('One');
    const written = Array.from({ length: 10 }, (_, at) => at);
    await Promise.all(
      written.flatMap((at) => [
        setCell(item._id, title(), `Name ${at}`),
        setCell(item._id, columnOf('longText'), `Note ${at}`, undefined, colleague),
      ]),
    );
    const { body } = await call<BoardItem>('GET', `/board-items/${item._id}`);
    const changes = await history(item._id);
    expect(body.version).toBe(21);
    expect(changes.map(({ version }) => version)).toEqual(Array.from({ length: 21 }, (_, at) => 21 - at));
    for (const columnId of [title(), columnOf('longText')]) {
      expect(body.cells[columnId]).toBe(changes.find((change) => change.columnId === columnId)?.after);
    }
  });

  test('records who changed it, from what to what', async () => {
    const item = await add('Before');
    await setCell(item._id, title(), 'After', 'Before', colleague);
    expect(await history(item._id)).toMatchObject([
      {
        act: 'cell',
        by: { _id: colleague.userId, name: 'Bo' },
        columnId: title(),
        before: 'Before',
        after: 'After',
        version: 2,
      },
      { act: 'created', by: { _id: owner.userId, name: 'Ada' }, columnId: null, version: 1 },
    ]);
  });
});

describe('items', () => {
  test('are numbered, moved, deleted and restored to their position', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    expect([a.number, b.number, c.number]).toEqual([1, 2, 3]);
    await add('A2', { beforeId: b._id });
    expect(await names()).toEqual(['A', 'A2', 'B', 'C']);
    await call('POST', `/board-items/${c._id}/move`, { groupId: groupAt(0), beforeId: a._id });
    expect(await names()).toEqual(['C', 'A', 'A2', 'B']);
    await call('POST', `/board-items/${a._id}/move`, { groupId: groupAt(1), beforeId: null });
    expect(await names()).toEqual(['C', 'A2', 'B', 'A']);

    expect((await call('DELETE', `/board-items/${b._id}`)).status).toBe(200);
    expect((await call('DELETE', `/board-items/${b._id}`)).status).toBe(404);
    expect((await setCell(b._id, title(), 'Gone')).status).toBe(404);
    expect(await names()).toEqual(['C', 'A2', 'A']);
    expect(await names({ isDeleted: true })).toEqual(['B']);
    await add('D');
    expect((await call('POST', `/board-items/${b._id}/restore`)).status).toBe(200);
    expect(await names()).toEqual(['C', 'A2', 'B', 'D', 'A']);
    expect((await history(b._id)).map(({ act }) => act)).toEqual(['restored', 'deleted', 'created']);
  });

  test('get different keys when two people insert at one position', async () => {
    const last = await add('Last');
    const added = await Promise.all(Array.from({ length: 12 }, (_, at) => add(`Item ${at}`, { beforeId: last._id })));
    const rows = await server.platform.database.db
      .select({ position: boardItems.position })
      .from(boardItems)
      .where(eq(boardItems.boardId, board._id));
    expect(new Set(rows.map(({ position }) => position)).size).toBe(added.length + 1);
    expect((await names()).at(-1)).toBe('Last');
  });

  test('keep short keys when 1,000 are inserted at one position', { timeout: 60_000 }, async () => {
    const last = await add('Last');
    const { db } = server.platform.database;
    const [boardId, groupId] = [board._id, groupAt(0)];
    const place = { groupId, beforeId: last._id };
    await db.transaction(async (tx) => {
      for (let number = 2; number <= 1_001; number++) {
        await tx.insert(boardItems).values({ boardId, groupId, number, position: await keyForItem(tx, place) });
      }
    });
    const { rows } = await db.execute<{ longest: number; different: number; is_in_order: boolean }>(sql`
      select max(length(position)) as longest, count(distinct position)::integer as different,
        array_agg(number order by position) = (select array_agg(n) from generate_series(2, 1001) n) || 1 as is_in_order
      from board_items where board_id = ${boardId}`);
    expect(rows[0]).toMatchObject({ different: 1_001, is_in_order: true });
    expect(rows[0]?.longest).toBeLessThanOrEqual(48);
  });

  test('can be filtered, searched, sorted and paged', async () => {
    const [status, due, people] = [columnOf('status'), columnOf('date'), columnOf('people')];
    await add('Äpfel', { cells: { [status]: 'done', [due]: '2026-12-03' } });
    await add('Birnen', { cells: { [status]: 'to-do', [due]: '2026-12-01', [people]: [owner.userId] } });
    await add('100% Saft', { cells: { [due]: '2026-12-02' } });
    const where = (columnId: string, filter: string, value?: unknown) => ({
      filters: [{ columnId, test: filter, value }],
    });
    expect(await names(where(status, 'is', 'done'))).toEqual(['Äpfel']);
    expect(await names(where(status, 'isNot', 'done'))).toEqual(['Birnen', '100% Saft']);
    expect(await names(where(status, 'isEmpty'))).toEqual(['100% Saft']);
    expect(await names(where(people, 'is', owner.userId))).toEqual(['Birnen']);
    expect(await names(where(people, 'isEmpty'))).toEqual(['Äpfel', '100% Saft']);
    expect(await names(where(due, 'atMost', '2026-12-02'))).toEqual(['Birnen', '100% Saft']);
    expect(await names({ search: 'äPF' })).toEqual(['Äpfel']);
    expect(await names({ search: '0%' })).toEqual(['100% Saft']);
    expect(await names({ search: 'to do' })).toEqual(['Birnen']);
    expect(await names({ sort: { columnId: due } })).toEqual(['Birnen', '100% Saft', 'Äpfel']);
    expect(await names({ sort: { columnId: status, isDescending: true } })).toEqual(['Äpfel', 'Birnen', '100% Saft']);
    expect(await list({ limit: 1, skip: 1 })).toMatchObject({ data: [{ number: 2 }], total: 3 });
    const unknown = await call<Refused>('POST', `/boards/${board._id}/items/list`, where(newId(), 'isEmpty'));
    expect(unknown.body.data.faults).toMatchObject([{ field: 'filters.0.columnId', code: 'choice' }]);
  });

  test('assigned to me are my work, by due date', async () => {
    const assigned = (dueOn: string | null, to = owner) => ({
      cells: { [columnOf('people')]: [to.userId], ...(dueOn && { [columnOf('date')]: dueOn }) },
    });
    await add('No day', assigned(null));
    await add('Late', assigned('2026-12-09'));
    const soon = await add('Soon', assigned('2026-12-01'));
    await add('Not mine', assigned('2026-12-01', colleague));
    const mine = async (isDone: boolean) =>
      (await call<Page<AssignedItem>>('GET', `/my-work?isDone=${isDone}`)).body.data.filter(
        ({ item }) => item.boardId === board._id,
      );
    expect((await mine(false)).map((row) => row.title)).toEqual(['Soon', 'Late', 'No day']);
    const [first] = await mine(false);
    expect(first?.done).toEqual({ columnId: columnOf('status'), value: 'done' });
    await setCell(soon._id, columnOf('status'), 'done');
    expect((await mine(false)).map((row) => row.title)).toEqual(['Late', 'No day']);
    expect((await mine(true)).map((row) => row.title)).toEqual(['Soon']);
    await setCell(soon._id, columnOf('people'), []);
    expect(await mine(true)).toEqual([]);
    await call('DELETE', `/board-columns/${columnOf('people')}`);
    expect(await mine(false)).toEqual([]);
  });
});

test('a view is saved for everybody, once per name', async () => {
  const view = {
    name: 'Open',
    kind: 'kanban',
    filters: [{ columnId: columnOf('status'), test: 'isEmpty' }],
    sort: null,
  };
  await call('POST', `/boards/${board._id}/views`, view);
  const again = await call<Board>('POST', `/boards/${board._id}/views`, { ...view, name: 'open', kind: 'table' });
  expect(again.body.views).toMatchObject([{ name: 'open', kind: 'table', filters: view.filters }]);
  const [saved] = again.body.views;
  expect((await call<Board>('DELETE', `/board-views/${saved?._id}`)).body.views).toEqual([]);
});

test('programs can list boards, read, add and change items and press buttons under the same rules', async () => {
  const member = memberOf(owner);
  const use = async (name: string, args: object) => {
    const answer = await callTool(server.platform, member, name, args);
    return answer.ok ? answer.result : answer.refusal;
  };
  expect(await use('get_boards', { search: 'Launch' })).toMatchObject({ page: '/boards?search=Launch' });
  const id = board._id;
  const item = (await use('add_board_item', { id, groupId: groupAt(1), cells: { [title()]: 'Call' } })) as BoardItem;
  const change = { id: item._id, columnId: title(), value: 'Call back' };
  expect(await use('set_board_cell', { ...change, expected: 'Write' })).toMatchObject({ code: 'CELL_CHANGED' });
  await use('set_board_cell', { ...change, expected: 'Call' });
  expect(await use('get_board_items', { id })).toMatchObject({
    board: { name: 'Launch' },
    data: [{ _id: item._id, cells: { [title()]: 'Call back' }, version: 2 }],
    total: 1,
  });
  const button = { name: 'Ship', type: 'button', settings: { button: { label: 'Ship it', color: 'teal' } } };
  const shipping = (await call<Board>('POST', `/boards/${id}/columns`, button)).body;
  const press = { id: item._id, columnId: columnOf('button', shipping) };
  expect(await use('press_board_button', press)).toEqual({ setOff: 0 });
  expect(await use('press_board_button', { ...press, columnId: title() })).toMatchObject({ code: 'NOT_FOUND' });
});
