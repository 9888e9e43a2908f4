// How series are made and edited over the web API.

import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import type { Message, MessageDetail } from '@switchyard/contracts/messages/message';
import { expect, test } from 'vitest';
import { memberOf } from '../../../../test/act.ts';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { messagesApi } from '../../../../test/messages-api.ts';
import { faults, inDays, useSeries } from '../../../../test/series-rig.ts';
import { suppress } from '../../suppression/index.ts';

const { rig, call, create, daily, list, waiting, wallTimes, edit, cancel } = useSeries();

test('a rule with a count makes as many recurring messages, all of the series', async () => {
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

test('exceptions are skipped', async () => {
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

test('this and following: earlier messages stay, later ones get the new text, and become a series of their own', async () => {
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

test('this and following at another time: the days stay, and none occurs twice', async () => {
  await daily();
  const third = (await waiting())[2];
  const edited = await edit(third, { scope: 'following', dueDate: inDays(5, '10:30') });
  expect(edited.body).toMatchObject({ changed: 3, message: { dueLocal: inDays(5, '10:30') } });
  expect(await wallTimes()).toEqual([...[inDays(3), inDays(4)], ...[5, 6, 7].map((days) => inDays(days, '10:30'))]);
});

test('a message dragged across a clock change keeps its wall-clock time, occurs once, and leaves the rule alone', async () => {
  const moves = [
    ['2031-03-31T01:30', '2031-03-31T01:30', '2031-03-31T00:30:00.000Z'],
    // An hour that does not exist, and one that occurs twice.
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

test('all, at another time: whichever message is edited, all move by the same amount', async () => {
  const first = await daily();
  const edited = await edit((await waiting())[3], { scope: 'all', dueDate: inDays(6, '07:15') });
  expect(edited.body).toMatchObject({ changed: 5, message: { dueLocal: inDays(6, '07:15') } });
  expect(await wallTimes()).toEqual([3, 4, 5, 6, 7].map((days) => inDays(days, '07:15')));
  expect(new Set((await waiting()).map(({ seriesId }) => seriesId))).toEqual(new Set([first.seriesId]));
});

test('a new rule replaces the rest', async () => {
  await daily();
  const edited = await edit((await waiting())[1], {
    scope: 'following',
    recurrence: { rule: 'FREQ=DAILY;INTERVAL=2;COUNT=3' },
  });
  expect(edited.status).toBe(200);
  expect(await wallTimes()).toEqual([3, 4, 6, 8].map((days) => inDays(days)));
});

test('individual edits survive a text change of the whole series', async () => {
  await daily();
  const second = (await waiting())[1];
  await call('PATCH', `/messages/${second?._id}`, { version: second?.version, message: 'Of my own' });
  await edit((await waiting())[0], { scope: 'all', message: 'For all', contactList: [{ mobile: '+447700900777' }] });
  expect((await waiting()).map(({ message, contactList }) => [message, contactList[0]?.mobile])).toEqual(
    ['For all', 'Of my own', 'For all', 'For all', 'For all'].map((message) => [message, '+447700900777']),
  );
});

test('the edited message gets the new text despite its individual edit, and stays the same message', async () => {
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

test('a day with a cancelled or sent message gets no other when the times change', async () => {
  await daily();
  const [first, second] = await waiting();
  await call('POST', `/messages/${second?._id}/cancel`, { version: second?.version });
  await rig.server.database.pool.query(`update messages set status = 'sent' where id = $1`, [first?._id]);
  const third = (await waiting())[0];
  await edit(third, { scope: 'all', dueDate: inDays(5, '11:00') });
  expect(await wallTimes()).toEqual([5, 6, 7].map((days) => inDays(days, '11:00')));
});

test('an edit that comes after a claim is refused and changes nothing', async () => {
  await create({ dueDate: 'now', recurrence: { rule: 'FREQ=DAILY;COUNT=3' } });
  const [now] = await waiting();
  await rig.lane.claim(await rig.lane.lease());
  const before = await rig.lane.rows();
  for (const scope of ['following', 'all']) {
    expect(await edit(now, { scope, message: 'Too late' })).toMatchObject({
      status: 409,
      body: { code: 'TOO_LATE', data: { status: 'sending' } },
    });
    expect(await cancel(now, scope)).toMatchObject({ status: 409 });
  }
  expect(await rig.lane.rows()).toEqual(before);
});

test('of a concurrent edit and claim, one wins completely', async () => {
  for (let round = 0; round < 5; round += 1) {
    const other = await createLaneFixture(rig.server.database, 'UTC');
    const api = messagesApi(rig.server, other);
    const first = await api.create({ dueDate: 'now', recurrence: { rule: 'FREQ=DAILY;COUNT=3' } });
    const generation = await other.lease();
    const [edited, claimed] = await Promise.all([
      api.call<BulkResult>('PATCH', `/messages/${first._id}/series`, { version: 1, scope: 'all', message: 'Edited' }),
      other.claim(generation),
    ]);
    const sent = claimed.messages.map(({ body }) => JSON.stringify(body)).join();
    const { rows } = await rig.server.database.pool.query('select body from messages where workspace_id = $1', [
      other.workspaceId,
    ]);
    const bodies = new Set(rows.map(({ body }) => body));
    expect(bodies).toEqual(new Set([edited.status === 200 ? 'Edited' : 'Hello']));
    if (sent !== '') expect(sent).toContain(edited.status === 200 ? 'Edited' : 'Hello');
  }
});

test('of two concurrent edits the second is refused, and nothing is half done', async () => {
  await daily();
  const [first] = await waiting();
  const edits = await Promise.all([
    edit(first, { scope: 'all', message: 'One' }),
    edit(first, { scope: 'all', message: 'Other' }),
  ]);
  expect(edits.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(new Set((await waiting()).map(({ message }) => message)).size).toBe(1);
});

test('a series cannot be redirected to an opted-out number, and overdue questions stay open', async () => {
  const first = await daily();
  const [, second] = await waiting();
  await rig.server.database.pool.query(
    `update messages set hold_rule = 'overdue', claimable_at = '9999-01-01' where id = $1`,
    [second?._id],
  );
  await rig.server.database.db.transaction((db) =>
    suppress({ db, hooks: rig.server.platform.hooks }, memberOf(rig.lane), {
      mobile: '+447700900999',
      cause: 'stop-word',
      words: 'STOP',
    }),
  );
  const refused = await edit(first, { scope: 'all', contactList: [{ mobile: '+447700900999' }] });
  expect(faults(refused)).toMatchObject([{ field: 'contactList.0.mobile' }]);
  expect(await edit(first, { scope: 'all', contactList: [{ mobile: '+447700900998' }] })).toMatchObject({
    status: 200,
  });
  const { rows } = await rig.server.database.pool.query(
    'select recipient, hold_rule, claimable_at > due_at as waits from messages where series_id = $1 order by due_at',
    [first.seriesId],
  );
  expect(rows.map(({ recipient }) => recipient)).toEqual(Array(5).fill('+447700900998'));
  expect(rows.map(({ hold_rule, waits }) => hold_rule && waits)).toEqual([null, true, null, null, null]);
});

test('refuses a message that does not recur, and an edit that leaves nothing', async () => {
  const once = await create();
  expect(faults(await edit(once, { scope: 'all', message: 'x' }))).toMatchObject([{ field: 'scope' }]);
  await daily();
  const [first] = await waiting();
  const ends = await edit(first, { scope: 'all', recurrence: { rule: 'FREQ=DAILY;UNTIL=20200101' } });
  expect(faults(ends)).toMatchObject([{ field: 'recurrence.rule' }]);
  expect((await waiting()).length).toBe(6);
});
