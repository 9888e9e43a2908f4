import type pg from 'pg';

/**
 * Contents without a name for longer than any upload takes: it ended in the middle, or the last file over them was
 * removed.
 */
const UNNAMED_HOURS = 24;
const AT_ONCE = 100;

/**
 * Looks which files nothing carries any more, and removes those that were carried by none for `days`. A message that is
 * about to carry one says so first (`keepFiles`), so the days are also the time that its owner has to use it.
 * @param keepsFiles what keeps a file, of every domain whose rows carry files
 * @returns how many files were removed.
 */
export async function purgeFiles(pool: pg.Pool, keepsFiles: readonly string[], days: number): Promise<number> {
  const isCarried = `(${keepsFiles.join(' or ')})`;
  await pool.query(`update files f set unused_since = now() where unused_since is null and not ${isCarried}`);
  await pool.query(`update files f set unused_since = null where unused_since is not null and ${isCarried}`);
  const forgotten = await inSteps(
    pool,
    `delete from files where id in (
       select id from files f where unused_since < now() - $1 * interval '1 day' and not ${isCarried} limit ${AT_ONCE})`,
    days,
  );
  await inSteps(
    pool,
    `delete from file_contents where id in (
       select id from file_contents c where created_at < now() - $1 * interval '1 hour'
         and not exists (select from files f where f.content_id = c.id) limit ${AT_ONCE})`,
    UNNAMED_HOURS,
  );
  return forgotten;
}

async function inSteps(pool: pg.Pool, text: string, age: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rowCount } = await pool.query(text, [age]);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < AT_ONCE) return removed;
  }
}
