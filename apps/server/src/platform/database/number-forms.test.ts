import { formsOf } from '@switchyard/contracts/number-forms';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { formsIn } from './number-forms.ts';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  made = await createTestDatabase(1);
});
afterAll(() => made.drop());

test.each([
  ...['+5511987654321', '+551187654321', '+5215512345678', '+525512345678', '+5491123456789', '+541123456789'],
  ...['+447700900123', '+551133334444', '120363000000000001@g.us', ''],
])('knows the same forms of %s in the database as in the program', async (number) => {
  const { rows } = await made.database.db.execute<{ forms: (string | null)[] }>(
    sql`select ${formsIn(sql`number`)} as forms from (select ${number}::text as number) given`,
  );
  expect(rows[0]?.forms.filter((form) => form !== null)).toEqual(formsOf(number));
});
