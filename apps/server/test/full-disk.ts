// A process in its own mount namespace, where it may create a disk that is too small: `unshare --user --map-root-user
// --mount node full-disk.ts [MB]`. The embedded PostgreSQL on that disk runs out of space while writing, and then has
// space again. Prints what happened as one line of JSON.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { isDatabaseUnavailable } from '../src/platform/database/is-database-unavailable.ts';

const ROW_BYTES = 50_000;
const MAX_ROWS = 5_000;
const PATIENCE_MS = 120_000;

const disk = mkdtempSync(join(tmpdir(), 'switchyard-disk-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]);
const filler = join(disk, 'filler');
const reserve = join(disk, 'reserve');
/**
 * Megabytes left for tables. With none, writing tables fails; with a few, PostgreSQL's log does, which stops the
 * server.
 */
const leaveMegabytes = Number(process.argv[2] ?? 0);

/** Fills the disk except for this much. */
function fill(leave: number): void {
  writeFileSync(reserve, Buffer.alloc(leave));
  const file = openSync(filler, 'w');
  const block = Buffer.alloc(65_536);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
    rmSync(reserve);
  }
}

const server = await startEmbeddedPostgres({ directory: join(disk, 'postgres'), settings: { shared_buffers: '16MB' } });
const database = openDatabase(server.url(), 2, () => undefined);
const content = 'x'.repeat(ROW_BYTES);
const insert = (id: number) => database.pool.query('insert into kept values ($1, $2)', [id, content]);
try {
  await database.pool.query('create table kept (id int primary key, content text)');
  await database.pool.query('alter table kept alter column content set storage external');
  for (let id = 0; id < 10; id += 1) await insert(id);
  fill(leaveMegabytes * 2 ** 20);

  let confirmed = 10;
  let refusal: unknown = null;
  while (refusal === null && confirmed < MAX_ROWS) {
    await insert(confirmed).then(
      () => {
        confirmed += 1;
      },
      (error: unknown) => {
        refusal = error;
      },
    );
  }
  rmSync(filler);

  const began = performance.now();
  let isWorking = false;
  while (!isWorking && performance.now() - began < PATIENCE_MS) {
    isWorking = await insert(1_000_000).then(
      () => true,
      (error: { code?: string }) => error.code === '23505',
    );
    if (!isWorking) await delay(50);
  }
  const { rows } = await database.pool.query('select count(*)::int as kept from kept where id < $1', [confirmed]);
  process.stdout.write(
    `${JSON.stringify({ confirmed, kept: rows[0].kept, toldAsAway: isDatabaseUnavailable(refusal), refusal: String(refusal), works: isWorking })}\n`,
  );
} finally {
  await database.close();
  await server.stop();
  execFileSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
}
process.exit(0);
