import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createLog } from './log.ts';

const SECRET = 'a-live-sign-in\nparams: of somebody\n    at once';
let own: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  own = await createTestDatabase();
  await own.database.pool.query('create table kept (id int primary key, word text unique, size int not null)');
});
afterAll(() => own.drop());

/** The single line that is logged about the error of `ask`. */
async function toldOf(ask: () => Promise<unknown>): Promise<string> {
  const error = await ask().then(
    () => null,
    (refusal: unknown) => refusal,
  );
  expect(error).toBeInstanceOf(Error);
  let output = '';
  const log = createLog('info', { write: (line) => (output += line) });
  log.child({ requestId: 'r1' }).error({ err: error }, 'unexpected error');
  expect(output).not.toBe('');
  return output;
}

test('logs a failed statement with its text and reason, without its values', async () => {
  const { db } = own.database;
  const output = await toldOf(() => db.execute(sql`insert into kept values (1, ${SECRET}, null)`));
  expect(output).not.toContain('sign-in');
  expect(output).not.toContain('of somebody');
  expect(output).not.toContain('at once');
  const { err, requestId } = JSON.parse(output);
  expect(requestId).toBe('r1');
  expect(err.type).toBe('DrizzleQueryError');
  expect(err.message).toMatch(/^Failed query: insert into kept values.*: null value in column "size"/s);
  expect(err.stack).toContain('log.test.ts');
});

test('does not log the row that PostgreSQL repeats', async () => {
  const { pool } = own.database;
  const output = await toldOf(() => pool.query('insert into kept values (2, $1, null)', [SECRET]));
  expect(output).not.toContain('sign-in');
  expect(JSON.parse(output).err).toMatchObject({ code: '23502', table: 'kept', column: 'size' });

  await pool.query('insert into kept values (3, $1, 0)', [SECRET]);
  const twice = await toldOf(() => pool.query('insert into kept values (4, $1, 0)', [SECRET]));
  expect(twice).not.toContain('sign-in');
  expect(JSON.parse(twice).err).toMatchObject({ code: '23505', constraint: 'kept_word_key' });
});

test('does not log the value that PostgreSQL quotes because it does not fit its type', async () => {
  const { db, pool } = own.database;
  const queries = [
    () => pool.query('select $1::text::uuid', [SECRET]),
    () => pool.query('select $1::text::int', [`${SECRET} "quoted"`]),
    () => pool.query('select $1::text::timestamptz', [SECRET]),
    () => pool.query('select $1::text::json', [`{"name": "of somebody", "a": nothing}`]),
    () => db.execute(sql`select ${SECRET}::text::uuid`),
  ];
  for (const ask of queries) {
    const output = await toldOf(ask);
    expect(output).not.toContain('sign-in');
    expect(output).not.toContain('of somebody');
    expect(output).toMatch(/invalid input syntax for type/);
  }
});

test('does not log values of aggregated errors or causes', async () => {
  const failed = () =>
    own.database.db.execute(sql`insert into kept values (5, ${SECRET}, null)`).then(
      () => null,
      (error: unknown) => error,
    );
  const errors = await Promise.all([failed(), failed()]);
  const output = await toldOf(() => Promise.reject(new AggregateError(errors, 'both failed')));
  expect(output).not.toContain('of somebody');
  const nested = await toldOf(() => Promise.reject(new Error('the job failed', { cause: errors[0] })));
  expect(nested).not.toContain('of somebody');
  expect(JSON.parse(nested).err.message).toMatch(/^the job failed: Failed query/);
});
