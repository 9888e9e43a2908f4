import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino, type SerializedError } from 'pino';

export type Log = Logger;

/** The process's log: one JSON object per line on standard output, with everything that could be a secret removed. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  const options = {
    level,
    base: null,
    serializers: { err: withoutValues },
    redact: {
      paths: [
        'authorization',
        'cookie',
        'password',
        'token',
        'secret',
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.token',
        '*.secret',
        'req.headers.authorization',
        'req.headers.cookie',
      ],
      censor: '[hidden]',
    },
  };
  return pino(options, destination);
}

/**
 * Removes values from an error before it is logged. The query builder puts a statement's values into its errors, and
 * PostgreSQL repeats the row in its detail: people's texts and numbers, and the caller's login session whenever the
 * database is unavailable. PostgreSQL also quotes a value that does not fit its type.
 */
function withoutValues(error: Error): object {
  const values = valuesIn(error);
  const without = (text: string) => values.reduce((rest, value) => rest.replaceAll(value, ''), text);
  const clean = ({
    params: _values,
    detail: _row,
    where: _data,
    aggregateErrors,
    ...safe
  }: SerializedError): object => ({
    ...safe,
    message: without(safe.message),
    stack: without(safe.stack),
    ...(aggregateErrors && { aggregateErrors: aggregateErrors.map(clean) }),
  });
  return clean(pino.stdSerializers.err(error));
}

/** The values of statements as they appear in the messages of an error, its causes and its aggregated errors. */
function valuesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = error instanceof DrizzleQueryError ? [`\nparams: ${error.params}`] : quotedIn(error);
  const aggregated = error instanceof AggregateError ? error.errors : [];
  return [...own, ...[error.cause, ...aggregated].flatMap(valuesIn)];
}

/** The value that PostgreSQL quotes because it does not fit its type (error class 22). */
const quotedIn = (error: Error & { code?: unknown }): string[] =>
  typeof error.code === 'string' && /^22...$/.test(error.code)
    ? [...error.message.matchAll(/"(?<value>.+)"/gs)].map(({ groups }) => groups?.value ?? '')
    : [];
