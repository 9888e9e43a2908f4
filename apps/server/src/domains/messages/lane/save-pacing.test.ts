import type { LanePacing } from '@switchyard/contracts/messages/lane';
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
  quietOff: false,
};

/** `HH:mm` this many hours from now, in UTC. */
const timeOfDay = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
/** Quiet hours that include now for the fixture's British numbers, in winter and in summer. */
const AROUND_NOW = { quietFrom: timeOfDay(-2), quietTo: timeOfDay(3) };

/** A member of the lane's workspace. */
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

test('a saved pacing applies to the next claim, and is shown', async () => {
  const { lane, save } = await laneOfAPerson();
  const apart = { repliesPerMinute: 30, gapFromSeconds: 2.5, gapToSeconds: 8 };
  const pacing = { ...FREE, knownPerMinute: 6, newPerMinute: 0.5, burst: 3, dailyCap: 100, ...apart };
  expect(await save(pacing)).toMatchObject({ status: 200, body: pacing });
  const { rows } = await server.database.pool.query(
    'select known_per_minute, new_per_minute, burst, daily_cap, replies_per_minute, gap_from_seconds, gap_to_seconds from engine_lanes where engine_id = $1',
    [lane.engineId],
  );
  expect(rows).toEqual([
    {
      ...{ known_per_minute: 6, new_per_minute: 0.5, burst: 3, daily_cap: 100 },
      ...{ replies_per_minute: 30, gap_from_seconds: 2.5, gap_to_seconds: 8 },
    },
  ]);
  // Omitted fields stay.
  await save({ ...FREE, knownPerMinute: 6 });
  const { rows: after } = await server.database.pool.query(
    'select gap_to_seconds from engine_lanes where engine_id = $1',
    [lane.engineId],
  );
  expect(after).toEqual([{ gap_to_seconds: 8 }]);
});

test('shortening a gap cuts the current one; saving never lengthens it', async () => {
  const { lane, save } = await laneOfAPerson();
  const left = async () => {
    const { rows } = await server.database.pool.query<{ seconds: number }>(
      'select extract(epoch from next_send_at - now())::float8 as seconds from engine_lanes where engine_id = $1',
      [lane.engineId],
    );
    return rows[0]?.seconds ?? 0;
  };
  await save({ ...FREE, gapFromSeconds: 500, gapToSeconds: 600 });
  await lane.setLane({ next_send_at: `now() + interval '10 minutes'` });
  await save({ ...FREE, gapFromSeconds: 100, gapToSeconds: 300 });
  expect(await left()).toBeLessThanOrEqual(300);
  await save({ ...FREE, gapFromSeconds: 500, gapToSeconds: 600 });
  expect(await left()).toBeLessThanOrEqual(300);
});

test('lifting quiet hours releases messages that wait for their end', async () => {
  const { lane, save } = await laneOfAPerson();
  const generation = await lane.lease();
  const id = await lane.add();
  await save({ ...FREE, ...AROUND_NOW });
  const ask = () => lane.claim(generation, 10);
  expect((await ask()).messages).toEqual([]);
  expect(await lane.rows()).toMatchObject([{ hold_rule: 'quiet_hours' }]);
  await save(FREE);
  expect(await lane.rows()).toMatchObject([{ hold_rule: null }]);
  expect((await ask()).messages).toMatchObject([{ _id: id }]);
});

