import { randomUUID } from 'node:crypto';
import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { FieldFault } from '@switchyard/contracts/errors';
import type { Message } from '@switchyard/contracts/messages/message';
import { faultAt } from '@switchyard/contracts/text/faults';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorByHeader } from '../../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { type MessagesApi, messagesApi } from '../../../../test/messages-api.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { newId } from '../../../platform/database/columns.ts';
import { enginesDomain } from '../../engines/index.ts';
import { messagesDomain } from '../index.ts';

const CHOIR = '120363000000000001@g.us';

let server: TestServer;
let lane: LaneFixture;
let api: MessagesApi;
beforeAll(async () => {
  server = await startTestServer({ domains: [actorByHeader, enginesDomain, messagesDomain] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  lane = await createLaneFixture(server.database);
  api = messagesApi(server, lane);
  await knows(lane.engineId, CHOIR, { subject: 'Choir' });
});

const knows = (
  engineId: string,
  chat: string,
  facts: { subject?: string; mayWrite?: boolean; isLeft?: boolean } = {},
) =>
  server.database.pool.query(
    `insert into chat_facts (engine_id, chat, subject, may_write, is_left) values ($1, $2, $3, $4, $5)
     on conflict (engine_id, chat) do update set may_write = excluded.may_write, is_left = excluded.is_left`,
    [engineId, chat, facts.subject ?? null, facts.mayWrite ?? null, facts.isLeft ?? null],
  );
/** A second, younger engine of the workspace. */
async function anotherEngine(): Promise<string> {
  const id = newId();
  await server.database.pool.query(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
     values ($3, $1, $2, 'Second', 'simulator', 'switchyard', 'connected', 'running')`,
    [lane.workspaceId, lane.userId, id],
  );
  await server.database.pool.query('insert into engine_lanes (engine_id) values ($1)', [id]);
  return id;
}
const toGroup = (chat: string) => ({ contactList: [{ mobile: chat }] });
const faultsOf = async (payload: object) =>
  (await api.call<{ data: { faults: FieldFault[] } }>('POST', '/messages', { message: 'Hi', ...payload })).body.data
    .faults;

test.each([
  ['120363000000000001@g.us', true],
  ['447700900001-1400000000@g.us', true],
  ['@g.us', false],
  ['+447700900001', false],
  ['x y@g.us', false],
  ['120363000000000001@g.us.example', false],
])('%s: a group’s id is %s', (id, isOne) => expect(isGroupId(id)).toBe(isOne));

const makeDefault = (id: string) =>
  server.database.pool.query('update engines set is_default = true where id = $1', [id]);

test('a group is addressed by its id, and named by its subject', async () => {
  const made = await api.create(toGroup(` ${CHOIR} `));
  expect(made).toMatchObject({
    contactName: 'Choir',
    contactList: [{ mobile: CHOIR, name: 'Choir' }],
    engineId: lane.engineId,
  });
  expect(await api.create({ contactList: [{ id: CHOIR }] })).toMatchObject({ contactName: 'Choir' });
  const [row] = await lane.rows();
  expect(row?.recipient).toBe(CHOIR);
});

test('the lane hands it to the engine', async () => {
  await api.create({ ...toGroup(CHOIR), dueDate: undefined });
  const { messages } = await lane.claim(await lane.lease());
  expect(messages).toMatchObject([{ to: CHOIR, contactName: 'Choir' }]);
});

test('a group is never a first contact: neither its pace nor a restriction holds it', async () => {
  await lane.setLane({ new_per_minute: '1', new_tokens: '0', restriction_scope: `'new'`, refilled_at: 'now()' });
  await api.create({ ...toGroup(CHOIR), dueDate: undefined });
  const person = await api.create({ dueDate: undefined });
  const { messages } = await lane.claim(await lane.lease());
  expect(messages.map(({ to }) => to)).toEqual([CHOIR]);
  const held = await api.call<{ holds: { rule: string }[] }>('GET', `/messages/${person._id}`);
  expect(held.body.holds.map(({ rule }) => rule)).toContain('restricted');
});

test('it goes through the engine in the group, and of several through one that may write', async () => {
  const second = await anotherEngine();
  const theirs = '120363000000000002@g.us';
  await knows(second, theirs, { subject: 'Team' });
  expect(await api.create(toGroup(theirs))).toMatchObject({ engineId: second });
  await knows(lane.engineId, theirs, { mayWrite: false });
  expect(await api.create(toGroup(theirs))).toMatchObject({ engineId: second });
  await makeDefault(lane.engineId);
  expect(await api.create({})).toMatchObject({ engineId: lane.engineId });
  // An edit that addresses a group also assigns its engine.
  const moved = await api.create({});
  const edit = { version: moved.version, ...toGroup(theirs) };
  expect((await api.call<Message>('PATCH', `/messages/${moved._id}`, edit)).body).toMatchObject({
    contactName: 'Team',
    engineId: second,
  });
});

describe('the engine chosen among several in a group', () => {
  const TEAM = '120363000000000002@g.us';
  const inBoth = async () => {
    const second = await anotherEngine();
    await knows(second, TEAM, { subject: 'Team' });
    const made = await api.create({ ...toGroup(TEAM), dueDate: undefined });
    expect(made.engineId).toBe(second);
    // The first engine, which would be chosen otherwise, joins the group, too.
    await knows(lane.engineId, TEAM, { subject: 'Team' });
    return { second, made };
  };
  const edited = async ({ _id, version }: Message, edit: object) =>
    (await api.call<Message>('PATCH', `/messages/${_id}`, { version, ...edit })).body;

  test('stays when the message is edited or retried', async () => {
    const { second, made } = await inBoth();
    const again = { message: 'Hi again', ...toGroup(TEAM) };
    expect(await edited(made, again)).toMatchObject({ message: 'Hi again', engineId: second });
    const failed = await server.database.pool.query<{ version: number }>(
      `update messages set status = 'failed' where id = $1 returning version`,
      [made._id],
    );
    const version = failed.rows[0]?.version;
    const tried = await api.call<Message>('POST', `/messages/${made._id}/resend`, { version });
    expect(tried.body).toMatchObject({ engineId: second });
    expect(await api.create(toGroup(TEAM))).toMatchObject({ engineId: lane.engineId });
  });

  test('is replaced by the sending engine when the message leaves the group', async () => {
    const { second, made } = await inBoth();
    await makeDefault(lane.engineId);
    const person = { contactList: [{ mobile: '+447700900123' }] };
    expect(await edited(made, person)).toMatchObject({ engineId: lane.engineId });
    // Also for the following messages of a series.
    await knows(lane.engineId, TEAM, { isLeft: true });
    const inTwoDays = `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T09:00`;
    const rule = 'FREQ=DAILY;COUNT=2';
    const series = await api.create({ ...toGroup(TEAM), dueDate: inTwoDays, recurrence: { rule } });
    expect(series.engineId).toBe(second);
    const change = { version: series.version, scope: 'all', ...person };
    await api.call('PATCH', `/messages/${series._id}/series`, change);
    const engines = await server.database.pool.query('select engine_id from messages where series_id = $1', [
      series.seriesId,
    ]);
    expect(engines.rows).toEqual([{ engine_id: lane.engineId }, { engine_id: lane.engineId }]);
  });
});

describe('refused by field, with a text', () => {
  const FIELD = 'contactList.0.mobile';

  test('a group unknown to the workspace’s engines, even if another workspace’s knows it', async () => {
    const stranger = await createLaneFixture(server.database);
    await knows(stranger.engineId, '120363000000000003@g.us', { subject: 'Secret' });
    expect(await faultsOf(toGroup('120363000000000003@g.us'))).toMatchObject([
      { field: FIELD, message: 'No connection of this workspace knows the group 120363000000000003@g.us.' },
    ]);
  });

  test.each([{ mayWrite: false }, { isLeft: true }])('%j', async (facts) => {
    await knows(lane.engineId, CHOIR, facts);
    expect(await faultsOf(toGroup(CHOIR))).toMatchObject([
      { field: FIELD, message: 'The connected account can’t write to "Choir", or has left it.' },
    ]);
  });

  test('a driver without groups', async () => {
    await server.database.pool.query(`update engines set driver = 'cloud-api' where id = $1`, [lane.engineId]);
    expect(await faultsOf(toGroup(CHOIR))).toEqual([
      faultAt(FIELD, 'cannotSendToGroups', { name: 'Choir', engine: 'Business Cloud API' }),
    ]);
  });
});

test('an import accepts groups besides people, row by row', async () => {
  const rows = [CHOIR, '+447700900123', '120363000000000009@g.us'].map((mobile, at) => ({
    row: at + 2,
    message: { message: 'Hi', contactList: [{ mobile }] },
  }));
  const answer = await api.call<{ results: { _id?: string; faults?: FieldFault[] }[] }>('POST', '/messages/batch', {
    importId: randomUUID(),
    rows,
  });
  expect(answer.body.results.map(({ faults }) => faults?.[0]?.field)).toEqual([
    undefined,
    undefined,
    'contactList.0.mobile',
  ]);
  expect((await lane.rows()).map(({ recipient }) => recipient).toSorted()).toEqual(['+447700900123', CHOIR]);
});
