import type { BoardItem, ItemDetails } from '@switchyard/contracts/boards/operations';
import { expect, test } from 'vitest';
import { board, call, colleague, columnOf as column, owner, server, setUpBoards } from '../../../test/board-rig.ts';
import { within } from '../../../test/team.ts';
import { nextDay } from './item-plan.ts';
import { remindOfItems } from './jobs/remind.ts';

setUpBoards({ name: 'Work', areOwnPeople: true });

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.database.pool.query<Row>(text, values)).rows;
const add = async (cells: object) =>
  (
    await call<BoardItem>('POST', `/boards/${board._id}/items`, {
      groupId: board.groups[0]?._id,
      cells: { [column('text')]: 'Water plants', ...cells },
    })
  ).body;
const set = (item: BoardItem, type: string, value: unknown) =>
  call('PUT', `/board-items/${item._id}/cells/${column(type)}`, { value });
const items = async () =>
  (await call<{ data: BoardItem[] }>('POST', `/boards/${board._id}/items/list`, {})).body.data.map(({ cells }) => ({
    status: cells[column('status')] ?? null,
    due: cells[column('date')] ?? null,
    people: cells[column('people')] ?? null,
  }));
const plan = (item: BoardItem, given: object) =>
  call<{ data: { faults: { field: string }[] } }>('PUT', `/board-items/${item._id}/plan`, {
    rule: null,
    reminder: null,
    ...given,
  });
const planOf = async (item: BoardItem) =>
  (await call<ItemDetails>('GET', `/board-items/${item._id}/details`)).body.plan;
const reminders = () =>
  query<{ user_id: string; data: { name: string; reason: string } }>(
    `select user_id, data from notifications where workspace_id = $1 and kind = 'item-due' order by user_id, id`,
    [owner.workspaceId],
  );

test('completing a recurring item adds the next one, once, with its assignees and plan', async () => {
  const item = await add({ [column('date')]: '2030-01-07', [column('people')]: [colleague.userId] });
  const reminder = { daysBefore: 1, time: '09:00' };
  expect((await plan(item, { rule: 'FREQ=WEEKLY;BYDAY=MO', reminder })).status).toBe(200);
  await set(item, 'status', 'working');
  expect(await items()).toHaveLength(1);
  await set(item, 'status', 'done');
  const next = { status: 'to-do', due: '2030-01-14', people: [colleague.userId] };
  expect(await items()).toEqual([{ status: 'done', due: '2030-01-07', people: [colleague.userId] }, next]);
  await set(item, 'status', 'working');
  await set(item, 'status', 'done');
  expect(await items()).toHaveLength(2);
  expect(await planOf(item)).toEqual({ rule: null, reminder });
  const [, added] = (await call<{ data: BoardItem[] }>('POST', `/boards/${board._id}/items/list`, {})).body.data;
  if (!added) throw new Error('the next one was not added');
  expect(await planOf(added)).toEqual({ rule: 'FREQ=WEEKLY;BYDAY=MO', reminder });
  const mine = await server.call<{ total: number }>(
    'GET',
    '/api/my-work',
    undefined,
    within(colleague, owner.workspaceId),
  );
  expect(mine.body.total).toBe(1);
});

test('completing many at once adds the next one of each', async () => {
  const both = [await add({ [column('date')]: '2030-01-07' }), await add({ [column('date')]: '2030-01-08' })];
  for (const item of both) await plan(item, { rule: 'FREQ=DAILY' });
  const rows = both.map(({ _id: id }) => ({ id, values: ['done'] }));
  const changed = await call('POST', '/board-cells', { boardId: board._id, columnIds: [column('status')], rows });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect((await items()).map(({ status, due }) => [status, due])).toEqual([
    ['done', '2030-01-07'],
    ['done', '2030-01-08'],
    ['to-do', '2030-01-08'],
    ['to-do', '2030-01-09'],
  ]);
});

test('a late item recurs on the first day of its rule after today; an ended rule does not recur', () => {
  const late = { day: '2026-11-02', today: '2026-11-25' };
  expect(nextDay('FREQ=WEEKLY;BYDAY=MO', late)).toBe('2026-11-30');
  expect(nextDay('FREQ=MONTHLY;BYMONTHDAY=31', { day: '2026-10-31', today: '2026-10-31' })).toBe('2026-12-31');
  expect(nextDay('FREQ=DAILY;COUNT=2', { day: '2026-11-25', today: '2026-11-25' })).toBe('2026-11-26');
  expect(nextDay('FREQ=DAILY;UNTIL=20261125', late)).toBeNull();
  expect(nextDay('FREQ=DAILY', { day: null, today: '2026-11-25' })).toBe('2026-11-26');
});

test('people are reminded at their local time, once, even by several workers; never of completed items', async () => {
  await query(`update users set zone = 'America/New_York' where id = $1`, [colleague.userId]);
  await query(`update users set zone = 'Europe/Berlin' where id = $1`, [owner.userId]);
  const people = [owner.userId, colleague.userId];
  const item = await add({ [column('date')]: '2030-03-11', [column('people')]: people });
  const done = await add({ [column('date')]: '2030-03-11', [column('people')]: people, [column('status')]: 'done' });
  // 02:30 of that day is skipped in New York: it becomes 03:30, which is 07:30 UTC.
  for (const one of [item, done]) await plan(one, { reminder: { daysBefore: 1, time: '02:30' } });
  const at = (time: string) => remindOfItems(server.database.db, new Date(`2030-03-10T${time}:00Z`));
  await at('01:29');
  expect(await reminders()).toEqual([]);
  await Promise.all([at('01:31'), at('01:31')]);
  expect(await reminders()).toMatchObject([
    { user_id: owner.userId, data: { name: 'Water plants', reason: '2030-03-11' } },
  ]);
  await at('07:29');
  expect(await reminders()).toHaveLength(1);
  await at('07:31');
  await at('07:32');
  expect((await reminders()).map(({ user_id }) => user_id).toSorted()).toEqual(people.toSorted());
  // Its date has changed.
  await set(item, 'date', '2030-03-12');
  await remindOfItems(server.database.db, new Date('2030-03-11T12:00:00Z'));
  expect(await reminders()).toHaveLength(4);
});

test('an invalid rule is refused at its field', async () => {
  const item = await add({});
  const { status, body } = await plan(item, { rule: 'FREQ=SOMETIMES' });
  expect(status).toBe(422);
  expect(body.data.faults[0]).toMatchObject({ field: 'rule' });
  expect(await planOf(item)).toEqual({ rule: null, reminder: null });
});
