// Duration of a backup and a restore of a workspace with 100,000 messages (MESSAGES) and some files on a real
// PostgreSQL, and whether all tables are restored with equal counts and digests. Exits with 1 if one differs, or if
// either takes longer than a minute with at most 100,000 messages.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domains } from '../apps/server/src/app.ts';
import { restoreBackup } from '../apps/server/src/platform/backup/restore-backup.ts';
import { listTables } from '../apps/server/src/platform/backup/tables.ts';
import { writeBackup } from '../apps/server/src/platform/backup/write-backup.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { fingerprintOf } from '../apps/server/src/platform/installation.ts';
import { SECRET, startDatabaseServer } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';
import { seedMessages } from './messages/seed.ts';
import { countProcessorTime } from './processor.ts';

const MESSAGES = Number(process.env.MESSAGES ?? 100_000);
const WANTED_SECONDS = 60;
const WANTED_MESSAGES = 100_000;
const FILE_MEGABYTES = 20;
/** Tables changed by the backup itself, which records its time after reading them. */
const CHANGED_BY_BACKUP = ['installations'];

const directory = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
const server = await startDatabaseServer();
try {
  const source = await server.createDatabase('source', 2);
  await source.pool.query('insert into installations (id, secret_fingerprint) values ($1, $2)', [
    'bench',
    fingerprintOf(SECRET),
  ]);
  await addFile(source, await seedMessages(source, MESSAGES));
  const before = await digests(source);
  const file = join(directory, 'backup');
  const options = { file, passphrase: 'a passphrase of the benchmark', onProgress: () => undefined };
  const backup = await timed(source, () =>
    writeBackup({ ...options, databaseUrl: source.url, dataDir: join(directory, 'old') }),
  );
  await source.close();

  const empty = await server.createDatabase('target', 1);
  const { url } = empty;
  await empty.close();
  const watched = await server.createDatabase('watched', 1);
  const restored = await timed(watched, async () => {
    const target = openDatabase(url, 2, () => undefined);
    await restoreBackup({
      ...{ ...options, domains, dataDir: join(directory, 'new'), secrets: [SECRET] },
      openDatabase: async () => target,
    });
    await target.close();
  });
  await watched.close();
  const target = openDatabase(url, 1, () => undefined);
  const after = await digests(target);
  await target.close();
  const different = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
  const isLate = MESSAGES <= WANTED_MESSAGES && Math.max(backup.seconds, restored.seconds) > WANTED_SECONDS;
  reportMeasurements('backup', {
    messages: MESSAGES,
    tables: Object.keys(before).length,
    tablesThatDiffer: different.length,
    megabytes: Math.round(statSync(file).size / 1_048_576),
    backupSeconds: backup.seconds,
    restoreSeconds: restored.seconds,
    backupServerMsPerMessage: backup.cost.serverMs,
    backupDatabaseMsPerMessage: backup.cost.databaseMs,
    restoreServerMsPerMessage: restored.cost.serverMs,
    restoreDatabaseMsPerMessage: restored.cost.databaseMs,
  });
  if (different.length > 0) console.error(`not equal: ${different.join(', ')}`);
  if (different.length > 0 || isLate) process.exitCode = 1;
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function timed(database: Database, work: () => Promise<unknown>) {
  const costOf = await countProcessorTime(database);
  const began = performance.now();
  await work();
  const seconds = Math.round((performance.now() - began) / 10) / 100;
  return { seconds, cost: costOf(MESSAGES) };
}

async function addFile({ pool }: Database, workspaceId: string): Promise<void> {
  await pool.query(
    `with content as (
       insert into file_contents (id, workspace_id, sha256, bytes) values (uuidv7(), $1, '\\x00', $2::int * 1048576) returning id
     ), chunk as (
       insert into file_chunks (content_id, number, chunk)
       select id, number, decode(repeat(md5(number::text), 32768), 'hex') || decode(repeat(md5('other' || number), 32768), 'hex')
       from content, generate_series(0, $2::int - 1) number
     )
     insert into files (id, workspace_id, content_id, name, mime_type, media)
     select uuidv7(), $1, id, 'film.mp4', 'video/mp4', 'video' from content`,
    [workspaceId, FILE_MEGABYTES],
  );
}

/** Returns row counts and digests of all tables; for messages, only of those that a restore does not put on hold. */
async function digests({ pool }: Database): Promise<Record<string, string>> {
  const client = await pool.connect();
  try {
    const found: Record<string, string> = {};
    for (const { name } of await listTables(client)) {
      if (CHANGED_BY_BACKUP.includes(name)) continue;
      const which = name === 'messages' ? `where status not in ('pending', 'sending', 'unknown')` : '';
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${client.escapeIdentifier(name)} t ${which}`,
      );
      found[name] = rows[0]?.digest ?? '';
    }
    return found;
  } finally {
    client.release();
  }
}
