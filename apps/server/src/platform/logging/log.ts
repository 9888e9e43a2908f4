import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino, type SerializedError } from 'pino';

export type Log = Logger;

/** The process's log: one JSON object a line on standard output, with everything that could be a secret left out. */
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
 * An error for the log. The query builder writes the values of a statement into what it throws, and PostgreSQL repeats
 * the row in its detail: people's texts and numbers, and the sign-in by which the caller was looked up whenever the
 * database is away. What is no value of its type it quotes in its words.
 */
function withoutValues(error: Error): object {
  const values = valuesIn(error);
  const without = (text: string) => values.reduce((rest, one) => rest.replaceAll(one, ''), text);
  const clean = ({
    params: _values,
    detail: _row,
    where: _data,
    aggregateErrors,
    ...told
  }: SerializedError): object => ({
    ...told,
    message: without(told.message),
    stack: without(told.stack),
    ...(aggregateErrors && { aggregateErrors: aggregateErrors.map(clean) }),
  });
  return clean(pino.stdSerializers.err(error));
}

/** The values of statements as they stand in the words of an error, of its reasons and of those that it gathers. */
function valuesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = error instanceof DrizzleQueryError ? [`\nparams: ${error.params}`] : quotedIn(error);
  const gathered = error instanceof AggregateError ? error.errors : [];
  return [...own, ...[error.cause, ...gathered].flatMap(valuesIn)];
}

/** What PostgreSQL quotes of a value that its type does not take (class 22 of its codes). */
const quotedIn = (error: Error & { code?: unknown }): string[] =>
  typeof error.code === 'string' && /^22...$/.test(error.code)
    ? [...error.message.matchAll(/"(?<value>.+)"/gs)].map(({ groups }) => groups?.value ?? '')
    : [];
