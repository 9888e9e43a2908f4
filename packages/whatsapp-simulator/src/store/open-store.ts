import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SCHEMA = `
create table if not exists messages (
  sequence integer primary key,
  sender text not null,
  id text not null,
  chat text not null,
  kind text not null,
  body text not null,
  proto text,
  copied_from text,
  accepted_at integer not null,
  delivered_at integer,
  read_at integer,
  attempts integer not null default 1
) strict;
create unique index if not exists messages_id on messages (sender, id);
create index if not exists messages_chat on messages (chat, sequence);
create table if not exists files (
  sha256 text primary key,
  added integer not null,
  content blob not null
) strict;
create index if not exists files_added on files (added);
create table if not exists accounts (
  number text primary key,
  name text not null default '',
  created_at integer not null,
  offline integer not null default 0,
  restriction text,
  receipts_until integer not null default 0,
  inbound_until integer not null default 0
) strict, without rowid;
create table if not exists devices (
  device text primary key,
  account text not null,
  secret text not null,
  linked_at integer not null,
  logged_out integer not null default 0,
  inbound_until integer,
  copies integer not null default 0
) strict, without rowid;
create table if not exists contacts (
  account text not null,
  number text not null,
  name text not null,
  primary key (account, number)
) strict, without rowid;
create table if not exists face_values (
  face text not null,
  key text not null,
  value text not null,
  primary key (face, key)
) strict, without rowid;
create table if not exists groups (
  id text primary key,
  subject text not null,
  owner text not null,
  participants text not null,
  created_at integer not null,
  announcement integer not null default 0,
  former text not null default '[]',
  description text,
  admins text not null default '[]',
  locked integer not null default 0
) strict, without rowid;
`;

/**
 * Opens the network's state in `directory`, or in memory for null. With the write-ahead log every commit survives a
 * kill of the process, and SQLite itself drops a torn last write; only one process can have the folder open.
 * @throws Error if another process has it open
 */
export function openStore(directory: string | null): DatabaseSync {
  if (directory !== null) mkdirSync(directory, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(directory === null ? ':memory:' : join(directory, 'network.sqlite'));
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal;');
    // 8 MB of pages: memory stays the same at a million messages.
    database.exec('pragma cache_size = -8000; pragma wal_autocheckpoint = 2000; pragma busy_timeout = 2000;');
    database.exec(SCHEMA);
    addLaterColumns(database);
  } catch (error) {
    database.close();
    throw new Error(`the simulated network's folder ${directory} is in use by another process or not readable`, {
      cause: error,
    });
  }
  return database;
}

/** Columns that state written by an earlier version may lack. */
const LATER_COLUMNS = [
  ['messages', 'proto', 'text'],
  ['messages', 'copied_from', 'text'],
  ['devices', 'inbound_until', 'integer'],
  ['devices', 'copies', 'integer not null default 0'],
  ['groups', 'announcement', 'integer not null default 0'],
  ['groups', 'former', "text not null default '[]'"],
  ['groups', 'description', 'text'],
  ['groups', 'admins', "text not null default '[]'"],
  ['groups', 'locked', 'integer not null default 0'],
] as const;

function addLaterColumns(database: DatabaseSync): void {
  for (const [table, column, type] of LATER_COLUMNS) {
    const exists = database.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column);
    if (!exists) database.exec(`alter table ${table} add column ${column} ${type}`);
  }
  // Few messages are copied to other devices of their sender; the others cost nothing here.
  database.exec(
    'create index if not exists messages_copied on messages (sender, sequence) where copied_from is not null',
  );
}
