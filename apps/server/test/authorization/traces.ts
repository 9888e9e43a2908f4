import type { Database } from '../../src/platform/database/database.ts';

/** A checksum of every table, and one of those of its rows that name something of ours. */
export type Checksums = Map<string, { all: string; ours: string }>;

/** The database as it was, to compare with and to go back to. */
export interface Saved {
  read(): Promise<Checksums>;
  /** Tables that are not as they were saved, or as `before`; `ours`: by their rows of ours. */
  changedSince(before?: Checksums): Promise<{ all: string[]; ours: string[] }>;
  /** As `changedSince`, by looking at every table, whether it was written to or not. */
  changedAtAll(): Promise<string[]>;
  /**
   * Makes every table what it was when it was saved.
   * @param changed those that are known to be another; left out: whichever are
   */
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
  const checksumsOf = async (names: readonly string[]): Promise<Checksums> => {
    if (names.length === 0) return new Map();
    const each = names.map(
      (name) =>
        `select '${name}' as name, md5(coalesce(string_agg(r, '' order by r), '')) as all, md5(coalesce(${rowsOfOurs}, '')) as ours
         from (select t::text as r from public.${name} t) rows`,
    );
    const { rows } = await pool.query<{ name: string; all: string; ours: string }>(each.join(' union all '));
    return new Map(rows.map(({ name, ...sums }) => [name, sums]));
  };
  const copies = tables.map(({ name }) => `create table saved.${name} as table public.${name}`);
  // Looking at all tables after every request took most of the whole: so each notes that it was written to. What
  // restores them is no such writing.
  const notes = tables.map(
    ({ name }) =>
      `create trigger note_writing after insert or update or delete or truncate on public.${name} execute function saved.note_writing()`,
  );
  await pool.query(`
    create schema saved;
    create table saved.written (id bigint generated always as identity, name text not null);
    create function saved.note_writing() returns trigger language plpgsql as
      'begin insert into saved.written (name) values (tg_table_name); return null; end';
    ${[...copies, ...notes].join(';')}`);

  const saved = await checksumsOf(tables.map(({ name }) => name));
  /** Notes of writings that are in a table again as they were before. */
  let seen: string[] = [];
  const read = async (): Promise<Checksums> => {
    const { rows } = await pool.query<{ id: string; name: string }>('select id, name from saved.written');
    seen = rows.map(({ id }) => id);
    return new Map([...saved, ...(await checksumsOf([...new Set(rows.map(({ name }) => name))]))]);
  };
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
    async changedAtAll() {
      const now = [...(await checksumsOf(tables.map(({ name }) => name)))];
      return now.filter(([name, { all }]) => all !== saved.get(name)?.all).map(([name]) => name);
    },
    async restore(known) {
      const changed = known ?? (await changedSince()).all;
      const again = tables
        .filter(({ name }) => changed.includes(name))
        .map(
          ({ name, columns }) =>
            `delete from public.${name}; insert into public.${name} (${columns}) overriding system value select ${columns} from saved.${name};`,
        );
      const notes = seen.length > 0 ? `delete from saved.written where id in (${seen.join()});` : '';
      // Without triggers, so that no foreign key follows.
      await pool.query(`begin; set local session_replication_role = replica; ${again.join('')} ${notes} commit`);
    },
  };
}
