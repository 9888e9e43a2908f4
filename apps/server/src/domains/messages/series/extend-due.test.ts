// Months pass, and there are outages and kills: the test controls the clock.

import { createMessage } from '@switchyard/contracts/messages/new-message';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { memberOf } from '../../../../test/act.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { scheduleMessage } from '../write/schedule-messages.ts';
import { extendDueSeries } from './extend-due.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2031-01-01T12:00:00Z');

let database: Database;
let drop: () => Promise<void>;
let lane: LaneFixture;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());
beforeEach(async () => {
  await database.pool.query('delete from messages');
  await database.pool.query('delete from message_series');
  lane = await createLaneFixture(database, 'Europe/London');
});

const after = (days: number) => new Date(START + days * DAY_MS);
const extend = (days: number) => extendDueSeries(database.db, after(days));

async function schedule(rule: string, mobile = '+447700900123', dueDate = '2031-01-01T18:00'): Promise<string> {
  const input = createMessage.parse({ message: 'Hello', contactList: [{ mobile }], dueDate, recurrence: { rule } });
  const parts = { db: database.db, clock: { now: () => after(0) } };
  const { result } = await scheduleMessage(parts, memberOf(lane), input);
  return result.seriesId ?? '';
}

async function slots(seriesId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ series_slot: string }>(
    'select series_slot from messages where series_id = $1 order by series_slot collate "C"',
    [seriesId],
  );
  return rows.map((row) => row.series_slot);
}

/** 18:00 on each of the first days after the start. */
const days = (from: number, until: number) =>
  Array.from(
    { length: until - from },
    (_, at) =>
      `${after(from + at)
        .toISOString()
        .slice(0, 10)}T18:00`,
  );

test('makes each occurrence once, two months ahead, month after month', async () => {
  const id = await schedule('FREQ=DAILY');
  expect(await slots(id)).toEqual(days(0, 62));
  expect((await extend(0)).made).toBe(0);
  for (const day of [1, 2, 30, 31, 60, 61, 180]) {
    await extend(day);
    expect((await slots(id)).at(-1)).toBe(days(day + 61, day + 62)[0]);
  }
  const all = await slots(id);
  expect(new Set(all).size).toBe(all.length);
});

test('a skipped hour is an hour later on that day only, even if the series starts with it', async () => {
  const id = await schedule('FREQ=WEEKLY;COUNT=3', '+447700900123', '2031-03-30T01:30');
  await extend(60);
  const { rows } = await database.pool.query(
    'select series_slot, due_local, due_at from messages where series_id = $1 order by due_at',
    [id],
  );
  expect(rows).toEqual([
    { series_slot: '2031-03-30T01:30', due_local: '2031-03-30T02:30', due_at: new Date('2031-03-30T01:30Z') },
    { series_slot: '2031-04-06T01:30', due_local: '2031-04-06T01:30', due_at: new Date('2031-04-06T00:30Z') },
    { series_slot: '2031-04-13T01:30', due_local: '2031-04-13T01:30', due_at: new Date('2031-04-13T00:30Z') },
  ]);
});

test('several workers running repeatedly make nothing twice', async () => {
  const ids = await Promise.all(
    ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO,FR', 'FREQ=DAILY;BYHOUR=9,18'].map((rule) => schedule(rule)),
  );
  for (const day of [20, 40]) await Promise.all([extend(day), extend(day), extend(day)]);
  await extend(40);
  expect(await slots(ids[0] ?? '')).toEqual(days(0, 102));
  for (const id of ids) {
    const all = await slots(id);
    expect(new Set(all).size).toBe(all.length);
  }
});

test('a killed run leaves nothing, and the next one does it all', async () => {
  const id = await schedule('FREQ=DAILY');
  const blocker = await database.pool.connect();
  try {
    // The run waits for this when its occurrences are stored and its messages are not.
    await blocker.query('begin');
    await blocker.query('lock table messages in exclusive mode');
    const killed = extend(20);
    const stuck = async () => {
      const { rows } = await database.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ilike '%insert into messages%'`,
      );
      expect(rows).toHaveLength(1);
      return rows[0]?.pid;
    };
    const pid = await vi.waitFor(stuck, { timeout: 20_000, interval: 20 });
    await database.pool.query('select pg_terminate_backend($1)', [pid]);
    expect((await killed).failed).toMatchObject([{ seriesId: id }]);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  expect(await slots(id)).toEqual(days(0, 62));
  expect((await extend(20)).made).toBe(20);
  expect(await slots(id)).toEqual(days(0, 82));
});

test('occurrences due in an outage longer than the horizon are missed, not sent at once', async () => {
  const id = await schedule('FREQ=DAILY');
  await extend(100);
  expect(await slots(id)).toEqual([...days(0, 62), ...days(100, 162)]);
  const { rows } = await database.pool.query(
    `select count(*)::int as count from series_occurrences where series_id = $1 and state = 'missed'`,
    [id],
  );
  expect(rows).toEqual([{ count: 38 }]);
});

test('a yearly occurrence is made a year ahead, and only once', async () => {
  const id = await schedule('FREQ=YEARLY;COUNT=3');
  expect(await slots(id)).toHaveLength(1);
  for (const day of [1, 2, 366, 731, 1_200]) await extend(day);
  expect(await slots(id)).toEqual(['2031-01-01T18:00', '2032-01-01T18:00', '2033-01-01T18:00']);
});

test('a series that cannot be extended is reported and does not stop the others', async () => {
  const [broken, whole] = [await schedule('FREQ=DAILY'), await schedule('FREQ=DAILY')];
  await database.pool.query(`update message_series set rule = 'nonsense' where id = $1`, [broken]);
  const { failed } = await extend(10);
  expect(failed).toMatchObject([{ seriesId: broken }]);
  expect(await slots(whole)).toEqual(days(0, 72));
});

test('if the engine is deleted, new messages wait for another; those to a group do not move to one', async () => {
  await database.pool.query(`insert into chat_facts (engine_id, chat, subject) values ($1, '120@g.us', 'Choir')`, [
    lane.engineId,
  ]);
  const [person, group] = [await schedule('FREQ=DAILY'), await schedule('FREQ=DAILY', '120@g.us')];
  await database.pool.query('delete from engines where id = $1', [lane.engineId]);
  await extend(10);
  expect(await slots(person)).toEqual(days(0, 72));
  expect(await slots(group)).toEqual(days(0, 62));
  const { rows } = await database.pool.query('select state, paused_because from message_series where id = $1', [group]);
  expect(rows).toEqual([{ state: 'paused', paused_because: '{"code":"seriesGroupGone"}' }]);
});

test('if the contact is deleted, the number still gets what was planned for it', async () => {
  await database.pool.query(
    `insert into contacts (id, workspace_id, name, mobile) values (uuidv7(), $1, 'Ann', '+447700900123')`,
    [lane.workspaceId],
  );
  const id = await schedule('FREQ=DAILY');
  await database.pool.query('delete from contacts where workspace_id = $1', [lane.workspaceId]);
  await extend(1);
  const { rows } = await database.pool.query(
    'select distinct contact_name, recipient from messages where series_id = $1',
    [id],
  );
  expect(rows).toEqual([{ contact_name: 'Ann', recipient: '+447700900123' }]);
});
