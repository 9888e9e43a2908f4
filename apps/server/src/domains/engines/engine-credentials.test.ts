import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { EngineCredentials } from './engine-credentials.ts';

let database: Database;
let drop: () => Promise<void>;
let lane: LaneFixture;
let credentials: EngineCredentials;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  credentials = new EngineCredentials(database.pool, 'a secret of at least thirty-two characters');
});
afterAll(() => drop());
beforeEach(async () => {
  lane = await createLaneFixture(database);
});

test('stored values can be read back and are encrypted in the database', async () => {
  const generation = await lane.lease();
  const values = { creds: '{"noiseKey":"very private"}', 'session 1': 'ratchet' };
  await credentials.write(lane.identity, generation, { clear: false, values });
  expect(await credentials.read(lane.identity, generation, ['creds', 'session 1', 'absent'])).toEqual(values);
  const { rows } = await database.pool.query('select value from engine_credentials where engine_id = $1', [
    lane.engineId,
  ]);
  expect(Buffer.concat(rows.map((row) => row.value)).toString('latin1')).not.toMatch(/private|ratchet/);
});

test('null removes a name; clear removes all but the given ones', async () => {
  const generation = await lane.lease();
  const read = () => credentials.read(lane.identity, generation, ['a', 'b', 'c']);
  await credentials.write(lane.identity, generation, { clear: false, values: { a: '1', b: '2' } });
  await credentials.write(lane.identity, generation, { clear: false, values: { a: null, b: '3' } });
  expect(await read()).toEqual({ b: '3' });
  await credentials.write(lane.identity, generation, { clear: true, values: { c: '4' } });
  expect(await read()).toEqual({ c: '4' });
});

test('a stale generation can neither read nor write', async () => {
  const stale = await lane.lease('pod-a');
  await credentials.write(lane.identity, stale, { clear: false, values: { creds: 'old' } });
  const current = await lane.lease('pod-a');
  await expect(credentials.read(lane.identity, stale, ['creds'])).rejects.toMatchObject({ code: 'LEASE_LOST' });
  const late = credentials.write(lane.identity, stale, { clear: true, values: { creds: 'late' } });
  await expect(late).rejects.toMatchObject({ code: 'LEASE_LOST' });
  expect(await credentials.read(lane.identity, current, ['creds'])).toEqual({ creds: 'old' });
});

test('another engine sees nothing; a value under another name or secret cannot be decrypted', async () => {
  const generation = await lane.lease();
  await credentials.write(lane.identity, generation, { clear: false, values: { creds: 'mine' } });
  const other = await createLaneFixture(database);
  expect(await credentials.read(other.identity, await other.lease(), ['creds'])).toEqual({});
  const elsewhere = new EngineCredentials(database.pool, 'another secret of thirty-two characters');
  expect(await elsewhere.read(lane.identity, generation, ['creds'])).toEqual({});
  await database.pool.query(`update engine_credentials set name = 'moved' where engine_id = $1`, [lane.engineId]);
  expect(await credentials.read(lane.identity, generation, ['moved'])).toEqual({});
});
