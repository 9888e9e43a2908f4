import { type Database, openDatabase } from '../src/platform/database/database.ts';

/**
 * `now()` is what the session was told last, and chance is gone: the same history always runs alike. Time is compared
 * and stored by PostgreSQL as ever. The catalog comes last in the path, so that these are found first.
 */
const VIRTUAL = `
  create schema virtual;
  create function virtual.now() returns timestamptz language sql stable as $$ select current_setting('virtual.now')::timestamptz $$;
  create function virtual.random() returns float8 language sql stable as $$ select 0.5::float8 $$;`;

/** A database whose clock somebody sets. */
export interface VirtualClock {
  database: Database;
  /** What is asked after this is asked at that moment. */
  setNow(nowMs: number): void;
}

/**
 * Opens a database once more, by one connection: what is asked first is done first, and the session remembers the time.
 */
export async function openWithClock(plain: Database): Promise<VirtualClock> {
  await plain.pool.query(VIRTUAL);
  const url = new URL(plain.url);
  url.searchParams.set('options', '-c search_path=virtual,public,pg_catalog');
  const database = openDatabase(url.href, 1, () => undefined);
  let told = 0;
  return {
    database,
    setNow(nowMs) {
      if (nowMs === told) return;
      told = nowMs;
      void database.pool.query({
        name: 'set_now',
        text: `select set_config('virtual.now', $1, false)`,
        values: [new Date(nowMs).toISOString()],
      });
    },
  };
}
