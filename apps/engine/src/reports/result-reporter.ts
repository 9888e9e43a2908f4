import type { SendOutcome } from '@switchyard/contracts/engine/protocol';
import type { EngineClock } from '../clock.ts';
import type { EngineServer } from '../connection/server-client.ts';
import type { FailedMessage, Receipt } from '../drivers/driver.ts';
import { type Log, reasonOf } from '../log.ts';
import { BatchSender } from './batch-sender.ts';

/** A claimed row with the attempt of its claim. */
export interface RowReference {
  _id: string;
  attempt: number;
  waMessageId: string;
}
/** The result of a row. `inDoubt`: WhatsApp may have accepted the message earlier, whatever this outcome says. */
export interface Result extends RowReference {
  outcome: SendOutcome;
  inDoubt: boolean;
  /** Whether the number is on WhatsApp; undefined if that was not checked. */
  onWhatsApp?: boolean | undefined;
}
/** A row that is returned to the lane. */
export interface ReturnedRow extends RowReference {
  inDoubt: boolean;
}
interface Restriction {
  scope: 'new' | 'all';
  untilMs: number | null;
  lifted: boolean;
}

interface Batch {
  results: Result[];
  givenBack: ReturnedRow[];
  receipts: [string, Receipt][];
  failures: FailedMessage[];
  taken: (() => void)[];
  restriction: Restriction | null;
}

/** Maximum of each kind per report, within the protocol's limits. */
const MAX_RESULTS = 500;
const MAX_RECEIPTS = 1_000;
/** With this many results, a report is sent immediately. */
const FULL_REPORT = 100;
/**
 * Maximum receipts stored while the server is unavailable; beyond that, the oldest are dropped and sent again by the
 * network after a reconnect.
 */
const MAX_WAITING_RECEIPTS = 50_000;

export interface ResultReporterOptions {
  server: EngineServer;
  generation: number;
  /** Batching delay of a first result. */
  batchDelayMs: number;
  log: Log;
  clock?: EngineClock | undefined;
  /**
   * Called when the server has recorded these rows, or refused them for good: they are no longer our responsibility.
   */
  reported(rows: RowReference[]): void;
  /** @returns true if the error ends the lease */
  handleError(error: unknown): boolean;
}

/** Reports results to the server in batches, one at a time, until they are accepted. */
export class ResultReporter {
  readonly #options: ResultReporterOptions;
  readonly #sender: BatchSender<Batch>;
  #results: Result[] = [];
  #givenBack: ReturnedRow[] = [];
  /** The latest receipt by message and level, so that repeats cost nothing. */
  readonly #receipts = new Map<string, Receipt>();
  #failures: FailedMessage[] = [];
  #taken: (() => void)[] = [];
  #restriction: Restriction | null = null;

  constructor(options: ResultReporterOptions) {
    const { batchDelayMs, log, clock, handleError, reported } = options;
    this.#options = options;
    this.#sender = new BatchSender<Batch>({
      clock,
      batchDelayMs,
      retryMs: [200, 5_000],
      isEmpty: () => this.#isEmpty(),
      take: () => this.#take(),
      send: (batch) => this.#send(batch),
      giveBack: (batch) => this.#putBack(batch),
      refused(batch, error) {
        // The rows stay `sending` and are settled by the next lease.
        const rows = rowsOf(batch);
        log.error('a report was refused', { reason: reasonOf(error), rows: rows.length });
        reported(rows);
      },
      away: (error) => log.warn('the server is unavailable', { reason: reasonOf(error) }),
      handleError,
    });
  }

  result(result: Result): void {
    this.#results.push(result);
    if (this.#results.length >= FULL_REPORT) this.hurry();
    else this.#sender.arm();
  }

  /** No more results are expected now: sends the pending ones. */
  hurry(): void {
    this.#sender.hurry();
  }

  giveBack(rows: ReturnedRow[]): void {
    if (rows.length === 0) return;
    this.#givenBack.push(...rows);
    this.#sender.arm();
  }

  /** `taken` is called once the server has stored these. */
  receipts(receipts: Receipt[], taken: () => void): void {
    for (const receipt of receipts) {
      this.#receipts.set(`${receipt.waMessageId} ${receipt.level}`, receipt);
    }
    for (const key of this.#receipts.keys()) {
      if (this.#receipts.size <= MAX_WAITING_RECEIPTS) break;
      this.#receipts.delete(key);
      this.#taken = [];
    }
    this.#taken.push(taken);
    this.#sender.arm();
  }

  /** `taken` is called once the server has stored these. */
  failures(failures: FailedMessage[], taken: () => void): void {
    this.#failures.push(...failures);
    this.#taken.push(taken);
    this.#sender.arm();
  }

  restriction(restriction: Restriction): void {
    this.#restriction = restriction;
    this.#sender.arm();
  }

  /** Resolves when everything so far was accepted, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void> {
    return this.#sender.flush(timeoutMs);
  }

  end(): void {
    this.#sender.end();
  }

  #isEmpty(): boolean {
    return (
      this.#results.length === 0 &&
      this.#givenBack.length === 0 &&
      this.#receipts.size === 0 &&
      this.#failures.length === 0 &&
      this.#restriction === null
    );
  }

  #take(): Batch {
    const results = this.#results.splice(0, MAX_RESULTS);
    const givenBack = this.#givenBack.splice(0, MAX_RESULTS);
    const receipts = [...this.#receipts.entries()].slice(0, MAX_RECEIPTS);
    for (const [key] of receipts) this.#receipts.delete(key);
    const failures = this.#failures.splice(0, MAX_RESULTS);
    const taken = this.#receipts.size + this.#failures.length === 0 ? this.#taken.splice(0) : [];
    const restriction = this.#restriction;
    this.#restriction = null;
    return { results, givenBack, receipts, failures, taken, restriction };
  }

  #putBack({ results, givenBack, receipts, failures, taken, restriction }: Batch): void {
    this.#results.unshift(...results);
    this.#givenBack.unshift(...givenBack);
    for (const [key, receipt] of receipts) this.#receipts.set(key, receipt);
    this.#failures.unshift(...failures);
    this.#taken.unshift(...taken);
    this.#restriction ??= restriction;
  }

  /**
   * Reports accepted messages of refused rows by id, like a receipt: the row is no longer ours, but WhatsApp has the
   * message.
   */
  #reportAsReceipts(results: Result[]): void {
    for (const { waMessageId, outcome } of results) {
      if (outcome.kind !== 'accepted') continue;
      this.#receipts.set(`${waMessageId} 1`, { waMessageId, level: 1, atMs: outcome.atMs });
    }
  }

  async #send(batch: Batch): Promise<void> {
    const { server, generation, log, reported } = this.#options;
    const { results, givenBack, failures, restriction } = batch;
    const { refused } = await server.report({
      generation,
      results: results.map(({ waMessageId: _, ...result }) => result),
      ...(givenBack.length > 0
        ? { givenBack: givenBack.map(({ _id, attempt, inDoubt }) => ({ _id, attempt, inDoubt })) }
        : {}),
      acks: batch.receipts.map(([, { waMessageId, level, atMs }]) => ({ waMessageId, level, atMs })),
      ...(failures.length > 0 ? { failures } : {}),
      ...(restriction ? { restriction } : {}),
    });
    if (refused.length > 0) {
      log.warn('results were refused', { count: refused.length });
      this.#reportAsReceipts(results.filter((result) => refused.includes(result._id)));
    }
    reported(rowsOf(batch));
    for (const done of batch.taken) done();
  }
}

const rowsOf = ({ results, givenBack }: Batch): RowReference[] => [...results, ...givenBack];
