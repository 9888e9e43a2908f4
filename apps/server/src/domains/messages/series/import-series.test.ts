import { faultAt } from '@switchyard/contracts/text/faults';
import { text } from '@switchyard/contracts/text/text';
import { expect, test } from 'vitest';
import { inDays, useSeries } from '../../../../test/series-rig.ts';

const { rig, call, daily, waiting, edit } = useSeries();

test('an import stores each recurring row once, however often it is sent, and is withdrawn as a whole', async () => {
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
    { row: 3, faults: [faultAt('recurrence.rule', 'partOfRule', { part: 'FREQ', fault: text('ruleFrequency') })] },
    { row: 4, _id: expect.any(String) },
  ]);
  expect(await waiting()).toHaveLength(4);
  const seriesId = (await waiting()).find((message) => message.seriesId !== null)?.seriesId;
  expect((await call('POST', `/messages/imports/${importId}/withdraw`)).body).toMatchObject({ changed: 4 });
  expect(await waiting()).toEqual([]);
  // It can be resumed, like any other stopped series.
  expect((await call('POST', `/message-series/${seriesId}/resume`)).body).toEqual({ changed: 3, left: [] });
});

test('withdrawing an import includes series split from its own, and parts of those, and nothing else', async () => {
  const other = await daily();
  const importId = '01920000-0000-7000-8000-000000000002';
  const message = { message: 'Hi', contactList: [{ mobile: '+447700900005' }], dueDate: inDays(3) };
  const rows = [{ row: 2, message: { ...message, recurrence: { rule: 'FREQ=DAILY' } } }];
  await call('POST', '/messages/batch', { importId, rows });
  const imported = async () => (await waiting()).filter(({ seriesId }) => seriesId !== other.seriesId);
  for (const [at, time] of [
    [2, '10:00'],
    [4, '11:00'],
  ] as const) {
    const message = (await imported())[at];
    const change = { scope: 'following', dueDate: `${message?.dueLocal.slice(0, 10)}T${time}` };
    expect((await edit(message, change)).status).toBe(200);
  }
  const all = await imported();
  expect(new Set(all.map(({ seriesId }) => seriesId)).size).toBe(3);
  expect((await call('POST', `/messages/imports/${importId}/withdraw`)).body).toMatchObject({ changed: all.length });
  expect(new Set((await waiting()).map(({ seriesId }) => seriesId))).toEqual(new Set([other.seriesId]));
  const { rows: active } = await rig.server.database.pool.query(
    `select id from message_series where workspace_id = $1 and state = 'active'`,
    [rig.lane.workspaceId],
  );
  expect(active).toEqual([{ id: other.seriesId }]);
});
