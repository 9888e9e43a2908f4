import { type Database, openDatabase } from '../src/platform/database/database.ts';

/**
 * `now()` returns the time set for the session, and randomness is removed: the same history always runs the same.
 * PostgreSQL still compares and stores times. The catalog comes last in the search path, so that these functions win.
 */
const VIRTUAL = `
  create schema virtual;
  create function virtual.now() returns timestamptz language sql stable as $$ select current_setting('virtual.now')::timestamptz $$;
  create function virtual.random() returns float8 language sql stable as $$ select 0.5::float8 $$;`;

/** A database whose clock can be set. */
export interface VirtualClock {
  database: Database;
  /** Queries sent after this run at that time. */
  setNow(nowMs: number): void;
}

/** Opens a database again with a single connection: queries run in order, and the session keeps the time. */
export async function openWithClock(plain: Database): Promise<VirtualClock> {
  await plain.pool.query(VIRTUAL);
  const url = new URL(plain.url);
  url.searchParams.set('options', '-c search_path=virtual,public,pg_catalog');
  const database = openDatabase(url.href, 1, () => undefined);
  let lastSetMs = 0;
  return {
    database,
    setNow(nowMs) {
      if (nowMs === lastSetMs) return;
      lastSetMs = nowMs;
      void database.pool.query({
        name: 'set_now',
        text: `select set_config('virtual.now', $1, false)`,
        values: [new Date(nowMs).toISOString()],
      });
    },
  };
}
