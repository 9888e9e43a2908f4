import { randomUUID } from 'node:crypto';
import { CALENDAR_CELLS, type CalendarCell, type CalendarCellKind } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorByHeader } from '../../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { type MessagesApi, messagesApi } from '../../../../test/messages-api.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { contactsDomain } from '../../contacts/index.ts';
import { enginesDomain } from '../../engines/index.ts';
import { messagesDomain } from '../index.ts';

let server: TestServer;
let lane: LaneFixture;
let call: MessagesApi['call'];
let create: MessagesApi['create'];
beforeAll(async () => {
  const domains = [actorByHeader, enginesDomain, contactsDomain, messagesDomain];
  server = await startTestServer({ domains, config: { rateLimitPerMinute: 0 } });
});
beforeEach(async () => {
  lane = await createLaneFixture(server.database, 'Europe/London');
  ({ call, create } = messagesApi(server, lane));
});
afterAll(() => server.stop());

interface Answer {
  cell: CalendarCellKind;
  total: number;
  cells: CalendarCell[];
}
interface Window {
  from: string;
  days: number;
  zone: string;
}
const ask = (query: object) => {
  const params = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  return call<Answer>('GET', `/messages/calendar?${params}`);
};
const read = async (window: Window, cell: CalendarCellKind, filter: object = {}) =>
  (await ask({ ...window, cell, ...filter })).body;
const dayAfter = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();
const localOf = ({ dueDate }: Pick<Message, 'dueDate'>, zone: string) =>
  Temporal.Instant.from(dueDate).toZonedDateTimeISO(zone).toPlainDateTime().toString();

/** Messages due at random around a day, many at the same few moments, regardless of clock changes. */
async function scatter(day: string, zone: string): Promise<Message[]> {
  const noon = Temporal.PlainDateTime.from(`${day}T12:00`).toZonedDateTime(zone).epochMilliseconds;
  const rows = Array.from({ length: 260 }, (_, at) => {
    // A third lies within the two days around the clock change.
    const spreadDays = at % 3 === 0 ? 2 : 50;
    const due = noon + Math.round((Math.random() - 0.5) * spreadDays * 24 * 12) * 5 * 60_000;
    const status = at % 4 === 0 ? { status: ['sent', 'failed', 'cancelled'][at % 3] } : {};
    const message = { message: `No ${at}`, contactName: `Person ${at}`, contactList: [{ mobile: '+447700900123' }] };
    return { row: at + 1, message: { ...message, dueDate: new Date(due).toISOString(), ...status } };
  });
  const stored = await call('POST', '/messages/batch', { importId: randomUUID(), rows });
  expect(stored.status).toBe(200);
  const { body } = await call<{ data: Message[]; total: number }>('GET', '/messages?sort=dueDate&limit=1000');
  expect(body.total).toBe(260);
  return body.data;
}

describe('every view shows the same messages for the same window', () => {
  test.each([
    ['2031-03-30', 'Europe/London', 'where clocks go forward'],
    ['2031-10-26', 'Europe/London', 'where they go back'],
    ['2032-12-31', 'America/New_York', 'in week 53'],
    ['2031-09-07', 'America/Santiago', 'where midnight is left out'],
    ['2031-04-06', 'Australia/Lord_Howe', 'where they go back by half an hour'],
    ['2031-06-15', 'Asia/Kolkata', 'half an hour beside the others'],
  ])('around %s in %s, %s', async (day, zone) => {
    const all = await scatter(day, zone);
    const from = dayAfter(day, -20);
    const month = await read({ from, days: 42, zone }, 'day');
    const inWindow = all.filter(
      (message) => localOf(message, zone) >= from && localOf(message, zone) < dayAfter(from, 42),
    );
    expect(month.total).toBe(inWindow.length);
    const byDay = Map.groupBy(inWindow, (message) => localOf(message, zone).slice(0, 10));
    expect(month.cells.map(({ at, count }) => [at, count])).toEqual(
      [...byDay].map(([at, due]) => [at, due.length]).sort(),
    );
    for (const { at, count, messages, dueFrom, dueTo } of month.cells) {
      const due = byDay.get(at)?.map(({ _id }) => _id) ?? [];
      expect(messages).toHaveLength(Math.min(count, CALENDAR_CELLS.day.messages));
      expect(due).toEqual(expect.arrayContaining(messages.map(({ _id }) => _id)));
      const listed = await call<{ data: Message[] }>(
        'GET',
        `/messages?${new URLSearchParams({ dueFrom, dueTo, limit: '1000' })}`,
      );
      expect(listed.body.data.map(({ _id }) => _id).sort()).toEqual(due.sort());
    }
    for (const days of [1, 3, 7]) {
      for (let at = 14; at + days <= 28; at += days) {
        const start = dayAfter(from, at);
        const part = await read({ from: start, days, zone }, 'hour');
        const expected = inWindow.filter(
          (message) => localOf(message, zone) >= start && localOf(message, zone) < dayAfter(start, days),
        );
        const byHour = Map.groupBy(expected, (message) => `${localOf(message, zone).slice(0, 13)}:00`);
        expect(part.cells.map(({ at: hour, count }) => [hour, count])).toEqual(
          [...byHour].map(([hour, due]) => [hour, due.length]).sort(),
        );
        for (const { count, messages } of part.cells) {
          expect(messages).toHaveLength(Math.min(count, CALENDAR_CELLS.hour.messages));
        }
      }
    }
  });
});

