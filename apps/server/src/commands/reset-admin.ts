import { randomBytes } from 'node:crypto';
import { resetAdmin } from '../domains/accounts/index.ts';
import { openDatabase } from '../platform/database/database.ts';
import { runCommand, runningDatabaseUrl } from './run-command.ts';

const ROLES = ['admin', 'support', 'user'] as const;
const PASSWORD_BYTES = 15;

/** `npm run reset-admin -- EMAIL [admin|support|user]`: sets and prints a new password for a user. */
await runCommand(async (config, [email = '', wanted = 'admin']) => {
  const role = ROLES.find((name) => name === wanted);
  if (!email.includes('@') || !role) throw new Error(`usage: npm run reset-admin -- EMAIL [${ROLES.join('|')}]`);
  const database = openDatabase(runningDatabaseUrl(config), 1, () => undefined);
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const isKnown = await resetAdmin(database.db, { email, password, role }).finally(() => database.close());
  if (!isKnown) throw new Error(`no user has the email address ${email}`);
  process.stdout.write(`${email} is ${role} and signs in with the password ${password}\n`);
});