test('a person can send one message in quiet hours, only at its due moment', async () => {
  const { lane, save, call } = await laneOfAPerson();
  const generation = await lane.lease();
  const [id, other] = [await lane.add(), await lane.add()];
  await server.database.pool.query(
    'update messages set workspace_id = (select workspace_id from engines where id = $1) where engine_id = $1',
    [lane.engineId],
  );
  await save({ ...FREE, ...AROUND_NOW });
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

test('half a pair of quiet hours, an invalid number and an outsider are refused, and change nothing', async () => {
  const { lane, save } = await laneOfAPerson();
  const faultsOf = async (pacing: unknown) => {
    const { status, body } = await save(pacing);
    return [status, body.data?.faults?.map((fault) => fault.field)];
  };
  expect(await faultsOf({ ...FREE, quietFrom: '22:00' })).toEqual([422, ['quietTo']]);
  expect(await faultsOf({ ...FREE, quietFrom: '25:00', quietTo: '08:00' })).toEqual([422, ['quietFrom']]);
  expect(await faultsOf({ ...FREE, knownPerMinute: 0, burst: 0 })).toEqual([422, ['knownPerMinute', 'burst']]);
  expect(await faultsOf({ ...FREE, gapFromSeconds: 5 })).toEqual([422, ['gapToSeconds']]);
  expect(await faultsOf({ ...FREE, gapFromSeconds: 5, gapToSeconds: 4 })).toEqual([422, ['gapToSeconds']]);
  expect(await faultsOf({ ...FREE, gapFromSeconds: -1, gapToSeconds: 601 })).toEqual([
    422,
    ['gapFromSeconds', 'gapToSeconds'],
  ]);
  const stranger = await server.signUp();
  expect((await save({ ...FREE, dailyCap: 1 }, stranger.token)).status).toBe(404);
  const { rows } = await server.database.pool.query('select daily_cap, burst from engine_lanes where engine_id = $1', [
    lane.engineId,
  ]);
  expect(rows).toEqual([{ daily_cap: null, burst: 20 }]);
});

test('an engine’s own quiet hours override the workspace’s', async () => {
  const { lane, save, call } = await laneOfAPerson();
  const generation = await lane.lease();
  const id = await lane.add();
  const ask = () => lane.claim(generation, 10);
  const quietHours = { from: AROUND_NOW.quietFrom, to: AROUND_NOW.quietTo };
  await server.database.pool.query(
    'update messages set workspace_id = (select workspace_id from engines where id = $1) where engine_id = $1',
    [lane.engineId],
  );
  expect(await call('PUT', '/api/quiet-hours', { quietHours })).toMatchObject({ status: 200, body: { quietHours } });
  expect((await call('GET', '/api/quiet-hours')).body).toEqual({ quietHours });
  expect((await ask()).messages).toEqual([]);
  expect(await lane.rows()).toMatchObject([{ hold_rule: 'quiet_hours' }]);
  const { body } = await call<{ holds: { rule: string; text: string }[] }>('GET', `/api/messages/${id}`);
  expect(body.holds).toMatchObject([
    { rule: 'quiet_hours', text: 'It waits for the end of quiet hours (Europe/London, based on the number).' },
  ]);
  await call('PUT', '/api/quiet-hours', { quietHours: null });
  expect(await lane.rows()).toMatchObject([{ hold_rule: null }]);
  await call('PUT', '/api/quiet-hours', { quietHours });
  expect((await ask()).messages).toEqual([]);
  await save({ ...FREE, quietOff: true });
  expect((await ask()).messages).toMatchObject([{ _id: id }]);
});

test('a contact’s own hours override both, and a change applies to the next claim', async () => {
  const { lane, save, call } = await laneOfAPerson();
  const generation = await lane.lease();
  const own = { from: AROUND_NOW.quietFrom, to: AROUND_NOW.quietTo };
  const contact = { name: 'Dana', mobile: '+447700900077', quietHours: own };
  const { body: dana } = await call<{ _id: string; quietHours: unknown }>('POST', '/api/contacts', contact);
  expect(dana.quietHours).toEqual(own);
  const held = await lane.add({ to: '+447700900077' });
  const free = await lane.add({ to: '+447700900078' });
  await server.database.pool.query(
    'update messages set workspace_id = (select workspace_id from engines where id = $1) where engine_id = $1',
    [lane.engineId],
  );
  // Only one contact's hours make the lane paced.
  expect((await lane.claim(generation, 10)).messages).toMatchObject([{ _id: free }]);
  expect((await call<{ holds: unknown[] }>('GET', `/api/messages/${held}`)).body.holds).toHaveLength(1);
  await save({ ...FREE, ...AROUND_NOW });
  expect((await lane.claim(generation, 10)).messages).toEqual([]);
  expect(await call('PATCH', `/api/contacts/${dana._id}`, { quietHours: 'none' })).toMatchObject({ status: 200 });
  expect((await lane.claim(generation, 10)).messages).toMatchObject([{ _id: held }]);
  const wrong = await call('PATCH', `/api/contacts/${dana._id}`, { quietHours: { from: '08:00', to: '08:00' } });
  expect(wrong.status).toBe(422);
});
