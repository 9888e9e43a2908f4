import { join, resolve } from 'node:path';
import { type Config, ConfigError, readConfig } from '../platform/config/config.ts';
import { runningPostgresUrl } from '../platform/database/embedded-postgres.ts';
import { StartError } from '../platform/start-error.ts';

/**
 * Runs a command with the settings of the server; what goes wrong is told in a line, without a stack where a person can
 * mend it.
 */
export async function runCommand(work: (config: Config, args: string[]) => Promise<void>): Promise<void> {
  try {
    await work(readConfig(process.env), process.argv.slice(2));
  } catch (error) {
    const faults =
      error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)];
    for (const fault of faults) tell(fault);
    process.exitCode = 1;
  }
}

/** On stderr: what is printed for programs stays alone on stdout. */
export const tell = (text: string): void => void process.stderr.write(`switchyard: ${text}\n`);

/** The database beside a running server; null: there is none. */
export const findDatabaseUrl = ({ databaseUrl, databaseDirectUrl, dataDir }: Config): string | null =>
  databaseDirectUrl ?? databaseUrl ?? runningPostgresUrl(join(dataDir, 'postgres'), 'switchyard');

/** @throws StartError when there is none */
export function runningDatabaseUrl(config: Config): string {
  const url = findDatabaseUrl(config);
  if (url === null) throw new StartError(`no server runs with the data in ${config.dataDir}: start it first`);
  return url;
}

/** The one argument of a command: a file, from where the person stands who runs it. */
export function fileArgument(args: string[], usage: string): string {
  const [file, ...more] = args;
  if (file === undefined || more.length > 0) throw new StartError(`say which file: ${usage}`);
  return resolve(process.env.INIT_CWD ?? process.cwd(), file);
}
