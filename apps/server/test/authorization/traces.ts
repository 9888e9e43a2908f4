import type { Database } from '../../src/platform/database/database.ts';

/** A checksum of every table, and one of those of its rows that name something of ours. */
export type Checksums = Map<string, { all: string; ours: string }>;

/** The database as it was, to compare with and to go back to. */
export interface Saved {
  read(): Promise<Checksums>;
  /** Tables that are not as they were saved, or as `before`; `ours`: by their rows of ours. */
  changedSince(before?: Checksums): Promise<{ all: string[]; ours: string[] }>;
  /** Makes every table what it was when it was saved. @param changed those that are known to be another; left out: whichever are */
  restore(changed?: readonly string[]): Promise<void>;
}

/** Saves all tables. @param marks what a row of ours contains at least one of */
export async function saveTables({ pool }: Database, marks: string[]): Promise<Saved> {
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name <> 'lane_heartbeat' -- written by the clock, whoever calls
     group by table_name`,
  );
  const rowsOfOurs = `string_agg(r, '' order by r) filter (where r like any (array[${marks.map((mark) => `'%${mark}%'`).join()}]))`;
  const checksums = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(r, '' order by r), '')) as all, md5(coalesce(${rowsOfOurs}, '')) as ours
         from (select t::text as r from public.${name} t) rows`,
    )
    .join(' union all ');
  const copies = tables.map(({ name }) => `create table saved.${name} as table public.${name}`);
  await pool.query(`create schema saved; ${copies.join(';')}`);

  const read = async (): Promise<Checksums> => {
    const { rows } = await pool.query<{ name: string; all: string; ours: string }>(checksums);
    return new Map(rows.map(({ name, ...sums }) => [name, sums]));
  };
  const saved = await read();
  const changedSince: Saved['changedSince'] = async (before = saved) => {
    const now = [...(await read())];
    return {
      all: now.filter(([name, { all }]) => all !== before.get(name)?.all).map(([name]) => name),
      ours: now.filter(([name, { ours }]) => ours !== before.get(name)?.ours).map(([name]) => name),
    };
  };
  return {
    read,
    changedSince,
    async restore(known) {
      const changed = known ?? (await changedSince()).all;
      if (changed.length === 0) return;
      const again = tables
        .filter(({ name }) => changed.includes(name))
        .map(
          ({ name, columns }) =>
            `delete from public.${name}; insert into public.${name} (${columns}) overriding system value select ${columns} from saved.${name}`,
        );
      // Without triggers, so that no foreign key follows.
      await pool.query(`begin; set local session_replication_role = replica; ${again.join('; ')}; commit`);
    },
  };
}
