import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { act } from '../../../test/act.ts';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { removeEngineSession } from './remove-engine-session.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase(6));
});
afterAll(() => drop());

/** Another connection in the middle of a transaction, and a removal that waits for it. */
async function startRemovalDuring(begin: (engineId: string) => [text: string, values: unknown[]]) {
  const lane = await createLaneFixture(database);
  const messageId = await lane.add();
  await lane.lease();
  const other = await database.pool.connect();
  await other.query('begin');
  await other.query(...begin(lane.engineId));
  const removal = act(database.db, lane, removeEngineSession, { id: lane.engineId });
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows[0].waiting).toBe(1);
  });
  return { lane, messageId, other, removal };
}

test('removing an engine while it reports completes both', async () => {
  const { lane, messageId, other, removal } = await startRemovalDuring((engineId) => [
    'select from engine_lanes where engine_id = $1 for share',
    [engineId],
  ]);
  const updated = await other.query(`update engines set status = 'qrcode' where id = $1`, [lane.engineId]);
  expect(updated.rowCount).toBe(1);
  await other.query('commit');
  other.release();
  expect(await removal).toEqual({ id: lane.engineId });
  expect(await lane.rows()).toEqual([]);
  const left = await database.pool.query('select engine_id from messages where id = $1', [messageId]);
  expect(left.rows).toEqual([{ engine_id: null }]);
});

test('retries a removal that PostgreSQL aborts', async () => {
  // Like a report that locks its messages first: the removal holds the engine and waits for the message, then the
  // report waits for the engine.
  const { lane, messageId, other, removal } = await startRemovalDuring((engineId) => [
    `update messages set version = version + 1 where engine_id = $1`,
    [engineId],
  ]);
  await other.query(`set local deadlock_timeout = '1min'`);
  await other.query(`insert into engine_recipients (engine_id, recipient) values ($1, '+447700900123')`, [
    lane.engineId,
  ]);
  await other.query('commit');
  other.release();
  expect(await removal).toEqual({ id: lane.engineId });
  const left = await database.pool.query('select engine_id from messages where id = $1', [messageId]);
  expect(left.rows).toEqual([{ engine_id: null }]);
});
