import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { act, memberOf } from '../../../../test/act.ts';
import { actorByHeader } from '../../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { type MessagesApi, messagesApi } from '../../../../test/messages-api.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { enginesDomain } from '../../engines/index.ts';
import { removeEngineSession } from '../../engines/remove-engine-session.ts';
import { suppress } from '../../suppression/index.ts';
import { messagesDomain } from '../index.ts';
import { detachDeletedEngine } from '../numbers/detach-deleted-engine.ts';

let server: TestServer;
let lane: LaneFixture;
let call: MessagesApi['call'];
let create: MessagesApi['create'];
beforeAll(async () => {
  const domains = [actorByHeader, enginesDomain, messagesDomain];
  server = await startTestServer({ domains, config: { rateLimitPerMinute: 0 } });
});
beforeEach(async () => {
  lane = await createLaneFixture(server.database, 'Europe/London');
  ({ call, create } = messagesApi(server, lane));
});
afterAll(() => server.stop());

const bulk = async (act: string, body: object) => {
  const answer = await call<BulkResult & { moveId: string | null; cancelId: string | null }>(
    'POST',
    `/messages/bulk/${act}`,
    body,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const run = <Row extends object>(text: string, ...values: unknown[]) =>
  server.database.pool.query<Row>(text, values).then(({ rows }) => rows);
const statusOf = (id: string) =>
  run<{ status: string }>('select status from messages where id = $1', id).then(([row]) => row?.status);
const dueOf = (id: string) =>
  run<{ due: string }>(
    `select due_local || ' ' || zone || ' ' || to_char(due_at at time zone 'UTC', 'HH24:MI') || case when claimable_at = due_at then '' else ' held' end as due
     from messages where id = $1`,
    id,
  ).then(([row]) => row?.due);
const entries = () =>
  run<{ action: string; details: Record<string, unknown> }>(
    'select action, details from audit_entries where workspace_id = $1 order by id',
    lane.workspaceId,
  );
const make = async (count: number, payload: object = {}) => {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await create({ message: `No ${at}`, ...payload }))._id);
  return ids;
};
const stop = (mobile: string) =>
  server.database.db.transaction((db) =>
    suppress({ db, hooks: server.platform.hooks }, memberOf(lane), { mobile, cause: 'stop-word', words: 'STOP' }),
  );
const removeEngine = () =>
  act(server.database.db, lane, removeEngineSession, { id: lane.engineId }, [detachDeletedEngine]);
