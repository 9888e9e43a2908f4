// Cancelling, ending, pausing and resuming series over the web API, and undoing it.

import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import type { Message } from '@switchyard/contracts/messages/message';
import { expect, test } from 'vitest';
import { memberOf } from '../../../../test/act.ts';
import { faults, inDays, useSeries } from '../../../../test/series-rig.ts';
import { suppress } from '../../suppression/index.ts';

const { rig, call, daily, waiting, wallTimes, edit, cancel } = useSeries();

test('cancelled from a message on, a series ends before it; cancelled as a whole, it can be resumed', async () => {
  const first = await daily('FREQ=DAILY');
  await cancel((await waiting())[4], 'following');
  expect(await wallTimes()).toEqual([3, 4, 5, 6].map((days) => inDays(days)));
  expect((await cancel((await waiting())[2], 'all')).body).toMatchObject({ changed: 4 });
  expect(await waiting()).toEqual([]);
  expect((await call('POST', `/message-series/${first.seriesId}/resume`)).body).toMatchObject({ changed: 4 });
  expect(await wallTimes()).toEqual([3, 4, 5, 6].map((days) => inDays(days)));
});

test('ended as a whole, it leaves nothing pending, once, and can be resumed', async () => {
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

test('a pause cancels all; resuming restores them, without those due meanwhile', async () => {
  const first = await daily();
  const [, second] = await waiting();
  await call('PATCH', `/messages/${second?._id}`, { version: second?.version, message: 'Of my own' });
  expect((await call('POST', `/message-series/${first.seriesId}/pause`)).body).toMatchObject({ changed: 5, left: [] });
  expect(await waiting()).toEqual([]);
  expect(await call('POST', `/message-series/${first.seriesId}/pause`)).toMatchObject({ status: 409 });
  await rig.server.database.pool.query(`update messages set due_at = now() - interval '1 hour' where id = $1`, [
    first._id,
  ]);
  expect((await call('POST', `/message-series/${first.seriesId}/resume`)).body).toEqual({
    changed: 4,
    left: [{ why: 'past', count: 1 }],
  });
  expect((await waiting()).map(({ message }) => message)).toEqual(['Of my own', 'Hello', 'Hello', 'Hello']);
  expect(await call('POST', `/message-series/${first.seriesId}/resume`)).toMatchObject({ status: 409 });
});

test('a resumed series sends nothing to a recipient who opted out meanwhile', async () => {
  const first = await daily();
  await call('POST', `/message-series/${first.seriesId}/pause`);
  await rig.server.database.db.transaction((db) =>
    suppress({ db, hooks: rig.server.platform.hooks }, memberOf(rig.lane), {
      mobile: '+447700900123',
      cause: 'stop-word',
      words: 'STOP',
    }),
  );
  expect((await call('POST', `/message-series/${first.seriesId}/resume`)).body).toEqual({
    changed: 0,
    left: [{ why: 'unwanted', count: 5 }],
  });
  expect(await waiting()).toEqual([]);
});

test('undoing a bulk cancel does not restore occurrences whose series was paused since', async () => {
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

test('nor those beyond the series’ new end', async () => {
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

test('nor those of a series with new times, except a message that was moved individually', async () => {
  const first = await daily('FREQ=DAILY;COUNT=4');
  const [, second, third] = await waiting();
  const { body } = await call<BulkResult & { cancelId: string }>('POST', '/messages/bulk/cancel', {
    selection: { ids: [second?._id, third?._id] },
  });
  expect((await edit(first, { scope: 'all', dueDate: inDays(3, '10:00') })).status).toBe(200);
  const undone = await call<BulkResult>('POST', `/messages/bulk/cancel/${body.cancelId}/undo`);
  expect(undone.body).toEqual({ changed: 0, left: [{ why: 'changed', count: 2 }] });
  // Those days were decided before the times changed.
  expect(await wallTimes()).toEqual([inDays(3, '10:00'), inDays(6, '10:00')]);

  const [one] = await waiting();
  const moved = { version: one?.version, dueDate: inDays(3, '11:00'), zone: 'America/New_York' };
  const alone = (await call<Message>('PATCH', `/messages/${one?._id}`, moved)).body;
  const again = await call<{ cancelId: string }>('POST', '/messages/bulk/cancel', { selection: { ids: [alone._id] } });
  const back = await call<BulkResult>('POST', `/messages/bulk/cancel/${again.body.cancelId}/undo`);
  expect(back.body).toEqual({ changed: 1, left: [] });
});

test('a single message is not rescheduled while its series is paused', async () => {
  const first = await daily('FREQ=DAILY;COUNT=3');
  const [, second] = await waiting();
  const cancelled = await call<Message>('POST', `/messages/${second?._id}/cancel`, { version: second?.version });
  await call('POST', `/message-series/${first.seriesId}/pause`);
  const restore = () => call<Message>('POST', `/messages/${second?._id}/restore`, { version: cancelled.body.version });
  const refused = await restore();
  expect(refused).toMatchObject({ status: 422 });
  expect(faults(refused)).toMatchObject([{ field: 'id', message: 'Its series is paused. Resume that first.' }]);
  expect(await waiting()).toEqual([]);
  await call('POST', `/message-series/${first.seriesId}/resume`);
  expect((await restore()).status).toBe(200);
  expect(await waiting()).toHaveLength(3);
});
