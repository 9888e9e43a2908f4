import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { StartError } from '../start-error.ts';
import { type Database, migrateDatabase } from './database.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

test('leaves one schema and no error when two migrations run at once', async () => {
  const applied = async () =>
    (await database.pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')).rows[0].n;
  const before = await applied();
  await Promise.all([migrateDatabase(database), migrateDatabase(database)]);
  expect(await applied()).toBe(before);
});

test('refuses a database of a later version with the reason, and leaves it unchanged', async () => {
  const { database: later, drop: dropLater } = await createTestDatabase();
  const rows = async () => (await later.pool.query('select * from drizzle.__drizzle_migrations order by id')).rows;
  await later.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'of a later version', max(created_at) + 1 from drizzle.__drizzle_migrations`);
  const before = await rows();
  const refused = await migrateDatabase(later).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartError);
  expect((refused as Error).message).toMatch(/^the database was used by a later version of Switchyard/);
  expect(await rows()).toEqual(before);
  await dropLater();
});
