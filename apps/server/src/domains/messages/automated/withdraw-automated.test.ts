import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { withdrawAutomated } from './withdraw-automated.ts';

let database: Database;
let drop: () => Promise<void>;
let [lane, other] = [] as unknown as [LaneFixture, LaneFixture];
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  [lane, other] = [await createLaneFixture(database), await createLaneFixture(database)];
});
afterAll(() => drop());

const statusOf = async (id: string) =>
  (await database.pool.query('select status, version, in_doubt from messages where id = $1', [id])).rows[0];

test('cancels pending messages once', async () => {
  const id = await lane.add();
  const withdraw = () => withdrawAutomated(database.db, lane.workspaceId, [id]);
  expect(await withdraw()).toMatchObject({ count: 1, events: [{ workspaceId: lane.workspaceId }] });
  expect(await statusOf(id)).toMatchObject({ status: 'cancelled', version: 2 });
  expect(await withdraw()).toEqual({ count: 0, events: [] });
  expect(await statusOf(id)).toMatchObject({ version: 2 });
});

test.each<[string, () => LaneFixture, string]>([
  ['that WhatsApp may have', () => lane, 'in_doubt = true'],
  ['that is on its way', () => lane, `status = 'sending'`],
  ['that has gone out', () => lane, `status = 'sent'`],
  ['of another workspace', () => other, `status = 'pending'`],
])('a message %s is left as it is', async (_what, where, changed) => {
  const id = await where().add();
  await database.pool.query(`update messages set ${changed} where id = $1`, [id]);
  const before = await statusOf(id);
  expect(await withdrawAutomated(database.db, lane.workspaceId, [id])).toEqual({ count: 0, events: [] });
  expect(await statusOf(id)).toEqual(before);
});