test('a crowded cell shows what can still be acted on first, in order of time', async () => {
  for (let at = 0; at < 8; at += 1) await create({ dueDate: `2031-06-01T10:0${at}`, status: 'sent', message: `${at}` });
  await create({ dueDate: '2031-06-01T10:30', message: 'waits' });
  await create({ dueDate: '2031-06-01T10:40', message: 'failed', status: 'failed' });
  const { cells } = await read({ from: '2031-06-01', days: 1, zone: 'Europe/London' }, 'hour');
  expect(cells).toMatchObject([{ at: '2031-06-01T10:00', count: 10, dueFrom: '2031-06-01T09:00:00.000Z' }]);
  expect(cells[0]?.messages.map(({ message }) => message)).toEqual(['0', '1', '2', '3', 'waits', 'failed']);
});

test('filters by engine, number, campaign and the label of a contact of the same workspace', async () => {
  const window = { from: '2031-06-01', days: 1, zone: 'UTC' };
  const [dana, omar] = ['+447700900111', '+447700900222'];
  await create({ dueDate: '2031-06-01T10:00', message: 'one', contactList: [{ mobile: dana }], campaignId: 'Spring' });
  await create({ dueDate: '2031-06-01T11:00', message: 'two', contactList: [{ mobile: omar }] });
  const contact = await call<{ _id: string }>('POST', '/contacts', { name: 'Dana', mobile: dana });
  const label = await call<{ _id: string }>('POST', '/labels', { name: 'Regulars' });
  const selection = { ids: [contact.body._id] };
  expect((await call('POST', '/contacts/label', { selection, label: 'Regulars' })).status).toBe(200);
  const search = async (filter: object) =>
    (await read(window, 'hour', filter)).cells.flatMap(({ messages }) => messages.map(({ message }) => message));
  expect(await search({ labelId: label.body._id })).toEqual(['one']);
  expect(await search({ contactMobile: omar })).toEqual(['two']);
  expect(await search({ campaignId: 'spring' })).toEqual(['one']);
  expect(await search({ engineId: lane.engineId })).toEqual(['one', 'two']);
  expect(await search({ engineId: randomUUID() })).toEqual([]);
  const theirs = await createLaneFixture(server.database);
  await messagesApi(server, theirs).create({ dueDate: '2031-06-01T10:00', contactList: [{ mobile: dana }] });
  const path = `/messages/calendar?${new URLSearchParams({ from: '2031-06-01', days: '1', zone: 'UTC', cell: 'hour', labelId: label.body._id })}`;
  expect((await call<Answer>('GET', path, undefined, theirs)).body.total).toBe(0);
});

test.each([
  [{ from: '2031-02-30', days: 1, zone: 'UTC', cell: 'day' }, 'from'],
  [{ from: '0000-01-01', days: 1, zone: 'UTC', cell: 'day' }, 'from'],
  [{ from: '2031-02-01', days: 43, zone: 'UTC', cell: 'day' }, 'days'],
  [{ from: '2031-02-01', days: 8, zone: 'UTC', cell: 'hour' }, 'days'],
  [{ from: '2031-02-01', days: 1, zone: 'Nowhere/Land', cell: 'hour' }, 'zone'],
  [{ from: '2031-02-01', days: 1, zone: 'UTC', cell: 'hour', status: 'lost' }, 'status'],
])('%o is refused at its field', async (query, field) => {
  const refused = await ask(query);
  expect(refused).toMatchObject({ status: 422, body: { data: { faults: [{ field }] } } });
});
