import type { LanePacing } from '@switchyard/contracts/lane';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { demo: true } });
});
afterAll(() => server.stop());

const FREE: LanePacing = {
  knownPerMinute: null,
  newPerMinute: null,
  burst: 20,
  dailyCap: null,
  quietFrom: null,
  quietTo: null,
};

/** `HH:mm` of so many hours from now, in UTC, the zone of the fixture's contacts. */
const timeOfDay = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);

/** A member of the workspace that the lane is in. */
async function laneOfAPerson() {
  const person = await server.signUp();
  const lane = await createLaneFixture(server.database);
  await server.database.pool.query(
    `update engines set workspace_id = (select organization_id from workspace_members join users on users.id = user_id where email = $1) where id = $2`,
    [person.email, lane.engineId],
  );
  const save = (pacing: unknown, token = person.token) =>
    server.call<LanePacing & { data?: { faults?: { field: string }[] } }>(
      'PUT',
      `/api/engines/${lane.engineId}/pacing`,
      pacing,
      { token },
    );
  const call = <Body>(method: string, path: string, body?: unknown) =>
    server.call<Body>(method, path, body, { token: person.token });
  return { lane, save, call };
}

test('what is set is in force at the next claim, and is shown', async () => {
  const { lane, save } = await laneOfAPerson();
  const pacing = { ...FREE, knownPerMinute: 6, newPerMinute: 0.5, burst: 3, dailyCap: 100 };
  expect(await save(pacing)).toMatchObject({ status: 200, body: pacing });
  const { rows } = await server.database.pool.query(
    'select known_per_minute, new_per_minute, burst, daily_cap from engine_lanes where engine_id = $1',
    [lane.engineId],
  );
  expect(rows).toEqual([{ known_per_minute: 6, new_per_minute: 0.5, burst: 3, daily_cap: 100 }]);
});

test('messages that wait for the end of quiet hours are free when the hours are lifted', async () => {
  const { lane, save } = await laneOfAPerson();
  const generation = await lane.lease();
  const id = await lane.add();
  await save({ ...FREE, quietFrom: timeOfDay(-1), quietTo: timeOfDay(1) });
  const ask = () => lane.claim(generation, 10);
  expect((await ask()).messages).toEqual([]);
  expect(await lane.rows()).toMatchObject([{ hold_rule: 'quiet_hours' }]);
  await save(FREE);
  expect(await lane.rows()).toMatchObject([{ hold_rule: null }]);
  expect((await ask()).messages).toMatchObject([{ _id: id }]);
});

test('one message goes out in quiet hours by a person’s word, and only at the moment that it was meant for', async () => {
  const { lane, save, call } = await laneOfAPerson();
  const generation = await lane.lease();
  const [id, other] = [await lane.add(), await lane.add()];
  await server.database.pool.query(
    'update messages set workspace_id = (select workspace_id from engines where id = $1) where engine_id = $1',
    [lane.engineId],
  );
  await save({ ...FREE, quietFrom: timeOfDay(-1), quietTo: timeOfDay(1) });
  expect((await lane.claim(generation, 10)).messages).toEqual([]);
  const { version } = (await call<{ version: number }>('GET', `/api/messages/${id}`)).body;
  expect(await call('POST', `/api/messages/${id}/send-anyway`, { version })).toMatchObject({ status: 200 });
  expect(await call('POST', `/api/messages/${id}/send-anyway`, { version })).toMatchObject({ status: 409 });
  expect((await call('GET', `/api/messages/${id}`)).body).toMatchObject({ holds: [] });
  expect((await lane.claim(generation, 10)).messages).toMatchObject([{ _id: id }]);
  expect(await call('POST', `/api/messages/${other}/send-anyway`, { version })).toMatchObject({ status: 200 });
  const moved = { version: version + 1, dueDate: new Date(Date.now() - 1_000).toISOString(), zone: 'UTC' };
  expect(await call('PATCH', `/api/messages/${other}`, moved)).toMatchObject({ status: 200 });
  expect((await lane.claim(generation, 10)).messages).toEqual([]);
});

test('half a pair of quiet hours, a wrong number and a stranger are refused, and change nothing', async () => {
  const { lane, save } = await laneOfAPerson();
  const faultsOf = async (pacing: unknown) => {
    const { status, body } = await save(pacing);
    return [status, body.data?.faults?.map((one) => one.field)];
  };
  expect(await faultsOf({ ...FREE, quietFrom: '22:00' })).toEqual([422, ['quietTo']]);
  expect(await faultsOf({ ...FREE, quietFrom: '25:00', quietTo: '08:00' })).toEqual([422, ['quietFrom']]);
  expect(await faultsOf({ ...FREE, knownPerMinute: 0, burst: 0 })).toEqual([422, ['knownPerMinute', 'burst']]);
  const stranger = await server.signUp();
  expect((await save({ ...FREE, dailyCap: 1 }, stranger.token)).status).toBe(404);
  const { rows } = await server.database.pool.query('select daily_cap, burst from engine_lanes where engine_id = $1', [
    lane.engineId,
  ]);
  expect(rows).toEqual([{ daily_cap: null, burst: 20 }]);
});
