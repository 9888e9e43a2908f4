import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { type Database, migrateDatabase } from './database.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

test('migrating twice at the same time leaves one schema and no error', async () => {
  const applied = async () =>
    (await database.pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')).rows[0].n;
  const before = await applied();
  await Promise.all([migrateDatabase(database), migrateDatabase(database)]);
  expect(await applied()).toBe(before);
});
