import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/**
 * One page of a table's rows in the given order, and the number of matching rows. All rows match if `where` is
 * undefined.
 */
export async function pageOf<Table extends PgTable>(
  db: Db,
  table: Table,
  where: SQL | undefined,
  { limit, skip }: { limit: number; skip: number },
  ...order: (PgColumn | SQL)[]
): Promise<{ rows: Table['$inferSelect'][]; total: number }> {
  const rows = await db
    .select()
    .from(table as PgTable)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(skip);
  return { rows: rows as Table['$inferSelect'][], total: await db.$count(table, where) };
}
