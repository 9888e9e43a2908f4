/** The engine's log: one JSON object a line on standard output, in pino's shape, without pino's 7 MB. */
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

/** Callers name what they log; tokens, texts and numbers of people are never among it. */
export function createLog(level: LogLevel, write = (line: string): unknown => process.stdout.write(line)): Log {
  const least = level === 'silent' ? Number.POSITIVE_INFINITY : LEVELS[level];
  const at =
    (name: keyof typeof LEVELS) =>
    (message: string, fields: Fields = {}) => {
      if (LEVELS[name] < least) return;
      write(`${JSON.stringify({ level: LEVELS[name], time: Date.now(), ...fields, msg: message })}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** The same log, with these fields on every line. */
export function withFields(log: Log, fields: Fields): Log {
  const at =
    (name: keyof typeof LEVELS) =>
    (message: string, more: Fields = {}) =>
      log[name](message, { ...fields, ...more });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** What went wrong, in one line for the log. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
