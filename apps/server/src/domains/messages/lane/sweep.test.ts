import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { sweepLanes } from './sweep.ts';

let server: TestServer;
let lane: LaneFixture;
beforeAll(async () => {
  server = await startTestServer({ domains: [] });
});
beforeEach(async () => {
  lane = await createLaneFixture(server.database);
});
afterAll(() => server.stop());

const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);

test('messages that waited without an engine get the workspace’s one; other workspaces’ keep waiting', async () => {
  const homeless = await createLaneFixture(server.database);
  await homeless.addMany(2);
  await query('delete from engines where id = $1', [homeless.engineId]);
  await lane.addMany(3);
  await query('update messages set engine_id = null where workspace_id = $1', [lane.workspaceId]);

  expect(await sweepLanes(server.platform)).toEqual({ attached: 3, parked: 0, freed: 0 });
  expect((await lane.rows()).every((row) => row.engine_id === lane.engineId && row.status === 'pending')).toBe(true);
  const { rows } = await query('select engine_id, status from messages where workspace_id = $1', [
    homeless.workspaceId,
  ]);
  expect(rows).toEqual(Array(2).fill({ engine_id: null, status: 'pending' }));
  expect(await sweepLanes(server.platform)).toEqual({ attached: 0, parked: 0, freed: 0 });
});

test('a message on its way when its engine is deleted is for a person to settle', async () => {
  await lane.add();
  await lane.claim(await lane.lease(), 1);
  await query('delete from engines where id = $1', [lane.engineId]);
  expect(await sweepLanes(server.platform)).toEqual({ attached: 0, parked: 1, freed: 0 });
  const { rows } = await query('select status, send_failure_reason from messages where workspace_id = $1', [
    lane.workspaceId,
  ]);
  expect(rows).toEqual([{ status: 'unknown', send_failure_reason: expect.stringContaining('deleted') }]);
});

test('two sweeps at once do the work once', async () => {
  await lane.addMany(200);
  await query('update messages set engine_id = null where workspace_id = $1', [lane.workspaceId]);
  const done = await Promise.all([sweepLanes(server.platform), sweepLanes(server.platform)]);
  expect(done.reduce((sum, one) => sum + one.attached, 0)).toBe(200);
});

test('a message that its connected engine has forgotten comes back in doubt with a new lease', async () => {
  const id = await lane.add();
  const generation = await lane.lease();
  await lane.claim(generation, 1);
  expect((await sweepLanes(server.platform)).freed).toBe(0);
  await query(`update messages set updated_at = now() - interval '11 minutes' where id = $1`, [id]);
  expect((await sweepLanes(server.platform)).freed).toBe(1);
  await expect(lane.claim(generation, 1)).rejects.toMatchObject({ code: 'LEASE_LOST' });
  const { messages } = await lane.resume(await lane.lease(), { limit: 1 });
  expect(messages).toMatchObject([{ _id: id, inDoubt: true }]);
  // The new holder has its own time.
  expect((await sweepLanes(server.platform)).freed).toBe(0);
});
