import { type SQL, sql } from 'drizzle-orm';

/** Converts a statement with `$1`, `$2` … for the query builder, so that it can run in its transactions. */
export const bindValues = (statement: string, values: readonly unknown[]): SQL =>
  sql.join(
    statement.split(/\$(\d+)/).map((part, at) => (at % 2 === 1 ? sql`${values[Number(part) - 1]}` : sql.raw(part))),
  );
