import type { SendOutcome } from '@switchyard/contracts/engine-protocol';
import { Backoff } from '../connection/backoff.ts';
import { type EngineServer, ServerRefusal } from '../connection/server-client.ts';
import type { FailedMessage, Receipt } from '../drivers/driver.ts';
import { type Log, reasonOf } from '../log.ts';

export interface Result {
  _id: string;
  attempt: number;
  outcome: SendOutcome;
}
interface Restriction {
  scope: 'new' | 'all';
  untilMs: number | null;
  lifted: boolean;
}

/** Most of each kind in one report; within the protocol's limits. */
const MAX_RESULTS = 500;
const MAX_RECEIPTS = 1_000;
/** So many results wait for no more company. */
const FULL_REPORT = 100;
/** Receipts kept while the server is away; beyond, the oldest are dropped and told again by the network after a reconnect. */
const MAX_KEPT_RECEIPTS = 50_000;

export interface ReportDeskOptions {
  server: EngineServer;
  generation: number;
  /** How long a first result waits for company. */
  gatherMs: number;
  log: Log;
  /** The server has recorded (or refused for good) these rows: they are out of our hands. */
  reported(ids: string[]): void;
  /** @returns true when the error ends the lease. */
  heed(error: unknown): boolean;
}

/** Gathers what the server must know and tells it in batches, one at a time, until it has been heard. */
export class ReportDesk {
  readonly #options: ReportDeskOptions;
  #results: Result[] = [];
  #released: string[] = [];
  /** By message, the highest level last heard of each kind: repeats cost nothing. */
  readonly #receipts = new Map<string, Receipt>();
  #failures: FailedMessage[] = [];
  #taken: (() => void)[] = [];
  #restriction: Restriction | null = null;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(options: ReportDeskOptions) {
    this.#options = options;
  }

  result(result: Result): void {
    this.#results.push(result);
    if (this.#results.length >= FULL_REPORT) this.hurry();
    else this.#arm();
  }

  /** Nothing more is to be expected now: tell what there is. */
  hurry(): void {
    if (this.#isEmpty()) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#run();
  }

  release(ids: string[]): void {
    this.#released.push(...ids);
    this.#arm();
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
    this.#arm();
  }

  /** `taken` is called once the server has these. */
  failures(failures: FailedMessage[], taken: () => void): void {
    this.#failures.push(...failures);
    this.#taken.push(taken);
    this.#arm();
  }

  restriction(restriction: Restriction): void {
    this.#restriction = restriction;
    this.#arm();
  }

  /** Resolves when everything so far was heard, or after `timeoutMs`. */
  async flush(timeoutMs: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#run();
    await Promise.race([this.#running, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #isEmpty(): boolean {
    return (
      this.#results.length === 0 &&
      this.#released.length === 0 &&
      this.#receipts.size === 0 &&
      this.#failures.length === 0 &&
      this.#restriction === null
    );
  }

  #arm(): void {
    if (this.#ended || this.#running || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, this.#options.gatherMs);
  }

  #run(): void {
    if (this.#running || this.#ended) return;
    this.#running = this.#tellAll().finally(() => {
      this.#running = null;
      if (!this.#isEmpty()) this.#arm();
    });
  }

  async #tellAll(): Promise<void> {
    const backoff = new Backoff(200, 5_000);
    while (!this.#ended && !this.#isEmpty()) {
      const results = this.#results.splice(0, MAX_RESULTS);
      const released = this.#released.splice(0, MAX_RESULTS);
      const receipts = [...this.#receipts.entries()].slice(0, MAX_RECEIPTS);
      for (const [key] of receipts) this.#receipts.delete(key);
      const failures = this.#failures.splice(0, MAX_RESULTS);
      const taken = this.#receipts.size + this.#failures.length === 0 ? this.#taken.splice(0) : [];
      const restriction = this.#restriction;
      this.#restriction = null;
      const acks = receipts.map(([, { waMessageId, level, atMs }]) => ({ waMessageId, level, atMs }));
      const again = () => {
        this.#results.unshift(...results);
        this.#released.unshift(...released);
        for (const [key, receipt] of receipts) this.#receipts.set(key, receipt);
        this.#failures.unshift(...failures);
        this.#taken.unshift(...taken);
        this.#restriction ??= restriction;
      };
      const rows = [...results.map((one) => one._id), ...released];
      try {
        const { server, generation } = this.#options;
        const { refused } = await server.report({
          generation,
          results,
          released,
          acks,
          ...(failures.length > 0 ? { failures } : {}),
          ...(restriction ? { restriction } : {}),
        });
        if (refused.length > 0) this.#options.log.warn('results were refused', { count: refused.length });
        this.#options.reported(rows);
        for (const done of taken) done();
        backoff.reset();
      } catch (error) {
        if (this.#options.heed(error)) {
          again();
          return;
        }
        if (error instanceof ServerRefusal) {
          // Telling it again would be refused again. The rows stay in `sending` and are settled by the next lease.
          this.#options.log.error('a report was refused', { reason: reasonOf(error), rows: rows.length });
          this.#options.reported(rows);
          continue;
        }
        again();
        if (backoff.isFirst()) this.#options.log.warn('the server is away', { reason: reasonOf(error) });
        await new Promise((resolve) => setTimeout(resolve, backoff.nextMs()));
      }
    }
  }
}
