import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domains } from '../app.ts';
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import type { EmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { createLog } from '../platform/logging/log.ts';
import { openDataFolder, startOwnPostgres } from '../platform/start-platform.ts';
import { fileArgument, report, runCommand } from './run-command.ts';

/** `npm run restore -- FILE`, while no server runs: restores a backup into an empty database. */
await runCommand(async (config, args) => {
  const file = fileArgument(args, 'npm run restore -- FILE');
  const { dataDir, backupPassphrase: passphrase } = config;
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  const secretFile = join(dataDir, 'secret');
  const secret = config.secret ?? (existsSync(secretFile) ? readFileSync(secretFile, 'utf8').trim() : null);
  const secrets = [secret, config.previousSecret].filter((value) => value !== null);
  let embedded: EmbeddedPostgres | null = null;
  let database: Database | null = null;
  try {
    const summary = await restoreBackup({
      ...{ file, passphrase, dataDir, secrets, domains, onProgress: report },
      async openDatabase() {
        openDataFolder(dataDir);
        if (databaseUrl === null) embedded = await startOwnPostgres(config, createLog(config.logLevel));
        database = openDatabase(databaseUrl ?? embedded?.url('switchyard') ?? '', 2, () => undefined);
        return database;
      },
    });
    for (const line of summary.held) report(line);
    const { madeAt, tables, rows, files } = summary;
    process.stdout.write(
      `restored as of ${madeAt.toISOString()}: ${tables} tables with ${rows} rows and ${files} files, identical to what was backed up\n`,
    );
  } finally {
    await (database as Database | null)?.close();
    await (embedded as EmbeddedPostgres | null)?.stop();
  }
});
