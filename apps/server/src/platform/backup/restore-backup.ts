import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  type Database,
  latestMigration,
  MIGRATION_LOCK,
  migrateDatabase,
  SESSION_WITHOUT_LIMIT,
} from '../database/database.ts';
import type { Domain } from '../domain.ts';
import { fingerprintOf } from '../installation.ts';
import { StartError } from '../start-error.ts';
import { type Manifest, type Note, type Part, readManifest, readParts } from './records.ts';
import { listTables } from './tables.ts';
import { BACKUP_FOLDERS } from './write-backup.ts';

export interface RestoreOptions {
  file: string;
  passphrase: string | null;
  dataDir: string;
  /** The secrets that a start would use: this installation's, and the previous one if it is given. */
  secrets: string[];
  domains: readonly Domain[];
  /** Called only once the backup is known to fit. */
  openDatabase: () => Promise<Database>;
  onProgress: (text: string) => void;
}

export interface RestoreSummary {
  madeAt: Date;
  tables: number;
  rows: number;
  files: number;
  /** What may have been sent since the backup and needs a person's decision, as text. */
  held: string[];
}

const PROGRESS_MS = 2_000;

/**
 * Restores a backup into an empty database, completely or not at all. Messages that were being sent when the backup was
 * made, or became due since, may have gone out: each domain holds its own for a person to decide.
 * @throws StartError
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const { file, passphrase, secrets } = options;
  if (!existsSync(file)) throw new StartError(`there is no file ${file}`);
  const parts = readParts(file, passphrase);
  try {
    const manifest = await readManifest(parts);
    assertSameVersion(manifest);
    if (!secrets.some((secret) => fingerprintOf(secret) === manifest.secretFingerprint)) {
      throw new StartError(
        'SECRET: the backup is sealed with another secret. Set SECRET to that of the installation it was made from, or put its file `secret` into DATA_DIR',
      );
    }
    const database = await options.openDatabase();
    const client = await database.pool.connect();
    try {
      await assertUnused(client);
      await migrateDatabase(database);
      return await load(client, manifest, parts, options);
    } finally {
      client.release(true);
    }
  } finally {
    await parts.return(undefined);
  }
}

function assertSameVersion({ migration }: Manifest): void {
  const own = latestMigration();
  if (migration.at === own) return;
  throw new StartError(
    migration.at > own
      ? `the backup was made by a later version of Switchyard (${migration.count} migrations): restore it with that version`
      : `the backup was made by an earlier version of Switchyard (${migration.count} migrations): restore it with that version, then upgrade`,
  );
}

/** Only a database that no server has used may be filled; the contents of any other would be lost. */
async function assertUnused(client: pg.ClientBase): Promise<void> {
  const others = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name like 'switchyard%' and pid <> pg_backend_pid()`,
  );
  if (others.rowCount) throw new StartError('a server is running on this database: stop it first');
  const tables = await listTables(client);
  if (tables.length === 0) return;
  const isOurs = tables.some(({ name }) => name === 'installations');
  if (isOurs && (await client.query('select from installations')).rowCount === 0) return;
  throw new StartError('the database is not empty: restore into a new one (DATABASE_URL), or with a new DATA_DIR');
}

async function load(
  client: pg.PoolClient,
  manifest: Manifest,
  parts: AsyncGenerator<Part>,
  options: RestoreOptions,
): Promise<RestoreSummary> {
  await client.query(`${SESSION_WITHOUT_LIMIT}; begin`);
  // A server that starts meanwhile waits, and then finds everything or nothing.
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await assertUnused(client);
  const tables = await listTables(client);
  const quoted = tables.map(({ name }) => client.escapeIdentifier(name));
  // Migrations have inserted a few rows.
  await client.query(`truncate ${quoted.join(', ')}`);
  const keys = await dropForeignKeys(client);
  for (const table of quoted) await client.query(`alter table ${table} disable trigger user`);
  const loaded = await loadParts(client, parts, options);
  const missing = tables.find(({ name }) => !loaded.names.has(name));
  if (missing) throw new StartError(`the backup lacks the table ${missing.name}`);
  for (const { name, value } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2)', [client.escapeIdentifier(name), value]);
  }
  options.onProgress('checking references');
  for (const table of quoted) await client.query(`alter table ${table} enable trigger user`);
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${client.escapeIdentifier(name)} ${definition}`);
  }
  const held: string[] = [];
  const tx = drizzle(client, { casing: 'snake_case' });
  for (const domain of options.domains) held.push(...((await domain.holdRestored?.(tx)) ?? []));
  await client.query('commit');
  options.onProgress('gathering statistics');
  await client.query('analyze');
  const { names, rows, files } = loaded;
  return { madeAt: new Date(manifest.madeAt), tables: names.size, rows, files, held };
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Tables arrive in any order; the foreign keys are checked once all of them are loaded. */
async function dropForeignKeys(client: pg.PoolClient): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`);
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${client.escapeIdentifier(name)}`);
  }
  return rows;
}

