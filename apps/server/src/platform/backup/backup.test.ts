import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { domains } from '../../app.ts';
import { takeLease } from '../../domains/engines/engine-lease.ts';
import { claim } from '../../domains/messages/lane/claim.ts';
import { resume } from '../../domains/messages/lane/resume.ts';
import { newId } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { fingerprintOf } from '../installation.ts';
import { type RestoreSummary, restoreBackup } from './restore-backup.ts';
import { listTables } from './tables.ts';
import { writeBackup } from './write-backup.ts';

const SECRET = 'the secret of the installation that is backed up';
const PASSPHRASE = 'a long enough passphrase';
const MESSAGES = 5_000;

let directory: string;
let file: string;
let source: Database;
let lane: LaneFixture;
const ends: (() => Promise<void>)[] = [];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'switchyard-backup-'));
  file = join(directory, 'backup');
  source = await database();
  await source.pool.query('insert into installations (id, secret_fingerprint) values ($1, $2)', [
    'ours',
    fingerprintOf(SECRET),
  ]);
  lane = await createLaneFixture(source);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  rmSync(directory, { recursive: true, force: true });
});

async function database(template?: string): Promise<Database> {
  const made = await createTestDatabase(4, template);
  ends.push(made.drop);
  return made.database;
}

const dataDir = (name: string) => join(directory, name);

const back = (passphrase: string | null = null) =>
  writeBackup({ databaseUrl: source.url, dataDir: dataDir('old'), file, passphrase, onProgress: () => undefined });

interface Into {
  target: Database;
  passphrase?: string | null;
  secret?: string;
}
const restore = ({ target, passphrase = null, secret = SECRET }: Into): Promise<RestoreSummary> =>
  restoreBackup({
    ...{ file, passphrase, domains, dataDir: dataDir('new'), secrets: [secret], onProgress: () => undefined },
    openDatabase: async () => {
      // A pool whose connections another part of the test has used looks like a server.
      await target.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      return target;
    },
  });

/** Number of rows of each table, with a digest. */
async function digests(
  { pool }: Database,
  except: string[] = [],
): Promise<Record<string, { rows: number; digest: string }>> {
  const client = await pool.connect();
  try {
    const found: Record<string, { rows: number; digest: string }> = {};
    for (const { name } of await listTables(client)) {
      if (except.includes(name)) continue;
      const { rows } = await client.query(
        `select count(*)::int as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest from ${client.escapeIdentifier(name)} t`,
      );
      found[name] = rows[0];
    }
    return found;
  } finally {
    client.release();
  }
}

async function addFile(contents: Buffer): Promise<void> {
  const [contentId, fileId] = [newId(), newId()];
  await source.pool.query('insert into file_contents (id, workspace_id, sha256, bytes) values ($1, $2, $3, $4)', [
    ...[contentId, lane.workspaceId, createHash('sha256').update(contents).digest(), contents.length],
  ]);
  await source.pool.query('insert into file_chunks (content_id, number, chunk) values ($1, 0, $2)', [
    contentId,
    contents,
  ]);
  await source.pool.query(
    `insert into files (id, workspace_id, content_id, name, mime_type, media) values ($1, $2, $3, 'a.bin', 'image/png', 'image')`,
    [fileId, lane.workspaceId, contentId],
  );
}

test('restores everything: every table by count and digest, files, sequences and rules', async () => {
  await lane.addMany(MESSAGES, { due: `now() + interval '1 day'` });
  await addFile(randomBytes(3_000_000));
  mkdirSync(dataDir('old/profiles/one'), { recursive: true });
  writeFileSync(dataDir('old/profiles/one/login'), randomBytes(2_000_000));
  writeFileSync(dataDir('old/secret'), SECRET);
  const sequences = `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`;
  const rules = `select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`;
  const triggers = `select tgname, tgenabled from pg_trigger where not tgisinternal order by 1`;
  await source.pool.query(`select setval(pg_get_serial_sequence('webhook_deliveries', 'position'), 41)`);

  const written = await back(PASSPHRASE);
  const { rows: noted } = await source.pool.query('select backed_up_at from installations');
  expect(noted[0].backed_up_at).toEqual(written.madeAt);
  await source.pool.query('update installations set backed_up_at = null');
  expect(readFileSync(file).includes('the secret of')).toBe(false);
  expect(readdirSync(directory)).not.toContain('backup.partial');

  const target = await database('template0');
  const restored = await restore({ target, passphrase: PASSPHRASE });
  expect(restored).toEqual({ ...written, bytes: undefined, held: [] });
  const found = await digests(target);
  expect(found.messages?.rows).toBe(MESSAGES);
  expect(found.file_chunks?.rows).toBe(1);
  expect(found).toEqual(await digests(source));
  for (const query of [sequences, rules, triggers]) {
    expect((await target.pool.query(query)).rows).toEqual((await source.pool.query(query)).rows);
  }
  const login = readFileSync(dataDir('new/profiles/one/login'));
  expect(login.equals(readFileSync(dataDir('old/profiles/one/login')))).toBe(true);
  expect(readdirSync(dataDir('new'))).toEqual(['profiles']);
});

