import type pg from 'pg';

export interface Table {
  name: string;
  /** Stored columns, without generated ones. */
  columns: string[];
}

/** Our tables. Queued jobs are excluded: they may have been done since. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`);
  return rows;
}
