import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

test('messages without an engine get the workspace’s; those of other workspaces keep waiting', async () => {
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

test('a message being sent when its engine is deleted must be settled by a person', async () => {
  await lane.add();
  await lane.claim(await lane.lease(), 1);
  await query('delete from engines where id = $1', [lane.engineId]);
  expect(await sweepLanes(server.platform)).toEqual({ attached: 0, parked: 1, freed: 0 });
  const { rows } = await query('select status, send_failure_reason from messages where workspace_id = $1', [
    lane.workspaceId,
  ]);
  expect(rows).toEqual([{ status: 'unknown', send_failure_reason: '{"code":"sentEngineDeleted"}' }]);
});

test('two concurrent sweeps do the work once', async () => {
  await lane.addMany(200);
  await query('update messages set engine_id = null where workspace_id = $1', [lane.workspaceId]);
  const done = await Promise.all([sweepLanes(server.platform), sweepLanes(server.platform)]);
  expect(done.reduce((sum, { attached }) => sum + attached, 0)).toBe(200);
});

test('a message its connected engine has forgotten returns in doubt with a new lease', async () => {
  const id = await lane.add();
  const generation = await lane.lease();
  await lane.claim(generation, 1);
  expect((await sweepLanes(server.platform)).freed).toBe(0);
  await query(`update messages set updated_at = now() - interval '11 minutes' where id = $1`, [id]);
  expect((await sweepLanes(server.platform)).freed).toBe(1);
  await expect(lane.claim(generation, 1)).rejects.toMatchObject({ code: 'LEASE_LOST' });
  const { messages } = await lane.resume(await lane.lease(), { limit: 1 });
  expect(messages).toMatchObject([{ _id: id, inDoubt: true }]);
  // The new holder's time starts over.
  expect((await sweepLanes(server.platform)).freed).toBe(0);
});

describe('a stopped engine', () => {
  const stop = (minutesAgo: number) =>
    query(`update engines set desired = 'absent', updated_at = now() - $1 * interval '1 minute' where id = $2`, [
      minutesAgo,
      lane.engineId,
    ]);
  const age = () =>
    query(`update messages set updated_at = now() - interval '11 minutes' where engine_id = $1`, [lane.engineId]);
  const status = async () => (await lane.rows()).map((row) => row.status);

  test('claims nothing more; what its process left behind needs a person after ten minutes', async () => {
    await lane.addMany(2);
    const generation = await lane.lease();
    await lane.claim(generation, 1);
    await stop(0);
    expect((await lane.claim(generation, 1)).messages).toEqual([]);
    await lane.setLane({ expires_at: 'null' });
    await age();
    await sweepLanes(server.platform);
    expect(await status()).toEqual(['sending', 'pending']);
    await stop(11);
    await sweepLanes(server.platform);
    expect(await lane.rows()).toMatchObject([
      { status: 'unknown', send_failure_reason: '{"code":"sentEngineStopped"}' },
      { status: 'pending' },
    ]);
  });

  test('stopped long ago while no sweep ran, keeps what its living process has until that loses the lane', async () => {
    await lane.add();
    await lane.claim(await lane.lease(), 1);
    await age();
    await stop(11);
    await sweepLanes(server.platform);
    expect(await status()).toEqual(['sending']);
    await sweepLanes(server.platform);
    expect(await status()).toEqual(['unknown']);
  });

  test('keeps everything while its process finishes; a process that does not end loses its token', async () => {
    await lane.add();
    const generation = await lane.lease();
    const [message] = (await lane.claim(generation, 1)).messages;
    await stop(0);
    await sweepLanes(server.platform);
    await lane.report(generation, { givenBack: [{ _id: message?._id ?? '', attempt: 1, inDoubt: false }] });
    expect(await status()).toEqual(['pending']);
    await stop(2);
    await sweepLanes(server.platform);
    await expect(lane.report(generation, {})).rejects.toMatchObject({ status: 401 });
    await expect(lane.lease()).rejects.toMatchObject({ status: 401 });
  });
});

test('another number never sends what may have been sent: a message in doubt needs a person, any other gets a new id', async () => {
  await lane.addMany(3);
  const ids = (await lane.rows()).map((row) => row.wa_message_id);
  const rows = (await lane.rows()).map((row) => row.id);
  await query(`update messages set attempt = 2, in_doubt = (id = $1) where id = any ($2)`, [rows[0], rows.slice(0, 2)]);
  await query('update messages set engine_id = null where engine_id = $1', [lane.engineId]);
  expect(await sweepLanes(server.platform)).toMatchObject({ attached: 2, parked: 1 });
  const { rows: after } = await query('select id, status, wa_message_id from messages where workspace_id = $1', [
    lane.workspaceId,
  ]);
  const by = (id: string | undefined) => after.find((row) => row.id === id);
  expect(by(rows[0])).toMatchObject({ status: 'unknown', wa_message_id: ids[0] });
  expect(by(rows[1])?.wa_message_id).toMatch(/^3EB0[0-9A-F]{18}$/);
  expect(by(rows[1])?.wa_message_id).not.toBe(ids[1]);
  expect(by(rows[2])).toMatchObject({ status: 'pending', wa_message_id: ids[2] });
});

test('a lane that has reported what it holds is left alone, however long that waits behind its chat', async () => {
  const id = await lane.add();
  const generation = await lane.lease();
  await lane.claim(generation, 1);
  await query(`update messages set updated_at = now() - interval '11 minutes' where id = $1`, [id]);
  expect((await lane.resume(generation, { holding: [id] })).messages).toEqual([]);
  expect((await sweepLanes(server.platform)).freed).toBe(0);
});
