import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { checkOutages } from './watch-outages.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

const run = (statement: string, ...values: unknown[]) => database.pool.query(statement, values);
const notificationsAbout = async (engineId: string) =>
  (
    await run(
      'select kind, user_id, settled_at is null as open from notifications where subject = $1 order by id',
      engineId,
    )
  ).rows;
const setEngine = (engineId: string, set: string) => run(`update engines set ${set} where id = $1`, engineId);
const ageOutage = (engineId: string, interval: string) =>
  run('update engine_outages set since = now() - $2::interval where engine_id = $1', engineId, interval);

async function linkedEngine() {
  const lane = await createLaneFixture(database);
  await lane.lease();
  await setEngine(lane.engineId, `desired = 'running', status = 'connected', phone_number = '+447700900001'`);
  return lane;
}

test('an engine that is off for five minutes is notified once and settled when it is back; the next outage is notified again', async () => {
  const { engineId, setLane, workspaceId } = await linkedEngine();
  await checkOutages(database.db);
  await setLane({ expires_at: 'now()' });
  await checkOutages(database.db);
  await ageOutage(engineId, '4 minutes');
  await checkOutages(database.db);
  expect(await notificationsAbout(engineId)).toEqual([]);

  await ageOutage(engineId, '6 minutes');
  expect(await checkOutages(database.db)).toMatchObject([{ name: 'notifications.changed', workspaceId }]);
  expect(await checkOutages(database.db)).toEqual([]);
  expect(await notificationsAbout(engineId)).toEqual([{ kind: 'engine-off', user_id: null, open: true }]);

  await setLane({ expires_at: `now() + interval '1 hour'` });
  expect(await checkOutages(database.db)).toMatchObject([{ workspaceId }]);
  expect(await notificationsAbout(engineId)).toMatchObject([{ open: false }]);

  await setEngine(engineId, `status = 'disconnected'`);
  await checkOutages(database.db);
  await ageOutage(engineId, '6 minutes');
  await checkOutages(database.db);
  expect(await notificationsAbout(engineId)).toMatchObject([{ open: false }, { open: true }]);
});

test.each([
  ['that was never linked', `phone_number = null`],
  ['that was stopped', `desired = 'absent'`],
])('nobody is notified about an engine %s', async (_which, set) => {
  const { engineId, setLane } = await linkedEngine();
  await setLane({ expires_at: 'now()' });
  await setEngine(engineId, set);
  await checkOutages(database.db);
  expect((await run('select from engine_outages where engine_id = $1', engineId)).rows).toEqual([]);
});

test('deleting an engine settles its notification', async () => {
  const { engineId, setLane } = await linkedEngine();
  await setLane({ expires_at: 'now()' });
  await checkOutages(database.db);
  await ageOutage(engineId, '6 minutes');
  await checkOutages(database.db);
  await run('delete from engines where id = $1', engineId);
  await checkOutages(database.db);
  expect(await notificationsAbout(engineId)).toMatchObject([{ open: false }]);
});
