import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** One page of the rows of a table, in this order, and how many match. `where` undefined: all do. */
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
