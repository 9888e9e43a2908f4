import { mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { StartError } from '../start-error.ts';
import { type BackupSummary, writeBackup } from './write-backup.ts';

/** Only files with such a name are ever deleted. */
const NAME = /^switchyard-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/;

interface Deps {
  config: Pick<Config, 'dataDir' | 'backupPassphrase' | 'backupDir' | 'backupHour' | 'backupKeep'>;
  database: Database;
}

/**
 * Makes the nightly backup unless there has been one since BACKUP_HOUR, and deletes the oldest beyond BACKUP_KEEP.
 * @returns null if no backup is due, or nightly backups are off
 * @throws the error that prevented the backup, which is also recorded
 */
export async function backUpNightly({ config, database }: Deps, now: Date): Promise<BackupSummary | null> {
  const { dataDir, backupPassphrase: passphrase, backupDir, backupHour, backupKeep } = config;
  if (backupDir === null || !(await isDue(database, now, backupHour))) return null;
  try {
    openFolder(backupDir);
    const file = join(backupDir, `switchyard-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`);
    const onProgress = () => undefined;
    const summary = await writeBackup({ databaseUrl: database.directUrl, dataDir, file, passphrase, onProgress });
    for (const old of listBackups(backupDir).slice(0, -backupKeep)) await rm(join(backupDir, old), { force: true });
    return summary;
  } catch (error) {
    const { message } = error as Error;
    await database.pool.query('update installations set backup_failed_at = now(), backup_failure = $1', [message]);
    throw error;
  }
}

/** Oldest first. */
const listBackups = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort();

async function isDue({ pool }: Database, now: Date, hour: number): Promise<boolean> {
  const due = new Date(now);
  due.setHours(hour, 0, 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  const { rowCount } = await pool.query('select from installations where backed_up_at >= $1', [due]);
  return rowCount === 0;
}

/** @throws StartError */
function openFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`BACKUP_DIR: cannot write to ${folder} (${(error as NodeJS.ErrnoException).code})`);
  }
}
