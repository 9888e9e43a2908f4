import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Config } from '../../platform/config/config.ts';
import { watchParts } from '../../platform/http/health-deps.ts';
import { runNightlyBackup } from './jobs/back-up-nightly.ts';

let server: TestServer;
let backupDir: string;
let admin: string;
beforeAll(async () => {
  server = await startTestServer();
  backupDir = join(server.platform.config.dataDir, 'backups');
  ({ email: admin } = await server.signUp());
  await server.signUp();
  await server.database.pool.query(`update users set role = 'admin' where email = $1`, [admin]);
});
afterAll(() => server.stop());
beforeEach(async () => {
  rmSync(backupDir, { recursive: true, force: true });
  await server.database.pool.query(
    'update installations set backed_up_at = null, backup_failed_at = null, backup_failure = null',
  );
  await server.database.pool.query('delete from notifications; delete from outbox_mails');
});

const HOUR_MS = 3_600_000;
const run = (now: Date, config: Partial<Config> = {}) =>
  runNightlyBackup(
    { ...server.platform, config: { ...server.platform.config, backupDir, backupHour: 0, ...config } },
    now,
  );
const backedUpAt = async () =>
  (await server.database.pool.query('select backed_up_at as at from installations')).rows[0].at;

test('makes one backup per night, and none if they are off', async () => {
  const now = new Date();
  await run(now, { backupDir: null });
  expect(await backedUpAt()).toBeNull();
  await run(now);
  expect(readdirSync(backupDir)).toHaveLength(1);
  const first = await backedUpAt();
  await run(new Date(now.getTime() + 1_000));
  expect(await backedUpAt()).toEqual(first);
  expect(readdirSync(backupDir)).toHaveLength(1);
  await run(new Date(now.getTime() + 24 * HOUR_MS));
  expect(readdirSync(backupDir)).toHaveLength(2);
});

test('keeps the configured number of newest backups and deletes nothing else in the folder', async () => {
  mkdirSync(backupDir);
  const old = ['switchyard-2020-01-01T020000Z.backup', 'switchyard-2020-01-02T020000Z.backup'];
  for (const name of [...old, 'mine.backup', 'notes.txt']) writeFileSync(join(backupDir, name), 'x');
  await run(new Date(), { backupKeep: 2 });
  const kept = readdirSync(backupDir);
  expect(kept).toEqual(expect.arrayContaining([old[1], 'mine.backup', 'notes.txt']));
  expect(kept).not.toContain(old[0]);
  expect(kept).toHaveLength(4);
});

test('notifies platform admins once of a failure, by email too, and nobody else; the next success settles it', async () => {
  writeFileSync(backupDir, 'a file where a folder should be');
  const now = new Date();
  for (const later of [0, HOUR_MS]) {
    await expect(run(new Date(now.getTime() + later))).rejects.toThrow(/EEXIST|ENOTDIR/);
  }
  const notifications = () =>
    server.database.pool
      .query(
        `select kind, role, settled_at is null as open, data->>'reason' as reason from notifications join users on users.id = user_id`,
      )
      .then(({ rows }) => rows);
  const reason = expect.stringContaining('BACKUP_DIR');
  expect(await notifications()).toEqual([{ kind: 'backup-failed', role: 'admin', open: true, reason }]);
  // Dispatching the event also delivers it.
  await vi.waitFor(async () => {
    const { rows } = await server.database.pool.query('select "to", subject from outbox_mails');
    expect(rows).toEqual([{ to: admin, subject: expect.stringContaining('The nightly backup failed') }]);
  });
  rmSync(backupDir);
  await run(new Date(now.getTime() + 2 * HOUR_MS));
  expect(await notifications()).toMatchObject([{ open: false }]);
});

test('health reports the age, and a failed or late backup', async () => {
  const healthAfter = async (change: string, on = true) => {
    await server.database.pool.query(`update installations set ${change}`);
    const config = { ...server.platform.config, backupDir: on ? backupDir : null };
    const { parts, backedUpAt } = await watchParts({ ...server.platform, config })();
    return [parts.backup, backedUpAt !== null];
  };
  expect(await healthAfter('backed_up_at = null')).toEqual(['none', false]);
  expect(await healthAfter('backed_up_at = now()')).toEqual(['ok', true]);
  expect(await healthAfter('backup_failed_at = now()')).toEqual(['failing', true]);
  expect(await healthAfter(`backed_up_at = now() - interval '37 hours', backup_failed_at = null`)).toEqual([
    'late',
    true,
  ]);
  expect(await healthAfter('backup_failed_at = now()', false)).toEqual(['none', true]);
  expect(await server.call('GET', '/health')).toMatchObject({ body: { status: 'ok', parts: { backup: 'none' } } });
});
