import { type CellValue, FORMULA_ERROR, NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type { Board, BoardItem, CellsSet, RowsAdded } from '@switchyard/contracts/boards/operations';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { board, call, colleague, groupAt, owner, replaceSetup, server, setUpBoards } from '../../../test/board-rig.ts';
import { type Someone, signUpSomeone } from '../../../test/team.ts';
import { newId } from '../../platform/database/columns.ts';
import { recalculateDue } from './jobs/recalculate-formulas.ts';

let stranger: Someone;

setUpBoards({ name: 'Orders', template: 'blank' });
beforeAll(async () => {
  stranger = await signUpSomeone(server);
});

type Refused = { code: string; data: { faults: { field: string; code: string; data?: { reason?: string } }[] } };
const title = () => board.columns.find(({ isTitle }) => isTitle)?._id ?? '';
const postColumn = (name: string, type: string, settings: object = {}, more: object = {}) =>
  call<Board & Refused>('POST', `/boards/${board._id}/columns`, {
    name,
    type,
    settings: { ...NO_SETTINGS, ...settings },
    ...more,
  });
/** @returns the id of the new column */
async function addColumn(name: string, type: string, settings: object = {}, more: object = {}) {
  const { status, body } = await postColumn(name, type, settings, more);
  expect(status, JSON.stringify(body)).toBe(201);
  replaceSetup({ board: body });
  return board.columns.at(-1)?._id ?? '';
}
const postItem = (cells: Record<string, CellValue> = {}) =>
  call<BoardItem & Refused>('POST', `/boards/${board._id}/items`, { groupId: groupAt(0), cells });
async function addItem(cells: Record<string, CellValue> = {}) {
  const { status, body } = await postItem(cells);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const setCell = (id: string, columnId: string, value: CellValue, who = owner) =>
  call<BoardItem & Refused>('PUT', `/board-items/${id}/cells/${columnId}`, { value }, who);
const list = async (query: object = {}) =>
  (await call<{ data: BoardItem[] }>('POST', `/boards/${board._id}/items/list`, query)).body.data;
const addRows = (columnIds: string[], rows: CellValue[][]) =>
  call<RowsAdded>('POST', '/board-rows', {
    boardId: board._id,
    groupId: groupAt(0),
    columnIds,
    rows,
    importId: newId(),
    firstRow: 0,
  });
const setCells = (columnId: string, rows: { id: string; value: CellValue }[]) =>
  call<CellsSet>('POST', '/board-cells', {
    boardId: board._id,
    columnIds: [columnId],
    rows: rows.map(({ id, value }) => ({ id, values: [value] })),
  });
const workOut = async () => {
  while (await recalculateDue(server.platform.database.db, () => undefined));
};
const faults = ({ body }: { body: Refused }) => body.data.faults.map(({ field, code }) => `${field} ${code}`);

test('an omitted cell gets its default; one that is deliberately empty stays empty', async () => {
  const size = await addColumn('Size', 'number', { defaultValue: 3 });
  const note = await addColumn('Note', 'text', { defaultValue: '  new  ' });
  expect((await addItem()).cells).toEqual({ [size]: 3, [note]: 'new' });
  expect((await addItem({ [size]: null })).cells).toEqual({ [note]: 'new' });
  await addRows([title()], [['Imported']]);
  expect((await list()).at(-1)?.cells).toEqual({ [title()]: 'Imported', [size]: 3, [note]: 'new' });
  expect(faults(await postColumn('Bad', 'number', { defaultValue: 'many' }))).toEqual(['settings.defaultValue number']);
});

test('a required column must be filled however cells are written', async () => {
  const item = await addItem({ [title()]: 'Before the rule' });
  const mail = await addColumn('Mail', 'email', { isRequired: true });
  expect(faults(await postItem({ [title()]: 'Chairs' }))).toEqual([`cells.${mail} missing`]);
  const chairs = await addItem({ [title()]: 'Chairs', [mail]: 'ada@example.com' });
  expect(faults(await setCell(chairs._id, mail, null))).toEqual(['value missing']);
  expect((await setCell(item._id, title(), 'Another cell is not asked for it')).status).toBe(200);
  expect((await setCells(mail, [{ id: chairs._id, value: null }])).body).toMatchObject({
    changed: 0,
    leftOut: [{ row: 0, columnId: mail, reason: 'invalid' }],
  });
  expect((await addRows([title()], [['Tables']])).body.leftOut).toEqual([
    { row: 0, columnId: mail, reason: 'invalid' },
  ]);
  expect((await list()).map(({ cells }) => cells[mail] ?? null)).toEqual([null, 'ada@example.com']);
});

describe('a unique column', () => {
  test('has no value twice, ignoring case, however it is written', async () => {
    const code = await addColumn('Code', 'text', { isUnique: true });
    const first = await addItem({ [code]: 'A-1' });
    const second = await addItem({ [code]: 'A-2' });
    expect(faults(await postItem({ [code]: 'a-1' }))).toEqual([`cells.${code} valueTaken`]);
    expect(faults(await setCell(second._id, code, 'A-1'))).toEqual(['value valueTaken']);
    expect((await setCell(first._id, code, 'a-1')).status).toBe(200);
    expect((await setCells(code, [{ id: second._id, value: 'A-1' }])).body.changed).toBe(0);
    const { body } = await addRows([code], [['B'], ['b'], ['A-2'], [null], [null]]);
    expect(body).toMatchObject({ added: 3, leftOut: [{ row: 1 }, { row: 2 }] });

    await call('DELETE', `/board-items/${first._id}`);
    expect((await postItem({ [code]: 'A-1' })).status).toBe(201);
    expect(faults(await call<Refused>('POST', `/board-items/${first._id}/restore`))).toEqual(['id valueTaken']);
  });

  test('has one winner when two write the same value at once', async () => {
    const code = await addColumn('Code', 'text', { isUnique: true });
    const [one, other] = [await addItem(), await addItem()];
    const answers = await Promise.all([setCell(one._id, code, 'X'), setCell(other._id, code, 'x', colleague)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('cannot be set while values repeat', async () => {
    const code = await addColumn('Code', 'text');
    await addItem({ [code]: 'A' });
    await addItem({ [code]: 'a' });
    const change = () =>
      call<Refused>('PATCH', `/board-columns/${code}`, { settings: { ...NO_SETTINGS, isUnique: true } });
    expect(faults(await change())).toEqual(['settings.isUnique valuesRepeat']);
  });
});

test('settings that do not suit a type are refused by name', async () => {
  expect(faults(await postColumn('Done', 'checkbox', { isRequired: true, isUnique: true, currency: 'EUR' }))).toEqual([
    'settings.isRequired choice',
    'settings.isUnique choice',
    'settings.currency choice',
  ]);
  expect(faults(await postColumn('Cost', 'currency'))).toEqual(['settings.currency missing']);
  expect(faults(await postColumn('Sum', 'formula'))).toEqual(['settings.formula missing']);
});

test('colour rules and a currency are stored with the column', async () => {
  const colors = [{ test: 'atLeast', value: 100, color: 'red' }];
  const cost = await addColumn('Cost', 'currency', { currency: 'EUR', colors });
  const read = await call<Board>('GET', `/boards/${board._id}`);
  expect(read.body.columns.at(-1)?.settings).toEqual({ ...NO_SETTINGS, currency: 'EUR', colors });
  await addItem({ [cost]: 9.5 });
  await addItem({ [cost]: 12 });
  const query = { filters: [{ columnId: cost, test: 'atLeast', value: 10 }] };
  expect((await list(query)).map(({ cells }) => cells[cost])).toEqual([12]);
});

test('an item records who added and last changed it, and can be filtered by them', async () => {
  const changedBy = await addColumn('Changed by', 'changedBy');
  const item = await addItem({ [title()]: 'Chairs' });
  expect(item).toMatchObject({ createdBy: owner.userId, changedBy: null });
  const set = await setCell(item._id, title(), 'Tables', colleague);
  expect(set.body).toMatchObject({ createdBy: owner.userId, changedBy: colleague.userId });
  const listBy = (value: string) => list({ filters: [{ columnId: changedBy, test: 'is', value }] });
  expect(await listBy(colleague.userId)).toHaveLength(1);
  expect(await listBy(owner.userId)).toHaveLength(0);
  expect(faults(await setCell(item._id, changedBy, owner.userId))).toEqual(['value keptByServer']);
});

test('files in cells must be of the workspace and are retained while used', async () => {
  const column = await addColumn('Files', 'file');
  const upload = async (who: Someone) => {
    const answer = await fetch(`${server.url}/api/files?name=offer.txt`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${who.token}`,
        'content-type': 'text/plain',
        origin: server.platform.config.publicUrl,
      },
      body: 'An offer',
    });
    return ((await answer.json()) as { _id: string })._id;
  };
  const [ours, theirs] = [await upload(owner), await upload(stranger)];
  const item = await addItem({ [column]: [ours] });
  expect(item.cells[column]).toEqual([ours]);
  expect(faults(await setCell(item._id, column, [ours, theirs]))).toEqual(['value choice']);
  expect(await list({ filters: [{ columnId: column, test: 'isNotEmpty' }] })).toHaveLength(1);
  const storedFiles = async () =>
    (await server.database.pool.query('select 1 from item_files where file_id = $1', [ours])).rowCount;
  expect(await storedFiles()).toBe(1);
  await setCell(item._id, column, null);
  expect(await storedFiles()).toBe(0);
});

describe('a formula', () => {
  let price: string;
  let amount: string;
  beforeEach(async () => {
    price = await addColumn('Price', 'currency', { currency: 'EUR' });
    amount = await addColumn('Amount', 'number');
  });
  const formula = (source: string) => ({ formula: source });

  test('is calculated for existing items and after every change, and can be filtered and sorted', async () => {
    const early = await addItem({ [price]: 2.5, [amount]: 3 });
    const total = await addColumn('Total', 'formula', formula(`{${price}} * {${amount}}`));
    await workOut();
    expect((await list())[0]).toMatchObject({ _id: early._id, cells: { [total]: 7.5 }, version: 2 });
    const late = await addItem({ [price]: 10, [amount]: 4 });
    expect(late.cells[total]).toBe(40);
    expect((await setCell(late._id, amount, 0.5)).body.cells).toMatchObject({ [price]: 10, [total]: 5 });
    await setCells(amount, [{ id: early._id, value: 100 }]);
    await addRows([price, amount], [[1, 1]]);
    const sorted = await list({ sort: { columnId: total, isDescending: true } });
    expect(sorted.map(({ cells }) => cells[total])).toEqual([250, 5, 1]);
    expect(await list({ filters: [{ columnId: total, test: 'atMost', value: 5 }] })).toHaveLength(2);
    expect((await setCell(late._id, amount, null)).body.cells[total]).toBe(0);
  });

  test.each([
    ['divides by zero', (id: string) => `10 / {${id}}`],
    ['divides whole numbers by zero', () => '1 / 0'],
    ['compares incompatible values', (id: string) => `{${id}} > "x"`],
    [
      'runs too long',
      () => 'size([1,2,3,4,5,6,7,8,9].map(x, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".matches("(a+)+(b{500}){500}")))',
    ],
    ['returns a list', () => '[1, 2]'],
  ])('that %s yields an error in the cell, and the item is saved', async (_, source) => {
    const column = await addColumn('Broken', 'formula', formula(source(amount)));
    const item = await addItem({ [title()]: 'Kept', [amount]: 0 });
    expect(item.cells).toEqual({ [title()]: 'Kept', [amount]: 0, [column]: FORMULA_ERROR });
    expect(await list({ filters: [{ columnId: column, test: 'atLeast', value: 1 }] })).toEqual([]);
  });

  test('that is invalid, or refers to a formula or a foreign column, is refused at its field', async () => {
    const wrong = await postColumn('Sum', 'formula', formula(`{${price}} +`));
    expect(faults(wrong)).toEqual(['settings.formula formula']);
    const total = await addColumn('Total', 'formula', formula(`{${price}} * 2`));
    for (const id of [total, newId()]) {
      expect(faults(await postColumn('Sum', 'formula', formula(`{${id}} + 1`)))).toEqual(['settings.formula choice']);
    }
  });

  test('yields an error once its column is deleted, and recovers when it is changed', async () => {
    const total = await addColumn('Total', 'formula', formula(`{${price}} * {${amount}}`));
    await addItem({ [price]: 2, [amount]: 3 });
    await call('DELETE', `/board-columns/${amount}`);
    await workOut();
    expect((await list())[0]?.cells[total]).toBe(FORMULA_ERROR);
    await call('PATCH', `/board-columns/${total}`, {
      settings: { ...NO_SETTINGS, ...formula(`{${price}} > 1 ? "dear" : "cheap"`) },
    });
    await workOut();
    expect((await list())[0]?.cells[total]).toBe('dear');
  });
});
