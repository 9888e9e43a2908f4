import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

interface Column extends Record<string, unknown> {
  table_name: string;
  column_name: string;
  data_type: string;
  is_key: boolean;
}

/**
 * Columns of our tables that may hold an id. Read from the catalogue, so that new tables are included. `is_key`: a
 * foreign key maintains the column.
 */
const COLUMNS = sql`
  select columns.table_name, columns.column_name, columns.data_type, exists (
    select from pg_constraint
    where contype = 'f' and conrelid = format('public.%I', columns.table_name)::regclass
      and conkey @> array[(select attnum from pg_attribute where attrelid = conrelid and attname = columns.column_name)]
  ) as is_key
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    and columns.data_type in ('uuid', 'text', 'jsonb')
  order by columns.table_name, columns.ordinal_position`;

/**
 * Removes an id from every table, after the row it names was deleted. In tables of `kept` it is replaced by
 * `pseudonym`, as it is within texts and JSON; other rows with the id in a column of their own are deleted.
 */
export async function purgeId(
  tx: Db,
  { id, pseudonym, kept }: { id: string; pseudonym: string; kept: readonly string[] },
): Promise<void> {
  const { rows } = await tx.execute<Column>(COLUMNS);
  for (const { table_name, column_name, data_type, is_key } of rows) {
    // The foreign key has already removed or replaced the id.
    if (is_key) continue;
    const table = sql.identifier(table_name);
    const column = sql.identifier(column_name);
    if (data_type === 'uuid') {
      await tx.execute(
        kept.includes(table_name)
          ? sql`update ${table} set ${column} = ${pseudonym} where ${column} = ${id}`
          : sql`delete from ${table} where ${column} = ${id}`,
      );
    } else {
      const isJson = data_type === 'jsonb';
      const replaced = isJson
        ? sql`replace(${column}::text, ${id}, ${pseudonym})::jsonb`
        : sql`replace(${column}, ${id}, ${pseudonym})`;
      await tx.execute(sql`update ${table} set ${column} = ${replaced} where ${column}::text like ${`%${id}%`}`);
    }
  }
}
