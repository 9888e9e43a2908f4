import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { resetAdmin } from './domains/accounts/index.ts';
import { ConfigError, readConfig } from './platform/config/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { runningPostgresUrl } from './platform/database/embedded-postgres.ts';

/** `npm run reset-admin -- EMAIL [admin|support|user]`, with the settings of the server: prints a new password for a person. */
const ROLES = ['admin', 'support', 'user'] as const;
const PASSWORD_BYTES = 15;

const [email = '', wanted = 'admin'] = process.argv.slice(2);
const role = ROLES.find((one) => one === wanted);
try {
  if (!email.includes('@') || !role) throw new Error(`say whose: npm run reset-admin -- EMAIL [${ROLES.join('|')}]`);
  const config = readConfig(process.env);
  const url = config.databaseUrl ?? runningPostgresUrl(join(config.dataDir, 'postgres'), 'switchyard');
  if (url === null) throw new Error(`no server runs with the data in ${config.dataDir}: start it first`);
  const database = openDatabase(url, 1, () => undefined);
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const isKnown = await resetAdmin(database.db, { email, password, role }).finally(() => database.close());
  if (!isKnown) throw new Error(`nobody has the address ${email}`);
  process.stdout.write(`${email} is ${role} and signs in with the password ${password}\n`);
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)];
  for (const fault of faults) process.stderr.write(`switchyard: ${fault}\n`);
  process.exitCode = 1;
}
