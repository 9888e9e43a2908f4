import type { MessageDetail } from '@switchyard/contracts/messages/message';
import { beforeEach, expect, it } from 'vitest';
import { act } from '../../../../test/act.ts';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { useMessages } from '../../../../test/messages-api.ts';
import { newId } from '../../../platform/database/columns.ts';
import { keepSendingEngine, setDefaultEngine } from '../../engines/set-default-engine.ts';
import { sweepLanes } from '../lane/sweep.ts';

const { rig, create, call } = useMessages();
const ANN = '+447700900123';

let first: string;
let second: string;
beforeEach(async () => {
  first = rig.lane.engineId;
  second = await anotherEngine();
  await connect(first);
  await connect(second);
});

const run = (statement: string, ...values: unknown[]) => rig.server.database.pool.query(statement, values);

async function anotherEngine(): Promise<string> {
  const id = newId();
  const { workspaceId, userId } = rig.lane;
  await run(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
     values ($1, $2, $3, 'Second', 'simulator', 'switchyard', 'connected', 'running')`,
    id,
    workspaceId,
    userId,
  );
  await run('insert into engine_lanes (engine_id) values ($1)', id);
  return id;
}

const connect = (id: string) =>
  run(`update engine_lanes set expires_at = now() + interval '1 hour' where engine_id = $1`, id);
const lose = (id: string) => run('update engine_lanes set expires_at = null where engine_id = $1', id);
const stop = (id: string) => run(`update engines set desired = 'absent', status = 'disconnected' where id = $1`, id);
const makeDefault = (id: string) => run('update engines set is_default = true where id = $1', id);
const wrote = (id: string, ago: string, recipient = ANN) =>
  run(
    `insert into engine_recipients (engine_id, recipient, wrote_at) values ($1, $2, now() - $3::interval)`,
    id,
    recipient,
    ago,
  );
async function sent(id: string, ago: string) {
  const messageId = await rig.lane.add({ to: ANN });
  await run(
    `update messages set engine_id = $2, status = 'sent', sent_at = now() - $3::interval where id = $1`,
    messageId,
    id,
    ago,
  );
}
const holdsOf = async (id: string) =>
  (await call<MessageDetail>('GET', `/messages/${id}`)).body.holds.map(({ rule }) => rule);
const faultsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { data?: { faults?: { field: string }[] } }).data?.faults?.map(({ field }) => field),
];

it('the chosen number sends, regardless of chat, default and connection', async () => {
  await makeDefault(first);
  await wrote(first, '1 minute');
  expect(await create({ engineId: second })).toMatchObject({ engineId: second });
  await stop(second);
  const waits = await create({ engineId: second, dueDate: 'now' });
  expect(waits).toMatchObject({ engineId: second });
  expect(await holdsOf(waits._id)).toEqual(['engine_stopped']);
});

it('an unknown number, or another workspace’s, is refused by its field, and so is an unknown field', async () => {
  const stranger = await createLaneFixture(rig.server.database);
  const payload = { message: 'Hello', contactList: [{ mobile: ANN }] };
  for (const engineId of [newId(), stranger.engineId]) {
    expect(faultsOf(await call('POST', '/messages', { ...payload, engineId }))).toEqual([422, ['engineId']]);
  }
  await run(`update engines set engine_type = 'vm' where id = $1`, second);
  expect(faultsOf(await call('POST', '/messages', { ...payload, engineId: second }))).toEqual([422, ['engineId']]);
  expect(faultsOf(await call('POST', '/messages', { ...payload, engine: first }))).toEqual([422, ['engine']]);
  expect(faultsOf(await call('POST', '/messages', { ...payload, origin: 'bot' }))).toEqual([422, ['origin']]);
  const { rows } = await run('select from messages where workspace_id = $1', rig.lane.workspaceId);
  expect(rows).toEqual([]);
});

it('otherwise the number last used in the chat sends, whoever wrote last', async () => {
  await makeDefault(first);
  await sent(second, '3 hours');
  expect(await create()).toMatchObject({ engineId: second });
  await sent(first, '2 hours');
  expect(await create()).toMatchObject({ engineId: first });
  await wrote(second, '1 hour');
  expect(await create()).toMatchObject({ engineId: second });
  expect(await create({ contactList: [{ mobile: '+447700900124' }] })).toMatchObject({ engineId: first });
});

it('otherwise the default sends, even if another is connected and it is not', async () => {
  await makeDefault(second);
  await lose(second);
  expect(await create()).toMatchObject({ engineId: second });
});

it('otherwise the only connected one sends, or if none is, the only one meant to run', async () => {
  await lose(first);
  expect(await create()).toMatchObject({ engineId: second });
  await stop(second);
  expect(await create()).toMatchObject({ engineId: first });
});

it('if several are possible, the message waits, says why, and goes out through the one a person chooses', async () => {
  const [firstMessage, secondMessage] = [await create({ dueDate: 'now' }), await create({ dueDate: 'now' })];
  expect(firstMessage).toMatchObject({ engineId: null });
  expect(await holdsOf(firstMessage._id)).toEqual(['number_unchosen']);
  expect(await sweepLanes(rig.server.platform)).toMatchObject({ attached: 0 });
  const chosen = await call('POST', `/messages/${firstMessage._id}/engine`, { engineId: second, others: false });
  expect(chosen.body).toMatchObject({ changed: 1 });
  expect((await call('GET', `/messages/${firstMessage._id}`)).body).toMatchObject({ engineId: second });
  expect((await call('GET', `/messages/${secondMessage._id}`)).body).toMatchObject({ engineId: null });
  expect((await call('POST', `/messages/${firstMessage._id}/engine`, { engineId: first })).status).toBe(409);
  await makeDefault(first);
  expect(await holdsOf(secondMessage._id)).toEqual([]);
  expect(await sweepLanes(rig.server.platform)).toMatchObject({ attached: 1 });
  expect((await call('GET', `/messages/${secondMessage._id}`)).body).toMatchObject({ engineId: first });
});

it('a stopped number is never picked, by its chat, as the default or as the only one', async () => {
  await makeDefault(first);
  await sent(first, '1 minute');
  await stop(first);
  expect(await create()).toMatchObject({ engineId: second });
  await stop(second);
  const waits = await create();
  expect(waits).toMatchObject({ engineId: null });
  expect(await holdsOf(waits._id)).toEqual(['numbers_stopped']);
  expect(await sweepLanes(rig.server.platform)).toMatchObject({ attached: 0 });
  await run(`update engines set desired = 'running' where id = any ($1)`, [first, second]);
  expect(await sweepLanes(rig.server.platform)).toMatchObject({ attached: 1 });
  expect((await call('GET', `/messages/${waits._id}`)).body).toMatchObject({ engineId: first });
});

it('a number held by the plan is not picked either, and the workspace is told so', async () => {
  await makeDefault(first);
  await run('update engines set plan_held_at = now() where id = $1', first);
  expect(await create()).toMatchObject({ engineId: second });
  await run('update engines set plan_held_at = now() where id = $1', second);
  const waits = await create();
  expect(waits).toMatchObject({ engineId: null });
  expect(await holdsOf(waits._id)).toEqual(['plan']);
});

it('a message without a number goes out through the one last used in its chat', async () => {
  await makeDefault(first);
  await run(`update engines set desired = 'absent' where id = any ($1)`, [first, second]);
  const waits = await create();
  await run(`update engines set desired = 'running' where id = any ($1)`, [first, second]);
  await wrote(second, '1 minute');
  await sweepLanes(rig.server.platform);
  expect((await call('GET', `/messages/${waits._id}`)).body).toMatchObject({ engineId: second });
});

it('imports, several recipients and series follow the same rule and accept a chosen number', async () => {
  await makeDefault(first);
  await wrote(second, '1 minute');
  const rows = [ANN, '+447700900124'].map((mobile, at) => ({
    row: at + 1,
    message: { message: 'Hello', contactList: [{ mobile }], dueDate: '2030-06-01T09:30' },
  }));
  const enginesOf = async () =>
    (await run('select engine_id from messages where workspace_id = $1 order by id', rig.lane.workspaceId)).rows.map(
      ({ engine_id }) => engine_id,
    );
  await call('POST', '/messages/batch', { importId: newId(), rows });
  expect(await enginesOf()).toEqual([second, first]);
  const several = { message: 'Hello', recipients: rows.map(({ message: { contactList } }) => ({ contactList })) };
  await call('POST', '/messages/for-several', { ...several, dueDate: '2030-06-01T09:30' });
  expect((await enginesOf()).slice(2)).toEqual([second, first]);
  await call('POST', '/messages/for-several', { ...several, dueDate: '2030-06-01T09:30', engineId: first });
  expect((await enginesOf()).slice(4)).toEqual([first, first]);
  const weekly = { recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' }, dueDate: '2030-06-01T09:30' };
  const { seriesId } = await create({ ...weekly, engineId: first });
  const series = await run('select engine_id from message_series where id = $1', seriesId);
  expect(series.rows).toEqual([{ engine_id: first }]);
  const { seriesId: usual } = await create(weekly);
  expect((await run('select engine_id from message_series where id = $1', usual)).rows).toEqual([{ engine_id: null }]);
});

it('a group accepts no number that is not in it', async () => {
  const group = '120363041234567890@g.us';
  await run('insert into chat_facts (engine_id, chat) values ($1, $2)', first, group);
  const payload = { message: 'Hello', contactList: [{ mobile: group }], dueDate: '2030-06-01T09:30' };
  expect(faultsOf(await call('POST', '/messages', { ...payload, engineId: second }))).toEqual([422, ['engineId']]);
  await run('insert into chat_facts (engine_id, chat) values ($1, $2)', second, group);
  await makeDefault(first);
  expect((await call('POST', '/messages', { ...payload, engineId: second })).body).toMatchObject({ engineId: second });
  expect((await call('POST', '/messages', payload)).body).toMatchObject({ engineId: first });
});

it('a workspace has one default, which a person sets without affecting other workspaces', async () => {
  const stranger = await createLaneFixture(rig.server.database);
  await run('update engines set is_default = true where id = $1', stranger.engineId);
  const defaults = async () =>
    (
      await run('select id from engines where is_default and id = any ($1) order by id', [
        first,
        second,
        stranger.engineId,
      ])
    ).rows.map(({ id }) => id);
  expect((await call('POST', `/engines/${first}/default`)).status).toBe(200);
  expect((await call('POST', `/engines/${second}/default`)).status).toBe(200);
  expect((await defaults()).sort()).toEqual([second, stranger.engineId].sort());
  expect((await call('POST', `/engines/${stranger.engineId}/default`)).status).toBe(404);
  await run(`update engines set engine_type = 'vm' where id = $1`, first);
  const legacy = act(rig.server.database.db, rig.lane, setDefaultEngine, { id: first });
  await expect(legacy).rejects.toMatchObject({ code: 'LEGACY_ENGINE' });
  const audit = await run(
    `select subject from audit_entries where workspace_id = $1 and action = 'engine.default' order by id`,
    rig.lane.workspaceId,
  );
  expect(audit.rows.map(({ subject }) => subject)).toEqual([first, second]);
});

it('before a second engine is added, the connected one becomes the default, and never one that was never connected', async () => {
  const { db } = rig.server.database;
  const { workspaceId } = rig.lane;
  const defaults = async () =>
    (await run('select id from engines where is_default and workspace_id = $1', workspaceId)).rows.map(({ id }) => id);
  await run('delete from engines where id = $1', second);
  await run(`update engines set status = 'qrcode' where id = $1`, first);
  await keepSendingEngine(db, workspaceId);
  expect(await defaults()).toEqual([]);
  await run(`update engines set status = 'connected' where id = $1`, first);
  await keepSendingEngine(db, workspaceId);
  expect(await defaults()).toEqual([first]);
});
