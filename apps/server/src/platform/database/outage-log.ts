import { DrizzleQueryError } from 'drizzle-orm';
import type { Log } from '../logging/log.ts';

const EVERY_MS = 10_000;
/** Of a statement: enough to know it by, where it took too long. */
const STATEMENT_LENGTH = 200;

/** Tells that the database is away, which every request finds anew, in one short line at a time. */
export class OutageLog {
  readonly #nowMs: () => number;
  #toldAtMs = Number.NEGATIVE_INFINITY;
  #refused = 0;

  constructor(nowMs = Date.now) {
    this.#nowMs = nowMs;
  }

  tell(log: Log, error: unknown): void {
    this.#refused += 1;
    const nowMs = this.#nowMs();
    if (nowMs - this.#toldAtMs < EVERY_MS) return;
    log.warn({ reason: reasonOf(error), ...statementOf(error), refused: this.#refused }, 'the database is away');
    this.#toldAtMs = nowMs;
    this.#refused = 0;
  }
}

/** The innermost reason; several attempts to connect have but a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}

const statementOf = (error: unknown): { statement?: string } =>
  error instanceof DrizzleQueryError ? { statement: error.query.slice(0, STATEMENT_LENGTH) } : {};
