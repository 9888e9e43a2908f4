import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A column as the database names it. */
export const columnName = (column: string): string => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Rows as a relation of a statement, in one parameter: a field has the type of the table's column of its name, and is
 * text where there is none. All rows have the fields of the first.
 */
export function recordset(table: PgTable, rows: readonly object[], name = 'given'): SQL {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const types = Object.keys(rows[0] ?? columns).map(
    (field) => `"${columnName(field)}" ${columns[field]?.getSQLType() ?? 'text'}`,
  );
  const records = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [columnName(field), value])),
  );
  return sql`json_to_recordset(${JSON.stringify(records)}::json) as ${sql.raw(`${name} (${types.join(', ')})`)}`;
}