test('is a consistent snapshot, whatever is written meanwhile', async () => {
  await lane.addMany(2_000, { due: `now() + interval '1 day'` });
  let writing = true;
  const others = (async () => {
    while (writing) await lane.addMany(10, { due: `now() + interval '1 day'` });
  })();
  await back();
  writing = false;
  await others;
  const target = await database('template0');
  await restore({ target });
  // Each message has its texts, written by a trigger in the same transaction.
  const { rows } = await target.pool.query('select count(*)::int % 10 as rest from messages');
  expect(rows).toEqual([{ rest: 0 }]);
});

test('holds claimed and since due messages for a person, with their number, and sends nothing twice', async () => {
  await source.pool.query(`update engines set phone_number = '+447700900999'`);
  await lane.addMany(3);
  const generation = await lane.lease();
  expect((await lane.claim(generation, 2)).messages).toHaveLength(2);
  const later = await lane.add({ due: `now() + interval '1 day'` });
  await back();

  const target = await database('template0');
  const { held } = await restore({ target });
  expect(held).toEqual([expect.stringContaining('3 messages of +447700900999 may have gone out')]);
  const { rows } = await target.pool.query(
    'select id, status, in_doubt, send_failure_reason from messages order by id',
  );
  expect(rows.filter(({ status }) => status === 'unknown')).toHaveLength(3);
  expect(rows.find(({ status }) => status === 'unknown')).toMatchObject({
    in_doubt: false,
    send_failure_reason: JSON.stringify({ code: 'sentRestored' }),
  });
  expect(rows.filter(({ status }) => status === 'pending').map(({ id }) => id)).toEqual([later]);
  // A restored engine takes the lane, and gets none of them.
  const there = await laneOf(target);
  expect(there.taken).toEqual([]);
});

async function laneOf(target: Database) {
  const { generation } = await takeLease(target.pool, lane.identity, { holder: 'pod-b', instanceId: newId() });
  const again = await resume(target.pool, lane.identity, { generation, limit: 100, holding: [] });
  const taken = await claim(target.pool, lane.identity, { generation, limit: 100 });
  return { taken: [...again.messages, ...taken.messages] };
}

test('lets a running campaign, an unfinished conversation and a scheduled run wait for a person', async () => {
  const { workspaceId } = lane;
  const [running, planned, bot] = [newId(), newId(), newId()];
  for (const [id, at] of [
    [running, `now() - interval '1 hour'`],
    [planned, `now() + interval '1 day'`],
  ]) {
    await source.pool.query(
      `insert into campaigns (id, workspace_id, name, audience, variants, engine_ids, start_at, launch_key)
       values ($1, $2, $3, '{}', '["Hi"]', '[]', ${at}, uuidv7())`,
      [id, workspaceId, id === running ? 'Spring' : 'Summer'],
    );
  }
  await source.pool.query(
    `insert into campaign_recipients (id, workspace_id, campaign_id, mobile, name, variables, variant, due_at)
     values (uuidv7(), $1, $2, '+447700900001', 'Ann', '{}', 0, now())`,
    [workspaceId, running],
  );
  await source.pool.query(
    `insert into bots (id, workspace_id, name, draft, node_kinds) values ($1, $2, 'Bot', '{}', '{}')`,
    [bot, workspaceId],
  );
  for (const [chat, at] of [
    ['+447700900001', `now() - interval '1 minute'`],
    ['+447700900002', `now() + interval '1 day'`],
  ]) {
    await source.pool.query(
      `insert into bot_sessions (id, workspace_id, bot_id, engine_id, chat, contact_name, status, state, wake_at)
       values (uuidv7(), $1, $2, $3, $4, 'Ann', 'waiting', '{}', ${at})`,
      [workspaceId, bot, lane.engineId, chat],
    );
  }
  await back();
  const target = await database('template0');
  const { held } = await restore({ target });
  expect(held).toEqual([
    expect.stringMatching(/^1 conversations of bots/),
    expect.stringMatching(/^the campaign Spring .* 1 recipients to go/),
  ]);
  const { rows } = await target.pool.query('select name, state from campaigns order by name');
  expect(rows).toEqual([
    { name: 'Spring', state: 'paused' },
    { name: 'Summer', state: 'running' },
  ]);
  const sessions = await target.pool.query(
    'select chat, status, wake_at is null as rests from bot_sessions order by chat',
  );
  expect(sessions.rows).toEqual([
    { chat: '+447700900001', status: 'paused', rests: true },
    { chat: '+447700900002', status: 'waiting', rests: false },
  ]);
});

