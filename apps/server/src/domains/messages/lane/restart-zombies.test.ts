import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { restartZombies } from './restart-zombies.ts';
import { MAX_SILENCE_MS, ZombieWatch } from './zombie-watch.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
// Engines of earlier tests are silent, too.
beforeEach(() => server.database.pool.query(`update engines set status = 'disconnected'`));
afterAll(() => server.stop());

/** A connected engine that has claimed three messages and reports nothing more. */
async function silentEngine(): Promise<LaneFixture> {
  const lane = await createLaneFixture(server.database);
  await lane.lease();
  await lane.addMany(3);
  await server.database.pool.query(
    `update messages set status = 'sending', lease_generation = 1, claimed_at = now() where engine_id = $1`,
    [lane.engineId],
  );
  return lane;
}

const engineRow = async ({ engineId }: LaneFixture) =>
  (await server.database.pool.query('select * from engines where id = $1', [engineId])).rows[0];

test('restarts a zombie once, with the health check in its timeline; its messages keep their state', async () => {
  const lane = await silentEngine();
  const watch = new ZombieWatch();
  const before = await lane.rows();
  expect(await restartZombies(server.platform, watch, 0)).toEqual([]);
  expect(await restartZombies(server.platform, watch, MAX_SILENCE_MS)).toEqual([lane.engineId]);
  expect(await engineRow(lane)).toMatchObject({ status: 'initializing', pod_revision: 1, desired: 'running' });
  expect(await lane.rows()).toEqual(before);
  const events = await server.database.pool.query(
    'select event, triggerd_by, details from session_events where engine_id = $1 order by id',
    [lane.engineId],
  );
  expect(events.rows).toMatchObject([
    {
      event: 'handleWaStateHealthCheck',
      triggerd_by: 'health-check',
      details: { unacknowledged: 3, silentSeconds: 90 },
    },
    { event: 'session_request', triggerd_by: 'health-check', details: { request: 'restart' } },
  ]);
  expect(await restartZombies(server.platform, watch, MAX_SILENCE_MS * 3)).toEqual([]);
});

test('leaves a disconnected engine alone, and one with a settled message', async () => {
  const [offline, slow] = [await silentEngine(), await silentEngine()];
  await server.database.pool.query(`update engines set status = 'disconnected' where id = $1`, [offline.engineId]);
  await slow.addMany(2);
  await server.database.pool.query(
    `update messages set status = 'sending', claimed_at = now() where engine_id = $1 and status = 'pending'`,
    [slow.engineId],
  );
  const watch = new ZombieWatch();
  await restartZombies(server.platform, watch, 0);
  await server.database.pool.query(
    `update messages set status = 'sent', sent_at = now() where id = (select id from messages where engine_id = $1 limit 1)`,
    [slow.engineId],
  );
  expect(await restartZombies(server.platform, watch, MAX_SILENCE_MS)).toEqual([]);
  expect(await engineRow(slow)).toMatchObject({ status: 'connected', pod_revision: 0 });
  expect(await engineRow(offline)).toMatchObject({ status: 'disconnected', pod_revision: 0 });
});