/** A second number of the same workspace. */
async function anotherEngine(): Promise<string> {
  const [row] = await run<{ id: string }>(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
     values (uuidv7(), $1, $2, 'Second', 'simulator', 'switchyard', 'connected', 'running') returning id`,
    lane.workspaceId,
    lane.userId,
  );
  await run('insert into engine_lanes (engine_id) values ($1)', row?.id);
  return row?.id ?? '';
}
const settle = (id: string | undefined, columns: string) => run(`update messages set ${columns} where id = $1`, id);

describe('cancelling many messages', () => {
  test('cancels those not sent yet, with exact counts and one audit entry', async () => {
    const ids = await make(6);
    await settle(ids[1], `status = 'sent'`);
    await settle(ids[2], `status = 'sending'`);
    await settle(ids[3], 'in_doubt = true');
    await settle(ids[4], 'deleted = true');
    const result = await bulk('cancel', { selection: { ids } });
    expect(result.changed).toBe(2);
    expect(Object.fromEntries(result.left.map(({ why, count }) => [why, count]))).toEqual({
      sent: 1,
      sending: 1,
      in_doubt: 1,
      gone: 1,
    });
    expect(await Promise.all(ids.map(statusOf))).toEqual([
      ...['cancelled', 'sent', 'sending', 'pending', 'pending', 'cancelled'],
    ]);
    const audited = (await entries()).filter(({ action }) => action === 'message.cancel-many');
    expect(audited).toMatchObject([{ details: { changed: 2, ids: [ids[0], ids[5]].sort() } }]);
  });

  test('cancels all that match, unless more match than the person was shown', async () => {
    const [first] = await make(3, { contactName: 'Dana' });
    const [other] = await make(1, { contactName: 'Omar' });
    const matching = { contactName: 'dana' };
    const refused = await call('POST', '/messages/bulk/cancel', { selection: { matching, expected: 2 } });
    expect(refused).toMatchObject({ status: 422, body: { data: { faults: [{ field: 'expected' }] } } });
    expect(await statusOf(first ?? '')).toBe('pending');
    expect(await bulk('cancel', { selection: { matching, expected: 3 } })).toMatchObject({ changed: 3, left: [] });
    expect(await statusOf(other ?? '')).toBe('pending');
  });

  test('never cancels messages of another workspace', async () => {
    const [theirs] = await make(1);
    lane = await createLaneFixture(server.database);
    ({ call, create } = messagesApi(server, lane));
    expect(await bulk('cancel', { selection: { ids: [theirs] } })).toEqual({
      changed: 0,
      left: [{ why: 'gone', count: 1 }],
      cancelId: null,
    });
    expect(await statusOf(theirs ?? '')).toBe('pending');
    expect(await entries()).toEqual([]);
  });

  test('is undone for messages unchanged since and not due meanwhile; those cancelled before stay cancelled', async () => {
    const ids = await make(5);
    await call('POST', `/messages/${ids[0]}/cancel`, { version: 1 });
    const cancelled = await bulk('cancel', { selection: { ids } });
    expect(cancelled).toMatchObject({ changed: 4, left: [{ why: 'cancelled', count: 1 }] });
    await call('POST', `/messages/${ids[1]}/restore`, { version: 2 });
    await settle(ids[2], `due_at = now() - interval '1 hour', updated_at = now() - interval '1 hour'`);
    await settle(ids[3], 'engine_id = null');
    const back = await bulk(`cancel/${cancelled.cancelId}/undo`, {});
    expect(back.changed).toBe(2);
    expect(Object.fromEntries(back.left.map(({ why, count }) => [why, count]))).toEqual({ pending: 1, past: 1 });
    expect(await Promise.all(ids.map(statusOf))).toEqual(['cancelled', 'pending', 'cancelled', 'pending', 'pending']);
    const rows = await run('select engine_id from messages where id = any ($1)', [ids[3], ids[4]]);
    expect(rows).toEqual([{ engine_id: lane.engineId }, { engine_id: lane.engineId }]);
    expect((await call('POST', `/messages/bulk/cancel/${cancelled.cancelId}/undo`, {})).status).toBe(404);
  });
});

describe('undoing a bulk cancel', () => {
  const back = async (ids: string[], meanwhile: () => Promise<unknown>) => {
    const { cancelId } = await bulk('cancel', { selection: { ids } });
    await meanwhile();
    return bulk(`cancel/${cancelId}/undo`, {});
  };
  const heldBy = (id: string | undefined) =>
    run('select status, hold_rule, engine_id, gone_engine from messages where id = $1', id).then(([row]) => row);

  test('does not restore automated messages to recipients who opted out meanwhile', async () => {
    const ids = await make(4);
    await settle(ids[0], `origin = 'campaign'`);
    await settle(ids[1], `origin = 'bot'`);
    await settle(ids[2], `origin = 'bot', recipient = '+447700900999'`);
    const undone = await back(ids, () => stop('+447700900123'));
    expect(undone).toEqual({ changed: 2, left: [{ why: 'unwanted', count: 2 }] });
    expect(await Promise.all(ids.map(statusOf))).toEqual(['cancelled', 'cancelled', 'pending', 'pending']);
    const one = await call<{ data: object }>('POST', `/messages/${ids[0]}/restore`, { version: 2 });
    expect(one).toMatchObject({ status: 422, body: { data: { faults: [{ field: 'contactList.0.mobile' }] } } });
    expect(await statusOf(ids[0] ?? '')).toBe('cancelled');
  });

  test('keeps overdue questions, campaign holds and lateness', async () => {
    const ids = await make(3);
    await settle(ids[0], `due_at = now() - interval '3 hours', hold_rule = 'overdue', claimable_at = '9999-01-01'`);
    await settle(
      ids[1],
      `origin = 'campaign', campaign_recipient_id = gen_random_uuid(), hold_rule = 'campaign_paused', claimable_at = '9999-01-01'`,
    );
    await settle(ids[2], `due_at = now() - interval '3 hours', claimable_at = now() - interval '3 hours'`);
    expect(await back(ids, () => lane.setLane({ out_since: `now() - interval '4 hours'` }))).toMatchObject({
      changed: 3,
    });
    expect((await lane.claim(await lane.lease())).messages).toEqual([]);
    expect(await heldBy(ids[0])).toMatchObject({ status: 'pending', hold_rule: 'overdue' });
    expect(await heldBy(ids[1])).toMatchObject({ status: 'pending', hold_rule: 'campaign_paused' });
    expect(await heldBy(ids[2])).toMatchObject({ status: 'pending', hold_rule: 'overdue' });
  });

  test('holds a message as overdue if it gets its first engine an hour late', async () => {
    const [late] = await make(1);
    await settle(late, `engine_id = null, due_at = now() - interval '3 hours'`);
    await back([late ?? ''], async () => undefined);
    expect(await heldBy(late)).toMatchObject({ status: 'pending', hold_rule: 'overdue', engine_id: lane.engineId });
  });

  test('moves no message to another number if its own was deleted', async () => {
    const [id] = await make(1);
    await back([id ?? ''], async () => {
      await anotherEngine();
      await removeEngine();
    });
    expect(await heldBy(id)).toMatchObject({ status: 'pending', engine_id: null, gone_engine: 'Main' });
  });
});

describe('moving many messages', () => {
  test('moves to another day at their own times, across a clock change, and back', async () => {
    const ids = [
      ...(await make(1, { dueDate: '2030-06-01T09:30' })),
      ...(await make(1, { dueDate: '2030-06-02T14:00' })),
    ];
    await settle(ids[1], `hold_rule = 'quiet_hours', claimable_at = due_at + interval '1 day'`);
    const moved = await bulk('move', { selection: { ids }, date: '2030-12-24', zone: 'Europe/London' });
    expect(moved).toMatchObject({ changed: 2, left: [], moveId: expect.any(String) });
    expect(await Promise.all(ids.map(dueOf))).toEqual([
      '2030-12-24T09:30 Europe/London 09:30',
      '2030-12-24T14:00 Europe/London 14:00',
    ]);
    expect(await bulk(`move/${moved.moveId}/undo`, {})).toEqual({ changed: 2, left: [] });
    expect(await Promise.all(ids.map(dueOf))).toEqual([
      '2030-06-01T09:30 Europe/London 08:30',
      '2030-06-02T14:00 Europe/London 13:00',
    ]);
    expect((await call('POST', `/messages/bulk/move/${moved.moveId}/undo`, {})).status).toBe(404);
    expect((await entries()).map(({ action }) => action).filter((action) => action.includes('move'))).toEqual([
      'message.move-many',
      'message.move-undo',
    ]);
  });

  test('uses the caller’s zone, while messages keep their own', async () => {
    const [id = ''] = await make(1, { dueDate: '2030-06-01T05:30', zone: 'America/Sao_Paulo' });
    await bulk('move', { selection: { ids: [id] }, date: '2030-06-03', zone: 'Europe/London' });
    expect(await dueOf(id)).toBe('2030-06-03T05:30 America/Sao_Paulo 08:30');
    await bulk('move', { selection: { ids: [id] }, date: '2030-12-24', time: '23:30', zone: 'Europe/London' });
    expect(await dueOf(id)).toBe('2030-12-24T20:30 America/Sao_Paulo 23:30');
  });

  test('moves to another time on their own days; a message whose time would have passed stays', async () => {
    const [later] = await make(1, { dueDate: '2030-06-01T09:30' });
    const today = new Date(Date.now() + 3_600_000).toISOString();
    const [soon] = await make(1, { dueDate: today });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    expect(await bulk('move', { selection: { ids: [later] }, time: '10:15', zone: 'Europe/London' })).toMatchObject({
      changed: 1,
    });
    expect(await dueOf(later ?? '')).toBe('2030-06-01T10:15 Europe/London 09:15');
    expect(await bulk('move', { selection: { ids: [soon] }, date: yesterday, zone: 'Europe/London' })).toEqual({
      changed: 0,
      left: [{ why: 'past', count: 1 }],
      moveId: null,
    });
  });

  test('is undone except for messages changed since and those that would be late at once', async () => {
    const ids = await make(3);
    const moved = await bulk('move', { selection: { ids }, date: '2030-12-24', zone: 'Europe/London' });
    await call('PATCH', `/messages/${ids[0]}`, { version: 2, message: 'Edited since' });
    await run(
      `update message_moves set rows = (select jsonb_agg(case when one ->> 'id' = $1 then jsonb_set(one, '{dueAt}', '"2020-01-01T00:00:00Z"') else one end)
       from jsonb_array_elements(rows) one) where id = $2`,
      ids[1],
      moved.moveId,
    );
    const back = await bulk(`move/${moved.moveId}/undo`, {});
    expect(back.changed).toBe(1);
    expect(back.left.map(({ why }) => why).sort()).toEqual(['changed', 'past']);
    expect(await dueOf(ids[2] ?? '')).toBe('2030-06-01T09:30 Europe/London 08:30');
  });

  test('requires a day or a time', async () => {
    const [id] = await make(1);
    const answer = await call('POST', '/messages/bulk/move', { selection: { ids: [id] }, zone: 'Europe/London' });
    expect(answer.status).toBe(422);
  });
});

describe('retrying failed messages', () => {
  test('makes a new message for each, once; others are skipped', async () => {
    const ids = await make(2);
    await settle(ids[0], `status = 'failed', send_failure_reason = 'Refused.', retry_count = 2, wa_message_id = 'old'`);
    expect(await bulk('retry', { selection: { ids } })).toEqual({ changed: 1, left: [{ why: 'pending', count: 1 }] });
    expect(await bulk('retry', { selection: { ids: [ids[0]] } })).toEqual({
      changed: 0,
      left: [{ why: 'retried', count: 1 }],
    });
    const tries = await run<Record<string, unknown>>('select * from messages where retry_of = $1', ids[0]);
    expect(tries).toMatchObject([{ status: 'pending', body: 'No 0', retry_count: 3, engine_id: lane.engineId }]);
    expect(tries[0]?.wa_message_id).not.toBe('old');
    expect(await statusOf(ids[0] ?? '')).toBe('failed');
    const { messages } = await lane.claim(await lane.lease());
    expect(messages).toMatchObject([{ to: '+447700900123' }]);
  });

  test('skips recipients who opted out, because no warning is shown per message', async () => {
    const [theirs, other] = await make(2);
    await settle(theirs, `status = 'failed', origin = 'campaign'`);
    await settle(other, `status = 'failed', recipient = '+447700900999'`);
    await stop('+447700900123');
    expect(await bulk('retry', { selection: { ids: [theirs, other] } })).toEqual({
      changed: 1,
      left: [{ why: 'unwanted', count: 1 }],
    });
    expect(await run('select 1 from messages where retry_of = $1', theirs)).toEqual([]);
    const alone = await call('POST', `/messages/${theirs}/resend`, { version: 1 });
    expect(alone).toMatchObject({ status: 422, body: { data: { faults: [{ field: 'contactList.0.mobile' }] } } });
    await settle(theirs, `origin = 'web'`);
    expect((await call('POST', `/messages/${theirs}/resend`, { version: 1 })).status).toBe(201);
  });

  test('retries a group’s message through its original engine or not at all', async () => {
    const ids = await make(2);
    const second = await anotherEngine();
    await settle(ids[0], `status = 'failed', recipient = '120363000000000001@g.us', engine_id = '${second}'`);
    await settle(ids[1], `status = 'failed', recipient = '120363000000000002@g.us', engine_id = null`);
    expect(await bulk('retry', { selection: { ids } })).toEqual({
      changed: 1,
      left: [{ why: 'engine_gone', count: 1 }],
    });
    expect(await run('select engine_id from messages where retry_of = any ($1)', ids)).toEqual([{ engine_id: second }]);
  });

  test('retries again if the retry was cancelled', async () => {
    const [id] = await make(1);
    await settle(id, `status = 'failed'`);
    await bulk('retry', { selection: { ids: [id] } });
    await run(`update messages set status = 'cancelled' where retry_of = $1`, id);
    expect((await bulk('retry', { selection: { ids: [id] } })).changed).toBe(1);
  });
});
