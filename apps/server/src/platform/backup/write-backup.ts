import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { SESSION_WITHOUT_LIMIT } from '../database/database.ts';
import { StartError } from '../start-error.ts';
import { type Begin, type End, encodeContents, encodeNote, type Manifest, readManifest, readParts } from './records.ts';
import { sealChunks } from './sealed-file.ts';
import { listTables } from './tables.ts';

export interface BackupOptions {
  databaseUrl: string;
  dataDir: string;
  file: string;
  /** Null if the backup is not encrypted. */
  passphrase: string | null;
  onProgress: (text: string) => void;
}

export interface BackupSummary {
  madeAt: Date;
  tables: number;
  rows: number;
  files: number;
  bytes: number;
}

/**
 * Folders of the data folder that belong in a backup: files of engines and of the demo's simulated network. Everything
 * else is in the database.
 */
export const BACKUP_FOLDERS = ['profiles', 'simulator'];
const PROGRESS_MS = 2_000;

/**
 * Writes a consistent snapshot of everything into one file, beside a running server. The file is named `FILE.partial`
 * until it has been written, read back and verified.
 * @throws StartError
 */
export async function writeBackup(options: BackupOptions): Promise<BackupSummary> {
  const { databaseUrl, file, passphrase, onProgress } = options;
  const partial = `${file}.partial`;
  if (existsSync(file)) throw new StartError(`${file} exists already; choose another name, or remove it`);
  if (!existsSync(dirname(file))) throw new StartError(`there is no folder ${dirname(file)}`);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'switchyard backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(SESSION_WITHOUT_LIMIT);
    const written: WrittenParts = { madeAt: new Date(), ends: [], files: 0 };
    await pipeline(
      readEverything(client, options, written),
      createGzip({ level: 1 }),
      (chunks: AsyncIterable<Buffer>) => sealChunks(chunks, passphrase),
      createWriteStream(partial, { mode: 0o600, flush: true }),
    );
    onProgress('verifying');
    await verifyBackup(partial, passphrase, written.ends);
    const { size } = await stat(partial);
    await rename(partial, file);
    await syncFolder(dirname(file));
    await client.query('update installations set backed_up_at = $1', [written.madeAt]);
    const rows = written.ends.reduce((sum, end) => sum + end.rows, 0);
    const { madeAt, ends, files } = written;
    return { madeAt, tables: ends.length - files, rows, files, bytes: size };
  } catch (error) {
    await rm(partial, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new StartError(`the disk of ${file} is full`);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface WrittenParts {
  madeAt: Date;
  ends: End[];
  files: number;
}

async function* readEverything(
  client: pg.Client,
  { dataDir, onProgress }: BackupOptions,
  written: WrittenParts,
): AsyncGenerator<Buffer> {
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  const names = (await listTables(client)).map(({ name }) => client.escapeIdentifier(name));
  if (names.length === 0) throw new StartError('there is nothing in this database to back up');
  // A migration waits for these locks; the first query after them takes the snapshot.
  await client.query('begin isolation level repeatable read read only');
  await client.query(`lock table ${names.join(', ')} in access share mode`);
  const manifest = await describe(client);
  written.madeAt = new Date(manifest.madeAt);
  yield encodeNote(manifest);
  const tables = await listTables(client);
  let reportedAtMs = performance.now();
  let rows = 0;
  for (const [index, { name, columns }] of tables.entries()) {
    const listed = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const source = client.query(
      copyTo(`copy ${client.escapeIdentifier(name)} (${listed}) to stdout with (format binary)`),
    );
    const end = yield* encodeContents({ kind: 'table', name, columns }, source, () => source.rowCount);
    written.ends.push(end);
    rows += end.rows;
    if (performance.now() - reportedAtMs < PROGRESS_MS && index < tables.length - 1) continue;
    onProgress(`${index + 1} of ${tables.length} tables, ${rows} rows`);
    reportedAtMs = performance.now();
  }
  await client.query('commit');
  for (const path of listFiles(dataDir)) {
    const begin: Begin = { kind: 'file', name: relative(dataDir, path), columns: [] };
    written.ends.push(yield* encodeContents(begin, readIfExists(path), () => 0));
    written.files += 1;
  }
}

async function describe(client: pg.Client): Promise<Manifest> {
  const installation = await client.query<{ secret_fingerprint: string; now: Date }>(
    'select secret_fingerprint, now() as now from installations',
  );
  const [row] = installation.rows;
  if (!row) throw new StartError('no server has run on this database yet: start one first');
  const migrations = await client.query<{ at: number; count: number }>(
    'select max(created_at)::float8 as at, count(*)::int as count from drizzle.__drizzle_migrations',
  );
  const sequences = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  return {
    kind: 'manifest',
    madeAt: row.now.toISOString(),
    migration: migrations.rows[0] ?? { at: 0, count: 0 },
    secretFingerprint: row.secret_fingerprint,
    sequences: sequences.rows,
  };
}

function listFiles(dataDir: string): string[] {
  return BACKUP_FOLDERS.map((name) => join(dataDir, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Yields nothing for a missing file: browsers delete files of their profiles at any time. */
async function* readIfExists(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Reads a backup to its end and compares it with what was written. */
async function verifyBackup(file: string, passphrase: string | null, written: readonly End[]): Promise<void> {
  const parts = readParts(file, passphrase);
  await readManifest(parts);
  const found: string[] = [];
  let hash = createHash('sha256');
  for await (const part of parts) {
    if ('data' in part) hash.update(part.data);
    else if (part.note.kind === 'end') found.push(hash.digest('hex'));
    else hash = createHash('sha256');
  }
  const isSame = found.length === written.length && written.every(({ sha256 }, index) => sha256 === found[index]);
  if (!isSame) throw new StartError('what can be read back is not what was written; the disk may be faulty');
}

/** A new name is durable only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