async function loadParts(client: pg.PoolClient, parts: AsyncGenerator<Part>, options: RestoreOptions) {
  const names = new Set<string>();
  let rows = 0;
  let files = 0;
  let reportedAtMs = performance.now();
  for await (const part of parts) {
    if (!('note' in part) || part.note.kind === 'manifest' || part.note.kind === 'end') {
      throw new StartError('the backup is damaged');
    }
    const { kind, name, columns } = part.note;
    const target = kind === 'table' ? openTable(client, name, columns) : openFile(options.dataDir, name);
    await fill(target, parts, name);
    if (kind === 'table') {
      names.add(name);
      rows += 'rowCount' in target ? Number(target.rowCount) : 0;
    } else files += 1;
    if (performance.now() - reportedAtMs < PROGRESS_MS) continue;
    options.onProgress(`${names.size} tables, ${rows} rows`);
    reportedAtMs = performance.now();
  }
  return { names, rows, files };
}

function openTable(client: pg.PoolClient, name: string, columns: string[]): Writable {
  const listed = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${listed}) from stdin with (format binary)`));
}

/** Opens a file inside the data folder; any other path is refused. */
function openFile(dataDir: string, name: string): Writable {
  const path = resolve(dataDir, name);
  const isInside = BACKUP_FOLDERS.some((folder) => !relative(join(dataDir, folder), path).startsWith('..'));
  if (!isInside) throw new StartError('the backup is damaged: it names a file outside the data folder');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return createWriteStream(path, { mode: 0o600 });
}

/** Copies contents to their target and verifies them. */
async function fill(target: Writable, parts: AsyncGenerator<Part>, name: string): Promise<void> {
  const hash = createHash('sha256');
  // The target's errors destroy the inlet as they happen, instead of becoming unhandled rejections.
  const inlet = new PassThrough();
  inlet.on('error', () => undefined);
  inlet.pipe(target);
  const done = finished(target);
  done.catch((error: Error) => inlet.destroy(error));
  try {
    const end = await copyData(parts, inlet, hash);
    inlet.end();
    await done;
    const isWhole = end.sha256 === hash.digest('hex') && (!('rowCount' in target) || target.rowCount === end.rows);
    if (!isWhole) throw new StartError(`the backup is damaged: ${name} does not match its checksum`);
  } catch (error) {
    target.destroy();
    await done.catch(() => undefined);
    throw error;
  }
}

async function copyData(parts: AsyncGenerator<Part>, inlet: PassThrough, hash: ReturnType<typeof createHash>) {
  for (;;) {
    const { value, done } = await parts.next();
    if (done || !value) throw new StartError('the backup is cut off: its end is missing');
    if ('data' in value) {
      hash.update(value.data);
      if (inlet.errored) throw inlet.errored;
      if (!inlet.write(value.data)) await once(inlet, 'drain');
      continue;
    }
    const note: Note = value.note;
    if (note.kind !== 'end') throw new StartError('the backup is damaged');
    return note;
  }
}
