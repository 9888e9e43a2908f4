import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isImportRunning } from './fill-message-texts.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

test.each([
  ['many of an import that stores its rows', 1_001, '0 s', true],
  ['many of an import that has ended', 1_001, '-1 min', false],
  ['as many as one transaction writes', 1_000, '0 s', false],
])('texts give way to %s: %d due, made %s ago', async (_of, count, ago, givesWay) => {
  const { workspaceId } = await createLaneFixture(database);
  await database.pool.query('delete from message_texts_due');
  await database.pool.query(
    'insert into message_texts_due (message_id, workspace_id) select uuidv7($3::interval), $1 from generate_series(1, $2::int)',
    [workspaceId, count, ago],
  );
  expect(await isImportRunning(database.pool)).toBe(givesWay);
});
