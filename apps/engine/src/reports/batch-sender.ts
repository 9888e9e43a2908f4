import { Backoff } from '@switchyard/backoff';
import { type EngineClock, sleep, systemClock, waitAtMost } from '../clock.ts';
import { ServerRefusal } from '../connection/server-answer.ts';

/**
 * The items to send, and the reactions to the server's response. A batch belongs to the sender from `take` until
 * another function is called with it.
 */
export interface BatchSource<Batch> {
  clock?: EngineClock | undefined;
  /** How long the first item waits for others. */
  batchDelayMs: number;
  /** Send an item without delay if nothing was sent for that long, because it would hardly be joined by others. */
  isImmediateWhenQuiet?: boolean;
  /** Bounds of the delay between retries while the server is unavailable. */
  retryMs: readonly [number, number];
  isEmpty(): boolean;
  take(): Batch;
  /**
   * Rejects with `ServerUnavailable` to be retried with the same items, or with `ServerRefusal` if the server will not
   * accept them.
   */
  send(batch: Batch): Promise<void>;
  /** Puts an undelivered batch back, ahead of newer items. */
  giveBack(batch: Batch): void;
  /** The server will never accept this batch. */
  refused(batch: Batch, refusal: ServerRefusal): void;
  /** Called for the first failure since the last success. */
  away?(error: unknown): void;
  /** @returns true if the error ends the lease */
  handleError(error: unknown): boolean;
}

/** Sends batches to the server one after another, each collected for a moment and retried until it is accepted. */
export class BatchSender<Batch> {
  readonly #source: BatchSource<Batch>;
  #running: Promise<void> | null = null;
  readonly #clock: EngineClock;
  #cancelTimer: (() => void) | null = null;
  #ended = false;
  /** When the last sending ended; long ago before the first. */
  #sentAtMs = Number.NEGATIVE_INFINITY;

  constructor(source: BatchSource<Batch>) {
    this.#source = source;
    this.#clock = source.clock ?? systemClock;
  }

  /** There are items to send. */
  arm(): void {
    if (this.#ended || this.#running || this.#cancelTimer) return;
    const { batchDelayMs, isImmediateWhenQuiet } = this.#source;
    const isQuiet = isImmediateWhenQuiet && this.#clock.nowMs() - this.#sentAtMs >= batchDelayMs;
    this.#cancelTimer = this.#clock.schedule(isQuiet ? 0 : batchDelayMs, () => this.#run());
  }

  /** No more items are expected now: sends the pending ones. */
  hurry(): void {
    if (!this.#source.isEmpty()) this.#run();
  }

  /** Resolves when everything so far was accepted, or after `timeoutMs`. */
  async flush(timeoutMs: number): Promise<void> {
    this.hurry();
    await waitAtMost(this.#clock, this.#running, timeoutMs);
  }

  /** Sends nothing more. */
  end(): void {
    this.#ended = true;
    this.#cancelTimer?.();
  }

  #run(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#running || this.#ended) return;
    this.#running = this.#sendAll().finally(() => {
      this.#running = null;
      this.#sentAtMs = this.#clock.nowMs();
      if (!this.#source.isEmpty()) this.arm();
    });
  }

  async #sendAll(): Promise<void> {
    const source = this.#source;
    const backoff = new Backoff(...source.retryMs);
    while (!this.#ended && !source.isEmpty()) {
      const batch = source.take();
      try {
        await source.send(batch);
        backoff.reset();
      } catch (error) {
        const isLost = source.handleError(error);
        if (!isLost && error instanceof ServerRefusal) {
          source.refused(batch, error);
          continue;
        }
        source.giveBack(batch);
        if (isLost) return;
        if (backoff.isFirst()) source.away?.(error);
        await sleep(this.#clock, backoff.nextMs());
      }
    }
  }
}
