// What a person does with a series over the web API.
import type { Message, MessageDetail } from '@switchyard/contracts/message';
import type { BulkResult } from '@switchyard/contracts/message-bulk';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { memberOf } from '../../../../test/act.ts';
import { actorByHeader } from '../../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { type MessagesApi, messagesApi } from '../../../../test/messages-api.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { callTool } from '../../../platform/call-tool.ts';
import { enginesDomain } from '../../engines/index.ts';
import { suppress } from '../../suppression/index.ts';
import { messagesDomain } from '../messages.domain.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let lane: LaneFixture;
let call: MessagesApi['call'];
let create: MessagesApi['create'];
beforeAll(async () => {
  server = await startTestServer({
    domains: [actorByHeader, enginesDomain, messagesDomain],
    config: { rateLimitPerMinute: 0 },
  });
});
beforeEach(async () => {
  lane = await createLaneFixture(server.database, 'Europe/London');
  ({ call, create } = messagesApi(server, lane));
});
afterAll(() => server.stop());

/** 9:00 of so many days from now, as wall-clock time. */
const inDays = (days: number, time = '09:00') =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${time}`;
const daily = (rule = 'FREQ=DAILY;COUNT=5', more: object = {}) =>
  create({ dueDate: inDays(3), recurrence: { rule }, ...more });
const list = async (query = '') =>
  (await call<{ data: Message[] }>('GET', `/messages?sort=dueDate&limit=500${query}`)).body.data;
const waiting = () => list('&status=pending');
const wallTimes = async () => (await waiting()).map(({ dueLocal }) => dueLocal);
const edit = (message: Message | undefined, change: object) =>
  call<BulkResult & { message: Message }>('PATCH', `/messages/${message?._id}/series`, {
    version: message?.version,
    ...change,
  });
const cancel = (message: Message | undefined, scope: string) =>
  call<BulkResult>('POST', `/messages/${message?._id}/series/cancel`, { version: message?.version, scope });
const faults = ({ body }: { body: unknown }) => (body as { data: { faults: { field: string }[] } }).data.faults;

test('a rule with a count becomes as many messages, recurring, each of the series', async () => {
  const first = await daily();
  expect(first).toMatchObject({ isRecurring: true, dueLocal: inDays(3), status: 'pending' });
  const all = await waiting();
  expect(all.map(({ dueLocal }) => dueLocal)).toEqual([3, 4, 5, 6, 7].map((days) => inDays(days)));
  expect(new Set(all.map(({ seriesId }) => seriesId))).toEqual(new Set([first.seriesId]));
  const detail = await call<MessageDetail>('GET', `/messages/${first._id}`);
  expect(detail.body.series).toMatchObject({ rule: 'FREQ=DAILY;COUNT=5', slot: inDays(3), state: 'active' });
});

test('a rule without end has messages for two months, and a yearly one its next', async () => {
  await daily('FREQ=DAILY');
  expect((await waiting()).length).toBeGreaterThan(58);
  expect((await waiting()).length).toBeLessThan(63);
  const yearly = await daily('FREQ=YEARLY', { dueDate: '2030-02-03T09:00' });
  expect((await list()).filter(({ seriesId }) => seriesId === yearly.seriesId)).toHaveLength(1);
});

test('exceptions are left out', async () => {
  await daily('FREQ=DAILY;COUNT=4', { recurrence: { rule: 'FREQ=DAILY;COUNT=4', except: [inDays(3), inDays(5)] } });
  expect(await wallTimes()).toEqual([inDays(4), inDays(6)]);
});

test.each([
  ['FREQ=HOURLY', {}, 'recurrence.rule'],
  ['FREQ=DAILY;COUNT=0', {}, 'recurrence.rule'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', {}, 'recurrence.rule'],
  ['FREQ=DAILY;UNTIL=20200101', {}, 'recurrence.rule'],
  ['FREQ=DAILY', { dueDate: '2020-01-01T09:00', pastDue: 'send-now' }, 'dueDate'],
  ['FREQ=DAILY', { status: 'sent' }, 'recurrence'],
  ['FREQ=DAILY', { quote: { waMessageId: 'x', from: null, text: 'x' } }, 'quote'],
])('%s with %o is refused at its field, and nothing is stored', async (rule, more, field) => {
  const usual = { message: 'Hello', contactList: [{ mobile: '07700 900123' }], dueDate: '2030-06-01T09:30' };
  const refused = await call('POST', '/messages', { ...usual, recurrence: { rule }, ...more });
  expect(refused).toMatchObject({ status: 422 });
  expect(faults(refused)[0]).toMatchObject({ field });
  expect(await list()).toEqual([]);
});

test('this and following: those before stay, those after say the new words, and are a series of their own', async () => {
  const first = await daily();
  const third = (await waiting())[2];
  const edited = await edit(third, { scope: 'following', message: 'Other words' });
  expect(edited.body).toMatchObject({ changed: 3, left: [], message: { _id: third?._id, message: 'Other words' } });
  const all = await waiting();
  expect(all.map(({ message }) => message)).toEqual(['Hello', 'Hello', ...Array(3).fill('Other words')]);
  expect(all.map(({ seriesId }) => seriesId === first.seriesId)).toEqual([true, true, false, false, false]);
  const listed = await call<{ data: { rule: string }[]; total: number }>('GET', '/message-series');
  expect(listed.body.data.map(({ rule }) => rule)).toEqual(['FREQ=DAILY;COUNT=3', 'FREQ=DAILY;COUNT=5']);
});

test('this and following at another time: the days stay, and none comes twice', async () => {
  await daily();
  const third = (await waiting())[2];
  const edited = await edit(third, { scope: 'following', dueDate: inDays(5, '10:30') });
  expect(edited.body).toMatchObject({ changed: 3, message: { dueLocal: inDays(5, '10:30') } });
  expect(await wallTimes()).toEqual([...[inDays(3), inDays(4)], ...[5, 6, 7].map((days) => inDays(days, '10:30'))]);
});

test('one dragged across either change of the clocks keeps its wall-clock time, comes once, and leaves the series its rule', async () => {
  const moves = [
    ['2031-03-31T01:30', '2031-03-31T01:30', '2031-03-31T00:30:00.000Z'],
    // An hour that does not exist, and one that comes twice.
    ['2031-03-30T01:30', '2031-03-30T02:30', '2031-03-30T01:30:00.000Z'],
    ['2031-10-26T01:30', '2031-10-26T01:30', '2031-10-26T00:30:00.000Z'],
    ['2031-10-27T01:30', '2031-10-27T01:30', '2031-10-27T01:30:00.000Z'],
  ];
  for (const [to, dueLocal, dueDate] of moves) {
    const first = await daily('FREQ=WEEKLY;COUNT=3', { dueDate: '2031-03-28T01:30' });
    const drag = { version: first.version, dueDate: to, zone: 'Europe/London', pastDue: 'refuse' };
    const moved = await call<Message>('PATCH', `/messages/${first._id}`, drag);
    expect(moved.body).toMatchObject({ dueLocal, dueDate, seriesId: first.seriesId });
    const detail = await call<MessageDetail>('GET', `/messages/${first._id}`);
    expect(detail.body.series).toMatchObject({ rule: 'FREQ=WEEKLY;COUNT=3', slot: '2031-03-28T01:30' });
  }
  expect(await waiting()).toHaveLength(moves.length);
});

test('all, at another time: whichever message it is said of, all move by as much', async () => {
  const first = await daily();
  const edited = await edit((await waiting())[3], { scope: 'all', dueDate: inDays(6, '07:15') });
  expect(edited.body).toMatchObject({ changed: 5, message: { dueLocal: inDays(6, '07:15') } });
  expect(await wallTimes()).toEqual([3, 4, 5, 6, 7].map((days) => inDays(days, '07:15')));
  expect(new Set((await waiting()).map(({ seriesId }) => seriesId))).toEqual(new Set([first.seriesId]));
});

test('another rule takes the place of the rest', async () => {
  await daily();
  const edited = await edit((await waiting())[1], {
    scope: 'following',
    recurrence: { rule: 'FREQ=DAILY;INTERVAL=2;COUNT=3' },
  });
  expect(edited.status).toBe(200);
  expect(await wallTimes()).toEqual([3, 4, 6, 8].map((days) => inDays(days)));
});

test('what was changed of one alone stays when all are given other words', async () => {
  await daily();
  const second = (await waiting())[1];
  await call('PATCH', `/messages/${second?._id}`, { version: second?.version, message: 'Of my own' });
  await edit((await waiting())[0], { scope: 'all', message: 'For all', contactList: [{ mobile: '+447700900777' }] });
  expect((await waiting()).map(({ message, contactList }) => [message, contactList[0]?.mobile])).toEqual(
    ['For all', 'Of my own', 'For all', 'For all', 'For all'].map((message) => [message, '+447700900777']),
  );
});

test('the one that is edited gets the words that it is given, whatever it said alone, and stays the same message', async () => {
  await daily();
  const second = (await waiting())[1];
  const own = await call<Message>('PATCH', `/messages/${second?._id}`, {
    version: second?.version,
    message: 'Of my own',
  });
  const edited = await edit(own.body, { scope: 'following', message: 'For all', dueDate: inDays(4, '12:00') });
  expect(edited.body).toMatchObject({ changed: 4, message: { _id: second?._id, message: 'For all' } });
  expect((await waiting()).map(({ message }) => message)).toEqual(['Hello', ...Array(4).fill('For all')]);
});

test('a day on which one was cancelled, or went out, gets nothing when the times change', async () => {
  await daily();
  const [first, second] = await waiting();
  await call('POST', `/messages/${second?._id}/cancel`, { version: second?.version });
  await server.database.pool.query(`update messages set status = 'sent' where id = $1`, [first?._id]);
  const third = (await waiting())[0];
  await edit(third, { scope: 'all', dueDate: inDays(5, '11:00') });
  expect(await wallTimes()).toEqual([5, 6, 7].map((days) => inDays(days, '11:00')));
});

test('an edit at the second of a claim is told that the lane was quicker, and changes nothing', async () => {
  await create({ dueDate: 'now', recurrence: { rule: 'FREQ=DAILY;COUNT=3' } });
  const [now] = await waiting();
  await lane.claim(await lane.lease());
  const before = await lane.rows();
  for (const scope of ['following', 'all']) {
    expect(await edit(now, { scope, message: 'Too late' })).toMatchObject({
      status: 409,
      body: { code: 'TOO_LATE', data: { status: 'sending' } },
    });
    expect(await cancel(now, scope)).toMatchObject({ status: 409 });
  }
  expect(await lane.rows()).toEqual(before);
});

test('an edit and a claim at once: one of them wins whole', async () => {
  for (let round = 0; round < 5; round += 1) {
    const other = await createLaneFixture(server.database, 'UTC');
    const api = messagesApi(server, other);
    const first = await api.create({ dueDate: 'now', recurrence: { rule: 'FREQ=DAILY;COUNT=3' } });
    const generation = await other.lease();
    const [edited, claimed] = await Promise.all([
      api.call<BulkResult>('PATCH', `/messages/${first._id}/series`, { version: 1, scope: 'all', message: 'Edited' }),
      other.claim(generation),
    ]);
    const sent = claimed.messages.map(({ body }) => JSON.stringify(body)).join();
    const { rows } = await server.database.pool.query('select body from messages where workspace_id = $1', [
      other.workspaceId,
    ]);
    const bodies = new Set(rows.map(({ body }) => body));
    expect(bodies).toEqual(new Set([edited.status === 200 ? 'Edited' : 'Hello']));
    if (sent !== '') expect(sent).toContain(edited.status === 200 ? 'Edited' : 'Hello');
  }
});

test('two who edit at once: the second is told, and nothing of theirs is half done', async () => {
  await daily();
  const [first] = await waiting();
  const edits = await Promise.all([
    edit(first, { scope: 'all', message: 'One' }),
    edit(first, { scope: 'all', message: 'Other' }),
  ]);
  expect(edits.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(new Set((await waiting()).map(({ message }) => message)).size).toBe(1);
});

test('cancelled from one on, it ends before it; all of it cancelled may go on', async () => {
  const first = await daily('FREQ=DAILY');
  await cancel((await waiting())[4], 'following');
  expect(await wallTimes()).toEqual([3, 4, 5, 6].map((days) => inDays(days)));
  expect((await cancel((await waiting())[2], 'all')).body).toMatchObject({ changed: 4 });
  expect(await waiting()).toEqual([]);
  expect((await call('POST', `/message-series/${first.seriesId}/resume`)).body).toMatchObject({ changed: 4 });
  expect(await wallTimes()).toEqual([3, 4, 5, 6].map((days) => inDays(days)));
});

test('ended as a whole it leaves nothing waiting, once, and can be resumed', async () => {
  const first = await daily();
  const listed = async (state: string) =>
    (await call<{ data: { _id: string; nextDue: string | null }[] }>('GET', `/message-series?state=${state}`)).body
      .data;
  expect((await listed('active'))[0]).toMatchObject({ _id: first.seriesId, nextDue: first.dueDate });
  expect((await call('POST', `/message-series/${first.seriesId}/end`)).body).toMatchObject({ changed: 5, left: [] });
  expect(await call('POST', `/message-series/${first.seriesId}/end`)).toMatchObject({ status: 409 });
  expect(await listed('active')).toEqual([]);
  expect((await listed('cancelled'))[0]).toMatchObject({ _id: first.seriesId, nextDue: null });
  expect((await call('POST', `/message-series/${first.seriesId}/resume`)).body).toMatchObject({ changed: 5 });
  expect((await listed('active'))[0]).toMatchObject({ nextDue: first.dueDate });
});

test('a pause takes all out of the lane; resumed they wait as they did, and what was due meanwhile is left out', async () => {
  const first = await daily();
  const [, second] = await waiting();
  await call('PATCH', `/messages/${second?._id}`, { version: second?.version, message: 'Of my own' });
  expect((await call('POST', `/message-series/${first.seriesId}/pause`)).body).toMatchObject({ changed: 5, left: [] });
  expect(await waiting()).toEqual([]);
  expect(await call('POST', `/message-series/${first.seriesId}/pause`)).toMatchObject({ status: 409 });
  await server.database.pool.query(`update messages set due_at = now() - interval '1 hour' where id = $1`, [first._id]);
  expect((await call('POST', `/message-series/${first.seriesId}/resume`)).body).toEqual({
    changed: 4,
    left: [{ why: 'past', count: 1 }],
  });
  expect((await waiting()).map(({ message }) => message)).toEqual(['Of my own', 'Hello', 'Hello', 'Hello']);
  expect(await call('POST', `/message-series/${first.seriesId}/resume`)).toMatchObject({ status: 409 });
});

test('it is not turned to who has asked for no more, and what is asked about stays a question', async () => {
  const first = await daily();
  const [, second] = await waiting();
  await server.database.pool.query(
    `update messages set hold_rule = 'overdue', claimable_at = '9999-01-01' where id = $1`,
    [second?._id],
  );
  await server.database.db.transaction((tx) =>
    suppress(tx, memberOf(lane), { mobile: '+447700900999', cause: 'stop-word', words: 'STOP' }),
  );
  const refused = await edit(first, { scope: 'all', contactList: [{ mobile: '+447700900999' }] });
  expect(faults(refused)).toMatchObject([{ field: 'contactList.0.mobile' }]);
  expect(await edit(first, { scope: 'all', contactList: [{ mobile: '+447700900998' }] })).toMatchObject({
    status: 200,
  });
  const { rows } = await server.database.pool.query(
    'select recipient, hold_rule, claimable_at > due_at as waits from messages where series_id = $1 order by due_at',
    [first.seriesId],
  );
  expect(rows.map(({ recipient }) => recipient)).toEqual(Array(5).fill('+447700900998'));
  expect(rows.map(({ hold_rule, waits }) => hold_rule && waits)).toEqual([null, true, null, null, null]);
});

test('resumed it writes to nobody who has asked for no more meanwhile', async () => {
  const first = await daily();
  await call('POST', `/message-series/${first.seriesId}/pause`);
  await server.database.db.transaction((tx) =>
    suppress(tx, memberOf(lane), { mobile: '+447700900123', cause: 'stop-word', words: 'STOP' }),
  );
  expect((await call('POST', `/message-series/${first.seriesId}/resume`)).body).toEqual({
    changed: 0,
    left: [{ why: 'unwanted', count: 5 }],
  });
  expect(await waiting()).toEqual([]);
});

test('a message that does not recur is refused, and an edit after which nothing is left', async () => {
  const once = await create();
  expect(faults(await edit(once, { scope: 'all', message: 'x' }))).toMatchObject([{ field: 'scope' }]);
  await daily();
  const [first] = await waiting();
  const ends = await edit(first, { scope: 'all', recurrence: { rule: 'FREQ=DAILY;UNTIL=20200101' } });
  expect(faults(ends)).toMatchObject([{ field: 'recurrence.rule' }]);
  expect((await waiting()).length).toBe(6);
});

test('an import stores each recurring row once, however often it is told, and is withdrawn whole', async () => {
  const importId = '01920000-0000-7000-8000-000000000001';
  const row = (recurrence: unknown) => ({
    message: 'Hi',
    contactList: [{ mobile: '+447700900005' }],
    dueDate: inDays(3),
    recurrence,
  });
  const rows = [
    { row: 2, message: row({ rule: 'FREQ=DAILY;COUNT=3' }) },
    { row: 3, message: row({ rule: 'FREQ=NEVER' }) },
    { row: 4, message: row(null) },
  ];
  const twice = await Promise.all(
    [1, 2].map(() => call<{ results: object[] }>('POST', '/messages/batch', { importId, rows })),
  );
  expect(twice[0]?.body).toEqual(twice[1]?.body);
  expect(twice[0]?.body.results).toEqual([
    { row: 2, _id: expect.any(String) },
    { row: 3, faults: [{ field: 'recurrence.rule', message: expect.stringContaining('how often') }] },
    { row: 4, _id: expect.any(String) },
  ]);
  expect(await waiting()).toHaveLength(4);
  const seriesId = (await waiting()).find((one) => one.seriesId !== null)?.seriesId;
  expect((await call('POST', `/messages/imports/${importId}/withdraw`)).body).toMatchObject({ changed: 4 });
  expect(await waiting()).toEqual([]);
  // And may go on, like any other that was stopped whole.
  expect((await call('POST', `/message-series/${seriesId}/resume`)).body).toEqual({ changed: 3, left: [] });
});

test('an import is withdrawn with what was parted of its series since, and of parts of that, and nothing else', async () => {
  const other = await daily();
  const importId = '01920000-0000-7000-8000-000000000002';
  const message = { message: 'Hi', contactList: [{ mobile: '+447700900005' }], dueDate: inDays(3) };
  const rows = [{ row: 2, message: { ...message, recurrence: { rule: 'FREQ=DAILY' } } }];
  await call('POST', '/messages/batch', { importId, rows });
  const theirs = async () => (await waiting()).filter(({ seriesId }) => seriesId !== other.seriesId);
  for (const [at, time] of [
    [2, '10:00'],
    [4, '11:00'],
  ] as const) {
    const one = (await theirs())[at];
    const change = { scope: 'following', dueDate: `${one?.dueLocal.slice(0, 10)}T${time}` };
    expect((await edit(one, change)).status).toBe(200);
  }
  const all = await theirs();
  expect(new Set(all.map(({ seriesId }) => seriesId)).size).toBe(3);
  expect((await call('POST', `/messages/imports/${importId}/withdraw`)).body).toMatchObject({ changed: all.length });
  expect(new Set((await waiting()).map(({ seriesId }) => seriesId))).toEqual(new Set([other.seriesId]));
  const { rows: active } = await server.database.pool.query(
    `select id from message_series where workspace_id = $1 and state = 'active'`,
    [lane.workspaceId],
  );
  expect(active).toEqual([{ id: other.seriesId }]);
});

test('tools schedule, change and stop what recurs', async () => {
  const tool = (name: string, args: object) => callTool(server.platform, memberOf(lane), name, args);
  const made = await tool('schedule_message', {
    message: 'Stand-up',
    contactList: [{ mobile: '+447700900009' }],
    dueDate: inDays(3),
    recurrence: { rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=4' },
  });
  expect(made).toMatchObject({ ok: true, result: { isRecurring: true } });
  const [first] = await waiting();
  const target = { id: first?._id, version: first?.version };
  expect(await tool('edit_recurring_message', { ...target, scope: 'all', message: 'Sit-down' })).toMatchObject({
    ok: true,
    result: { changed: 4 },
  });
  expect(await tool('list_recurring_messages', {})).toMatchObject({
    ok: true,
    result: { total: 1, data: [{ message: 'Sit-down' }] },
  });
  const series = { id: first?.seriesId };
  expect(await tool('pause_recurring_message', series)).toMatchObject({ ok: true, result: { changed: 4 } });
  expect(await tool('resume_recurring_message', series)).toMatchObject({ ok: true, result: { changed: 4 } });
  const [again] = await waiting();
  const from = { id: again?._id, version: again?.version, scope: 'following' };
  expect(await tool('cancel_recurring_message', from)).toMatchObject({ ok: true, result: { changed: 4 } });
});

test('occurrences that were cancelled together stay so when the cancel is undone after their series was paused', async () => {
  const first = await daily('FREQ=DAILY;COUNT=3');
  const [, second, third] = await waiting();
  const { body } = await call<BulkResult & { cancelId: string }>('POST', '/messages/bulk/cancel', {
    selection: { ids: [second?._id, third?._id] },
  });
  expect(body.changed).toBe(2);
  await call('POST', `/message-series/${first.seriesId}/pause`);
  const undone = await call<BulkResult>('POST', `/messages/bulk/cancel/${body.cancelId}/undo`);
  expect(undone.body).toEqual({ changed: 0, left: [{ why: 'changed', count: 2 }] });
  expect(await waiting()).toEqual([]);
});

test('nor those that their series has ended before, though it goes on until then', async () => {
  await daily('FREQ=DAILY;COUNT=5');
  const [, , third, fourth, fifth] = await waiting();
  const { body } = await call<BulkResult & { cancelId: string }>('POST', '/messages/bulk/cancel', {
    selection: { ids: [fourth?._id, fifth?._id] },
  });
  expect((await cancel(third, 'following')).status).toBe(200);
  const undone = await call<BulkResult>('POST', `/messages/bulk/cancel/${body.cancelId}/undo`);
  expect(undone.body).toEqual({ changed: 0, left: [{ why: 'changed', count: 2 }] });
  expect(await waiting()).toHaveLength(2);
});

test('nor those of a series that comes at other times since, but what was moved by itself', async () => {
  const first = await daily('FREQ=DAILY;COUNT=4');
  const [, second, third] = await waiting();
  const { body } = await call<BulkResult & { cancelId: string }>('POST', '/messages/bulk/cancel', {
    selection: { ids: [second?._id, third?._id] },
  });
  expect((await edit(first, { scope: 'all', dueDate: inDays(3, '10:00') })).status).toBe(200);
  const undone = await call<BulkResult>('POST', `/messages/bulk/cancel/${body.cancelId}/undo`);
  expect(undone.body).toEqual({ changed: 0, left: [{ why: 'changed', count: 2 }] });
  // Those days had been decided on before the times were others.
  expect(await wallTimes()).toEqual([inDays(3, '10:00'), inDays(6, '10:00')]);

  const [one] = await waiting();
  const moved = { version: one?.version, dueDate: inDays(3, '11:00'), zone: 'America/New_York' };
  const alone = (await call<Message>('PATCH', `/messages/${one?._id}`, moved)).body;
  const again = await call<{ cancelId: string }>('POST', '/messages/bulk/cancel', { selection: { ids: [alone._id] } });
  const back = await call<BulkResult>('POST', `/messages/bulk/cancel/${again.body.cancelId}/undo`);
  expect(back.body).toEqual({ changed: 1, left: [] });
});

test('one message alone is not scheduled again while what it recurs with is paused', async () => {
  const first = await daily('FREQ=DAILY;COUNT=3');
  const [, second] = await waiting();
  const cancelled = await call<Message>('POST', `/messages/${second?._id}/cancel`, { version: second?.version });
  await call('POST', `/message-series/${first.seriesId}/pause`);
  const restore = () => call<Message>('POST', `/messages/${second?._id}/restore`, { version: cancelled.body.version });
  const refused = await restore();
  expect(refused).toMatchObject({ status: 422 });
  expect(faults(refused)).toMatchObject([
    { field: 'id', message: 'What it recurs with is paused. Resume that first.' },
  ]);
  expect(await waiting()).toEqual([]);
  await call('POST', `/message-series/${first.seriesId}/resume`);
  expect((await restore()).status).toBe(200);
  expect(await waiting()).toHaveLength(3);
});
