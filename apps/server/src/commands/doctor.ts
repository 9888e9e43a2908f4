import { checkDirectory } from '../domains/cells/index.ts';
import { listOffline } from '../domains/engines/index.ts';
import { openDatabase } from '../platform/database/database.ts';
import { examine } from '../platform/doctor/examine.ts';
import { verifyMail } from '../platform/mail/smtp-mailer.ts';
import { findDatabaseUrl, runCommand } from './run-command.ts';

const ANSWER_TIMEOUT_MS = 5_000;
const WIDTHS = { state: 8, about: 9 };

/**
 * `npm run doctor`, with the settings of the server: what prevents it from working, or soon will, and what to do. Fails
 * when something does not work.
 */
await runCommand(async (config) => {
  const url = findDatabaseUrl(config);
  const database = url === null ? null : openDatabase(url, 2, () => undefined, ANSWER_TIMEOUT_MS);
  const findings = await examine({ config, database, verifyMail, listOffline, checkDirectory }).finally(() =>
    database?.close(),
  );
  for (const { state, about, text, remedy } of findings) {
    process.stdout.write(`${state.padEnd(WIDTHS.state)} ${about.padEnd(WIDTHS.about)} ${text}\n`);
    if (remedy !== null) process.stdout.write(`${' '.repeat(WIDTHS.state + WIDTHS.about + 2)}${remedy}\n`);
  }
  if (findings.some(({ state }) => state === 'failing')) process.exitCode = 1;
});
