import { Backoff } from '@switchyard/backoff';
import { type EngineClock, sleep, systemClock, within } from '../clock.ts';
import { ServerRefusal } from '../connection/server-answer.ts';

/**
 * What is to be told, and what to do with the answer. A batch belongs to the teller from `take` until one of the others
 * is called with it.
 */
export interface Telling<Batch> {
  clock?: EngineClock | undefined;
  /** How long the first news waits for company. */
  gatherMs: number;
  /** News that comes so long after the last telling that it will hardly have company waits for none. */
  aloneAtOnce?: boolean;
  /** First and longest wait while the server is away. */
  retryMs: readonly [number, number];
  isEmpty(): boolean;
  take(): Batch;
  /**
   * Rejects with `ServerUnavailable` to be called again with the same news, with `ServerRefusal` when the server will
   * not have them.
   */
  tell(batch: Batch): Promise<void>;
  /** It was not heard: back, before whatever has come since. */
  giveBack(batch: Batch): void;
  /** The server will not have this batch, however often it is told. */
  refused(batch: Batch, refusal: ServerRefusal): void;
  /** The first failure since the last success. */
  away?(error: unknown): void;
  /** @returns true when the error ends the lease. */
  heed(error: unknown): boolean;
}

/** Tells the server one batch after another, gathered for a moment, until each has been heard. */
export class BatchSender<Batch> {
  readonly #telling: Telling<Batch>;
  #running: Promise<void> | null = null;
  readonly #clock: EngineClock;
  #cancelTimer: (() => void) | null = null;
  #ended = false;
  /** When the last telling ended, by the clock; before the first one: long ago. */
  #toldMs = Number.NEGATIVE_INFINITY;

  constructor(telling: Telling<Batch>) {
    this.#telling = telling;
    this.#clock = telling.clock ?? systemClock;
  }

  /** There is news. */
  arm(): void {
    if (this.#ended || this.#running || this.#cancelTimer) return;
    const { gatherMs, aloneAtOnce } = this.#telling;
    const isAlone = aloneAtOnce && this.#clock.nowMs() - this.#toldMs >= gatherMs;
    this.#cancelTimer = this.#clock.schedule(isAlone ? 0 : gatherMs, () => this.#run());
  }

  /** Nothing more is to be expected now: tells what there is. */
  hurry(): void {
    if (!this.#telling.isEmpty()) this.#run();
  }

  /** Resolves when everything so far was heard, or after `timeoutMs`. */
  async flush(timeoutMs: number): Promise<void> {
    this.hurry();
    await within(this.#clock, this.#running, timeoutMs);
  }

  /** Tells nothing more. */
  end(): void {
    this.#ended = true;
    this.#cancelTimer?.();
  }

  #run(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#running || this.#ended) return;
    this.#running = this.#tellAll().finally(() => {
      this.#running = null;
      this.#toldMs = this.#clock.nowMs();
      if (!this.#telling.isEmpty()) this.arm();
    });
  }

  async #tellAll(): Promise<void> {
    const telling = this.#telling;
    const backoff = new Backoff(...telling.retryMs);
    while (!this.#ended && !telling.isEmpty()) {
      const batch = telling.take();
      try {
        await telling.tell(batch);
        backoff.reset();
      } catch (error) {
        const isLost = telling.heed(error);
        if (!isLost && error instanceof ServerRefusal) {
          telling.refused(batch, error);
          continue;
        }
        telling.giveBack(batch);
        if (isLost) return;
        if (backoff.isFirst()) telling.away?.(error);
        await sleep(this.#clock, backoff.nextMs());
      }
    }
  }
}
