import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** The database's name of a column. */
export const columnName = (column: string): string => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Rows as a relation in a statement, passed as one parameter. A field has the type of the table's column of the same
 * name, or text if there is none. All rows must have the fields of the first.
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
