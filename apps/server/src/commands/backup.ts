import { writeBackup } from '../platform/backup/write-backup.ts';
import { fileArgument, runCommand, runningDatabaseUrl, tell } from './run-command.ts';

/** `npm run backup -- FILE`, beside a running server: everything in one file, found whole. */
const MEGABYTE = 1024 * 1024;

await runCommand(async (config, args) => {
  const file = fileArgument(args, 'npm run backup -- FILE');
  const { dataDir, backupPassphrase: passphrase } = config;
  const options = { databaseUrl: runningDatabaseUrl(config), dataDir, file, passphrase, onProgress: tell };
  const { madeAt, tables, rows, files, bytes } = await writeBackup(options);
  tell(passphrase === null ? 'BACKUP_PASSPHRASE is not set: whoever has the file can read it' : 'encrypted');
  tell('keep the secret apart from it: SECRET, or the file `secret` in DATA_DIR. Without it logins cannot be read');
  process.stdout.write(
    `${file}: as of ${madeAt.toISOString()}, ${tables} tables with ${rows} rows and ${files} files, ${(bytes / MEGABYTE).toFixed(1)} MB, read again and found whole\n`,
  );
});
