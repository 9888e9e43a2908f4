import type { Database } from '../../src/platform/database/database.ts';

/** A checksum of every table, and one of its rows that refer to our workspace. */
export type Checksums = Map<string, { all: string; ours: string }>;

/** A saved database state, for comparison and restore. */
export interface SavedState {
  read(): Promise<Checksums>;
  /** Tables that differ from the saved state or from `before`; `ours`: by their rows of our workspace. */
  changedSince(before?: Checksums): Promise<{ all: string[]; ours: string[] }>;
  /** Like `changedSince`, but compares every table, whether or not a write was recorded. */
  changedAtAll(): Promise<string[]>;
  /**
   * Restores every table to the saved state.
   * @param changed the tables known to differ; by default they are determined
   */
  restore(changed?: readonly string[]): Promise<void>;
}

/** Saves all tables. @param marks values that identify a row of our workspace */
export async function saveTables({ pool }: Database, marks: string[]): Promise<SavedState> {
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
  // Comparing all tables after every request took most of the time, so each table records writes to it. Restoring does
  // not count.
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
  /** Recorded writes to tables that have the saved content again. */
  let seen: string[] = [];
  const read = async (): Promise<Checksums> => {
    const { rows } = await pool.query<{ id: string; name: string }>('select id, name from saved.written');
    seen = rows.map(({ id }) => id);
    return new Map([...saved, ...(await checksumsOf([...new Set(rows.map(({ name }) => name))]))]);
  };
  const changedSince: SavedState['changedSince'] = async (before = saved) => {
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
      // Without triggers, so that no foreign key action follows.
      await pool.query(`begin; set local session_replication_role = replica; ${again.join('')} ${notes} commit`);
    },
  };
}
