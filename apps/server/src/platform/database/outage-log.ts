import { DrizzleQueryError } from 'drizzle-orm';
import type { Log } from '../logging/log.ts';

const LOG_INTERVAL_MS = 10_000;
/** Length of the logged part of a statement; enough to recognise one that took too long. */
const STATEMENT_LENGTH = 200;

/**
 * Logs that the database is unavailable, which every request runs into, at most once per interval in one short line.
 */
export class OutageLog {
  readonly #nowMs: () => number;
  #loggedAtMs = Number.NEGATIVE_INFINITY;
  #refused = 0;

  constructor(nowMs = Date.now) {
    this.#nowMs = nowMs;
  }

  warn(log: Log, error: unknown): void {
    this.#refused += 1;
    const nowMs = this.#nowMs();
    if (nowMs - this.#loggedAtMs < LOG_INTERVAL_MS) return;
    log.warn({ reason: reasonOf(error), ...statementOf(error), refused: this.#refused }, 'the database is unavailable');
    this.#loggedAtMs = nowMs;
    this.#refused = 0;
  }
}

/** The innermost reason. Errors of several connection attempts have only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}

const statementOf = (error: unknown): { statement?: string } =>
  error instanceof DrizzleQueryError ? { statement: error.query.slice(0, STATEMENT_LENGTH) } : {};
