import type pg from 'pg';

/**
 * Contents without a file row for longer than any upload takes: the upload was interrupted, or their last file was
 * removed.
 */
const ORPHANED_HOURS = 24;
const BATCH_SIZE = 100;

/**
 * Marks files that nothing uses, and removes those unused for `days`. Callers reserve a file before they store a
 * reference (`keepFiles`), so `days` is also the time they have to do so.
 * @param keepsFiles conditions under which a file is in use, from every domain whose rows reference files
 * @returns the number of removed files
 */
export async function purgeFiles(pool: pg.Pool, keepsFiles: readonly string[], days: number): Promise<number> {
  const isUsed = `(${keepsFiles.join(' or ')})`;
  await pool.query(`update files f set unused_since = now() where unused_since is null and not ${isUsed}`);
  await pool.query(`update files f set unused_since = null where unused_since is not null and ${isUsed}`);
  const removed = await deleteInBatches(
    pool,
    `delete from files where id in (
       select id from files f where unused_since < now() - $1 * interval '1 day' and not ${isUsed} limit ${BATCH_SIZE})`,
    days,
  );
  await deleteInBatches(
    pool,
    `delete from file_contents where id in (
       select id from file_contents c where created_at < now() - $1 * interval '1 hour'
         and not exists (select from files f where f.content_id = c.id) limit ${BATCH_SIZE})`,
    ORPHANED_HOURS,
  );
  return removed;
}

async function deleteInBatches(pool: pg.Pool, text: string, age: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rowCount } = await pool.query(text, [age]);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH_SIZE) return removed;
  }
}
