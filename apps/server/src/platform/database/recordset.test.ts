import { sql } from 'drizzle-orm';
import { integer, PgDialect, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { recordset } from './recordset.ts';

const things = pgTable('things', {
  id: uuid().primaryKey(),
  dueAt: timestamp({ withTimezone: true }),
  parts: text().array(),
  size: integer(),
});
const written = (rows: readonly object[]) =>
  new PgDialect({ casing: 'snake_case' }).sqlToQuery(sql`from ${recordset(things, rows)}`);

test('gives rows the types of their columns, and text to other fields', () => {
  const at = new Date('2030-01-02T03:04:05Z');
  expect(written([{ id: '1', dueAt: at, parts: ['a'], plain: 'x' }])).toMatchObject({
    sql: 'from json_to_recordset($1::json) as given ("id" uuid, "due_at" timestamp with time zone, "parts" text[], "plain" text)',
    params: ['[{"id":"1","due_at":"2030-01-02T03:04:05.000Z","parts":["a"],"plain":"x"}]'],
  });
});

test('turns no rows into an empty relation of all columns', () => {
  expect(written([])).toMatchObject({
    sql: 'from json_to_recordset($1::json) as given ("id" uuid, "due_at" timestamp with time zone, "parts" text[], "size" integer)',
    params: ['[]'],
  });
});
