/** The engine's log: one JSON object per line on standard output, in pino's format, without pino's 7 MB. */
export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}
type Fields = Record<string, unknown>;

const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 } as const;
export type LogLevel = keyof typeof LEVELS | 'silent';
export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** Callers choose what they log, which never includes tokens, texts or people's numbers. */
export function createLog(level: LogLevel, write = (line: string): unknown => process.stdout.write(line)): Log {
  const minLevel = level === 'silent' ? Number.POSITIVE_INFINITY : LEVELS[level];
  const logAt =
    (name: keyof typeof LEVELS) =>
    (message: string, fields: Fields = {}) => {
      if (LEVELS[name] < minLevel) return;
      write(`${JSON.stringify({ level: LEVELS[name], time: Date.now(), ...fields, msg: message })}\n`);
    };
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
}

/** The same log with these fields on every line. */
export function withFields(log: Log, fields: Fields): Log {
  const logAt =
    (name: keyof typeof LEVELS) =>
    (message: string, more: Fields = {}) =>
      log[name](message, { ...fields, ...more });
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
}

/** An error in one line for the log. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
