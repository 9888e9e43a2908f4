import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { readLanes } from './read-lanes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ domains: [] });
});
afterAll(() => server.stop());

/** Sends in bursts of 20, a millisecond apart, with 400 ms between bursts; each took 300 ms. */
async function sendInBursts({ engineId, addMany }: LaneFixture): Promise<void> {
  await addMany(200);
  await server.database.pool.query(
    `update messages m set status = 'sent', ack = 1, claimed_at = at - interval '300 ms', sent_at = at
     from (select id, now() + ((place / 20) * 400 + place % 20) * interval '1 ms' as at
       from (select id, row_number() over (order by id) as place from messages where engine_id = $1) numbered) numbers
     where numbers.id = m.id`,
    [engineId],
  );
}
const sendMsOf = async ({ workspaceId, engineId }: LaneFixture) => {
  const [lane] = await readLanes(server.database.db, workspaceId, [engineId]);
  return lane?.sendMs;
};

test('the speed of an engine that sends in bursts is that of the bursts, not of the messages within one', async () => {
  const lane = await createLaneFixture(server.database);
  await sendInBursts(lane);
  const sendMs = await sendMsOf(lane);
  expect(sendMs).toBeGreaterThan(12);
  expect(sendMs).toBeLessThan(25);
});

test('a message that took an hour, and an idle night, hardly slow the estimate', async () => {
  const lane = await createLaneFixture(server.database);
  await sendInBursts(lane);
  await server.database.pool.query(
    `update messages set claimed_at = sent_at - interval '1 hour' where id = (select id from messages where engine_id = $1 order by id desc limit 1)`,
    [lane.engineId],
  );
  await server.database.pool.query(
    `update messages set claimed_at = claimed_at - interval '9 hours', sent_at = sent_at - interval '9 hours'
     where id in (select id from messages where engine_id = $1 order by id limit 50)`,
    [lane.engineId],
  );
  expect(await sendMsOf(lane)).toBeLessThan(45);
});

test('an engine that has sent nothing is as fast as another with its workspace and driver, or as the default', async () => {
  const [alone, known] = [await createLaneFixture(server.database), await createLaneFixture(server.database)];
  expect(await sendMsOf(alone)).toBeLessThan(150);
  await sendInBursts(known);
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
     values (uuidv7(), $1, $2, 'New', 'simulator', 'switchyard', 'connected', 'running') returning id`,
    [known.workspaceId, known.userId],
  );
  const engineId = rows[0]?.id ?? '';
  await server.database.pool.query('insert into engine_lanes (engine_id) values ($1)', [engineId]);
  expect(await sendMsOf({ ...known, engineId })).toBe(await sendMsOf(known));
});
