import type { SendOutcome } from '@switchyard/contracts/engine/protocol';
import type { EngineClock } from '../clock.ts';
import type { EngineServer } from '../connection/server-client.ts';
import type { FailedMessage, Receipt } from '../drivers/driver.ts';
import { type Log, reasonOf } from '../log.ts';
import { BatchSender } from './batch-sender.ts';

/** A claimed row, by the attempt that it was claimed with. */
export interface HeldReport {
  _id: string;
  attempt: number;
  waMessageId: string;
}
/** What became of a row. `inDoubt`: WhatsApp may have taken it before, whatever it said now. */
export interface Result extends HeldReport {
  outcome: SendOutcome;
  inDoubt: boolean;
  /** Whether the number is on WhatsApp; undefined: that was not asked. */
  onWhatsApp?: boolean | undefined;
}
/** A row that goes back to the lane. */
export interface GivenBack extends HeldReport {
  inDoubt: boolean;
}
interface Restriction {
  scope: 'new' | 'all';
  untilMs: number | null;
  lifted: boolean;
}

interface Batch {
  results: Result[];
  givenBack: GivenBack[];
  receipts: [string, Receipt][];
  failures: FailedMessage[];
  taken: (() => void)[];
  restriction: Restriction | null;
}

/** Most of each kind in one report; within the protocol's limits. */
const MAX_RESULTS = 500;
const MAX_RECEIPTS = 1_000;
/** So many results wait for no more company. */
const FULL_REPORT = 100;
/**
 * Receipts kept while the server is away; beyond, the oldest are dropped and told again by the network after a
 * reconnect.
 */
const MAX_KEPT_RECEIPTS = 50_000;

export interface ReportDeskOptions {
  server: EngineServer;
  generation: number;
  /** How long a first result waits for company. */
  gatherMs: number;
  log: Log;
  clock?: EngineClock | undefined;
  /** The server has recorded (or refused for good) these rows: they are out of our hands. */
  reported(rows: HeldReport[]): void;
  /** @returns true when the error ends the lease. */
  heed(error: unknown): boolean;
}

/** Gathers what the server must know and tells it in batches, one at a time, until it has been heard. */
export class ResultReporter {
  readonly #options: ReportDeskOptions;
  readonly #teller: BatchSender<Batch>;
  #results: Result[] = [];
  #givenBack: GivenBack[] = [];
  /** By message, the highest level last heard of each kind: repeats cost nothing. */
  readonly #receipts = new Map<string, Receipt>();
  #failures: FailedMessage[] = [];
  #taken: (() => void)[] = [];
  #restriction: Restriction | null = null;

  constructor(options: ReportDeskOptions) {
    const { gatherMs, log, clock, heed, reported } = options;
    this.#options = options;
    this.#teller = new BatchSender<Batch>({
      clock,
      gatherMs,
      retryMs: [200, 5_000],
      isEmpty: () => this.#isEmpty(),
      take: () => this.#take(),
      tell: (batch) => this.#tell(batch),
      giveBack: (batch) => this.#keep(batch),
      refused(batch, error) {
        // The rows stay in `sending` and are settled by the next lease.
        const rows = rowsOf(batch);
        log.error('a report was refused', { reason: reasonOf(error), rows: rows.length });
        reported(rows);
      },
      away: (error) => log.warn('the server is away', { reason: reasonOf(error) }),
      heed,
    });
  }

  result(result: Result): void {
    this.#results.push(result);
    if (this.#results.length >= FULL_REPORT) this.hurry();
    else this.#teller.arm();
  }

  /** Nothing more is to be expected now: tell what there is. */
  hurry(): void {
    this.#teller.hurry();
  }

  giveBack(rows: GivenBack[]): void {
    if (rows.length === 0) return;
    this.#givenBack.push(...rows);
    this.#teller.arm();
  }

  /** `taken` is called once the server has these. */
  receipts(receipts: Receipt[], taken: () => void): void {
    for (const receipt of receipts) {
      this.#receipts.set(`${receipt.waMessageId} ${receipt.level}`, receipt);
    }
    for (const key of this.#receipts.keys()) {
      if (this.#receipts.size <= MAX_KEPT_RECEIPTS) break;
      this.#receipts.delete(key);
      this.#taken = [];
    }
    this.#taken.push(taken);
    this.#teller.arm();
  }

  /** `taken` is called once the server has these. */
  failures(failures: FailedMessage[], taken: () => void): void {
    this.#failures.push(...failures);
    this.#taken.push(taken);
    this.#teller.arm();
  }

  restriction(restriction: Restriction): void {
    this.#restriction = restriction;
    this.#teller.arm();
  }

  /** Resolves when everything so far was heard, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void> {
    return this.#teller.flush(timeoutMs);
  }

  end(): void {
    this.#teller.end();
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

  #keep({ results, givenBack, receipts, failures, taken, restriction }: Batch): void {
    this.#results.unshift(...results);
    this.#givenBack.unshift(...givenBack);
    for (const [key, receipt] of receipts) this.#receipts.set(key, receipt);
    this.#failures.unshift(...failures);
    this.#taken.unshift(...taken);
    this.#restriction ??= restriction;
  }

  /**
   * The row is no longer ours to report on, but that WhatsApp took the message stays true: told by its id, as a receipt
   * would.
   */
  #tellAnyway(results: Result[]): void {
    for (const { waMessageId, outcome } of results) {
      if (outcome.kind !== 'accepted') continue;
      this.#receipts.set(`${waMessageId} 1`, { waMessageId, level: 1, atMs: outcome.atMs });
    }
  }

  async #tell(batch: Batch): Promise<void> {
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
      this.#tellAnyway(results.filter((result) => refused.includes(result._id)));
    }
    reported(rowsOf(batch));
    for (const done of batch.taken) done();
  }
}

const rowsOf = ({ results, givenBack }: Batch): HeldReport[] => [...results, ...givenBack];
