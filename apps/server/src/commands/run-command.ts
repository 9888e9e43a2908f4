import { join, resolve } from 'node:path';
import { type Config, ConfigError, readConfig } from '../platform/config/config.ts';
import { runningPostgresUrl } from '../platform/database/embedded-postgres.ts';
import { StartError } from '../platform/start-error.ts';

/** Runs a command with the settings of the server. Errors are printed as a line each, without a stack. */
export async function runCommand(work: (config: Config, args: string[]) => Promise<void>): Promise<void> {
  try {
    await work(readConfig(process.env), process.argv.slice(2));
  } catch (error) {
    const faults =
      error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)];
    for (const fault of faults) report(fault);
    process.exitCode = 1;
  }
}

/** Prints to stderr: stdout is for output that programs read. */
export const report = (text: string): void => void process.stderr.write(`switchyard: ${text}\n`);

/** The database of the running server; null if no server runs. */
export const findDatabaseUrl = ({ databaseUrl, databaseDirectUrl, dataDir }: Config): string | null =>
  databaseDirectUrl ?? databaseUrl ?? runningPostgresUrl(join(dataDir, 'postgres'), 'switchyard');

/** @throws StartError if no server runs */
export function runningDatabaseUrl(config: Config): string {
  const url = findDatabaseUrl(config);
  if (url === null) throw new StartError(`no server runs with the data in ${config.dataDir}: start it first`);
  return url;
}

/** A command's only argument: a file, relative to the folder in which the command was called. */
export function fileArgument(args: string[], usage: string): string {
  const [file, ...more] = args;
  if (file === undefined || more.length > 0) throw new StartError(`usage: ${usage}`);
  return resolve(process.env.INIT_CWD ?? process.cwd(), file);
}
