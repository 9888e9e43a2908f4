import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { act, memberOf } from '../../../../test/act.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { removeEngineSession } from '../../engines/remove-engine-session.ts';
import { explainHolds } from '../holds/explain-holds.ts';
import { sweepLanes } from '../lane/sweep.ts';
import { findMessage } from '../messages.queries.ts';
import { chooseEngine } from './choose-engine.ts';
import { detachDeletedEngine } from './detach-deleted-engine.ts';

let server: TestServer;
let lane: LaneFixture;
beforeAll(async () => {
  server = await startTestServer({ domains: [] });
});
beforeEach(async () => {
  lane = await createLaneFixture(server.database);
});
afterAll(() => server.stop());

const run = async (statement: string, ...values: unknown[]) =>
  (await server.database.pool.query(statement, values)).rows;
const removeEngine = () =>
  act(server.database.db, lane, removeEngineSession, { id: lane.engineId }, [detachDeletedEngine]);
const where = () =>
  run(
    'select id, engine_id, gone_engine, hold_rule from messages where workspace_id = $1 order by due_at, id',
    lane.workspaceId,
  );
/** A second number of the same workspace. */
async function anotherEngine(): Promise<string> {
  const [{ id }] = await run(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
     values (uuidv7(), $1, $2, 'Second', 'simulator', 'switchyard', 'connected', 'running') returning id`,
    lane.workspaceId,
    lane.userId,
  );
  await run('insert into engine_lanes (engine_id) values ($1)', id);
  return id;
}

test('messages of a deleted engine wait for a person, whatever other engines there are', async () => {
  const id = await lane.add();
  await anotherEngine();
  await removeEngine();
  expect((await sweepLanes(server.platform)).attached).toBe(0);
  expect(await where()).toMatchObject([{ id, engine_id: null, gone_engine: 'Main' }]);
  const row = await findMessage(server.database.db, memberOf(lane), id);
  expect(row && (await explainHolds(server.database.pool, row))).toMatchObject([
    { rule: 'engine_gone', text: expect.stringContaining('choose another') },
  ]);
});

test.each([
  ['is switched off', 'active = false'],
  ['is of a kind that sends nothing', `engine_type = 'extension'`],
])('an engine that %s is not chosen, and the messages wait on', async (_what, is) => {
  const id = await lane.add();
  const engineId = await anotherEngine();
  await removeEngine();
  await run(`update engines set ${is} where id = $1`, engineId);
  const before = await where();
  const chosen = act(server.database.db, lane, chooseEngine, { id, engineId, others: true });
  await expect(chosen).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await where()).toEqual(before);
});

test('another engine is chosen for one or all of them; those an hour late need a decision first', async () => {
  const late = await lane.add({ due: `now() - interval '2 hours'` });
  const [one, other] = [await lane.add(), await lane.add({ due: `now() + interval '1 hour'` })];
  const engineId = await anotherEngine();
  await removeEngine();
  const choose = (id: string, others: boolean) => act(server.database.db, lane, chooseEngine, { id, engineId, others });
  expect(await choose(one, false)).toEqual({ changed: 1, left: [] });
  expect(await choose(other, true)).toEqual({ changed: 2, left: [] });
  expect(await where()).toMatchObject([
    { id: late, engine_id: engineId, gone_engine: null, hold_rule: 'overdue' },
    { id: one, engine_id: engineId, gone_engine: null, hold_rule: null },
    { id: other, engine_id: engineId, gone_engine: null, hold_rule: null },
  ]);
  await expect(choose(one, false)).rejects.toMatchObject({ code: 'TOO_LATE' });
});

test('an engine of another workspace cannot be chosen', async () => {
  const id = await lane.add();
  const stranger = await createLaneFixture(server.database);
  await removeEngine();
  const choice = act(server.database.db, lane, chooseEngine, { id, engineId: stranger.engineId, others: true });
  await expect(choice).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a group’s message waits if the chosen number is not in the group', async () => {
  const [known, unknown] = ['120363000000000001@g.us', '120363000000000002@g.us'];
  await lane.add({ to: unknown });
  const id = await lane.add({ to: known });
  const engineId = await anotherEngine();
  await run('insert into chat_facts (engine_id, chat) values ($1, $2)', engineId, known);
  await removeEngine();
  const chosen = await act(server.database.db, lane, chooseEngine, { id, engineId, others: true });
  expect(chosen).toEqual({ changed: 1, left: [{ why: 'engine_gone', count: 1 }] });
  expect(await where()).toMatchObject([
    { engine_id: null, gone_engine: 'Main' },
    { id, engine_id: engineId, gone_engine: null },
  ]);
});
