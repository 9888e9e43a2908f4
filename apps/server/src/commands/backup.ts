import { writeBackup } from '../platform/backup/write-backup.ts';
import { fileArgument, report, runCommand, runningDatabaseUrl } from './run-command.ts';

const MEGABYTE = 1024 * 1024;

/** `npm run backup -- FILE`, beside a running server: writes everything into one file, and verifies it. */
await runCommand(async (config, args) => {
  const file = fileArgument(args, 'npm run backup -- FILE');
  const { dataDir, backupPassphrase: passphrase } = config;
  const options = { databaseUrl: runningDatabaseUrl(config), dataDir, file, passphrase, onProgress: report };
  const { madeAt, tables, rows, files, bytes } = await writeBackup(options);
  report(passphrase === null ? 'BACKUP_PASSPHRASE is not set: anyone who has the file can read it' : 'encrypted');
  report(
    'store the secret elsewhere: SECRET, or the file `secret` in DATA_DIR. Without it, logins cannot be decrypted',
  );
  process.stdout.write(
    `${file}: as of ${madeAt.toISOString()}, ${tables} tables with ${rows} rows and ${files} files, ${(bytes / MEGABYTE).toFixed(1)} MB, read back and verified\n`,
  );
});