test('refuses what cannot be restored with the reason, and leaves the database empty', async () => {
  await lane.addMany(500, { due: `now() + interval '1 day'` });
  await addFile(randomBytes(4_000_000));
  await back(PASSPHRASE);
  const whole = readFileSync(file);
  const target = await database('template0');
  const refused = async (words: RegExp, into: Partial<Into> = {}) => {
    await expect(restore({ target, passphrase: PASSPHRASE, ...into })).rejects.toThrow(words);
  };
  await refused(/BACKUP_PASSPHRASE: the backup is encrypted/, { passphrase: null });
  await refused(/BACKUP_PASSPHRASE: .* another passphrase/, { passphrase: 'some other passphrase' });
  await refused(/SECRET: the backup is sealed with another secret/, {
    secret: 'another secret of another installation',
  });
  for (const share of [0.1, 0.5, 0.9]) {
    writeFileSync(file, whole.subarray(0, Math.floor(whole.length * share)));
    await refused(/cut off/);
  }
  writeFileSync(file, whole.subarray(0, -1));
  await refused(/cut off/);
  const changed = Buffer.from(whole);
  changed[Math.floor(whole.length / 2)] = (changed[Math.floor(whole.length / 2)] ?? 0) ^ 1;
  writeFileSync(file, changed);
  await refused(/damaged/);
  writeFileSync(file, 'something else entirely, and long enough to have a header');
  await refused(/not a Switchyard backup/);
  rmSync(file);
  await refused(/there is no file/);

  writeFileSync(file, whole);
  const { rows } = await target.pool.query(
    `select (select count(*)::int from messages) + (select count(*)::int from installations) + (select count(*)::int from users) as rows`,
  );
  expect(rows).toEqual([{ rows: 0 }]);
  await restore({ target, passphrase: PASSPHRASE });
  await refused(/not empty/);
});

test('refuses a running server, a foreign database, and another version', async () => {
  await back();
  const target = await database('template0');
  const before = await createTestDatabase(1, 'template0');
  ends.push(before.drop);
  await before.database.pool.query('create table of_somebody_else (id int)');
  await expect(restore({ target: before.database })).rejects.toThrow(/not empty/);

  // A server's connection, which stays open.
  const used = await createTestDatabase(2, 'template0');
  ends.push(used.drop);
  const held = await used.database.pool.connect();
  await expect(
    restoreBackup({
      ...{ file, passphrase: null, domains, dataDir: dataDir('new'), secrets: [SECRET], onProgress: () => undefined },
      openDatabase: async () => used.database,
    }),
  ).rejects.toThrow(/a server is running on this database/);
  held.release();

  const version = async (change: string) => {
    await source.pool.query(change);
    rmSync(file);
    await back();
  };
  await version(
    'insert into drizzle.__drizzle_migrations (hash, created_at) values (md5(random()::text), 99999999999999)',
  );
  await expect(restore({ target })).rejects.toThrow(/by a later version/);
  await version(
    'delete from drizzle.__drizzle_migrations where created_at >= (select max(created_at) from drizzle.__drizzle_migrations where created_at < 99999999999999)',
  );
  await expect(restore({ target })).rejects.toThrow(/by an earlier version/);
});

test('leaves no file after a failed backup, and never replaces one', async () => {
  await back();
  const first = readFileSync(file);
  await expect(back()).rejects.toThrow(/exists already/);
  expect(readFileSync(file).equals(first)).toBe(true);
  rmSync(file);
  mkdirSync(dataDir('old/profiles'), { recursive: true });
  mkdirSync(`${file}.partial`);
  await expect(back()).rejects.toThrow();
  expect(readdirSync(directory)).not.toContain('backup');
});
