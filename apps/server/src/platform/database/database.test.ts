import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from './database.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase(2));
});
afterAll(() => drop());

// An event without a listener ends the process; here it fails the test run.
test('loses only the transaction of a connection that dies in the middle of it', async () => {
  const held = await database.pool.connect();
  const ended = new Promise((resolve) => held.once('end', resolve));
  const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid');
  await held.query('begin');
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  await expect(held.query('select 1')).rejects.toThrow();
  held.release(true);

  const transaction = database.db.transaction(async (tx) => {
    await tx.execute('select pg_sleep(0)');
    const { rows: backends } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1)', [backends[0]?.pid]);
    await tx.execute('select 1');
  });
  await expect(transaction).rejects.toThrow();
  await expect(database.pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
});
