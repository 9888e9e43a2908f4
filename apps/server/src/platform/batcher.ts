/** Maximum items per statement. */
const MAX_BATCH_SIZE = 1_000;

/** After this many milliseconds, start the next batch without waiting for the running one. */
const SLOW_MS = 50;

interface Waiting<Input, Answer> {
  input: Input;
  resolve(answer: Answer | PromiseLike<Answer>): void;
  reject(error: unknown): void;
}

/**
 * Batches calls that arrive while an earlier batch is running, so that all of them cost one statement instead of one
 * each. Under load a batch also waits until `delayMs` after the start of the last one. A single call never waits for
 * others, and a slow batch delays the next by at most `SLOW_MS`.
 */
export class Batcher<Input, Answer> {
  readonly #delayMs: number;
  readonly #maxBatchSize: number;
  readonly #answerAll: (inputs: readonly Input[]) => Promise<(Answer | Promise<Answer>)[]>;
  #waiting: Waiting<Input, Answer>[] = [];
  #running = 0;
  #armed: { cancel(): void } | undefined;
  /** Earliest start of the next batch after one with several items. */
  #notBeforeMs = 0;
  #lastBeganMs = 0;

  /**
   * @param answerAll returns an answer for each input, in order; if it rejects, all calls of the batch reject
   * @param maxBatchSize a batch of this size starts immediately, even while others are running
   */
  constructor(
    delayMs: number,
    answerAll: (inputs: readonly Input[]) => Promise<(Answer | Promise<Answer>)[]>,
    maxBatchSize = MAX_BATCH_SIZE,
  ) {
    this.#delayMs = delayMs;
    this.#answerAll = answerAll;
    this.#maxBatchSize = maxBatchSize;
  }

  ask(input: Input): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      if (this.#waiting.length >= this.#maxBatchSize) this.#flush();
      else this.#arm();
    });
  }

  #arm(): void {
    if (this.#armed || this.#waiting.length === 0) return;
    const startMs = this.#running > 0 ? Math.max(this.#notBeforeMs, this.#lastBeganMs + SLOW_MS) : this.#notBeforeMs;
    const waitMs = startMs - performance.now();
    // Deferred to the end of the event loop's turn, because requests of the same turn belong in the batch too.
    if (waitMs > 0) {
      const timer = setTimeout(() => this.#flush(), waitMs);
      this.#armed = { cancel: () => clearTimeout(timer) };
    } else {
      const immediate = setImmediate(() => this.#flush());
      this.#armed = { cancel: () => clearImmediate(immediate) };
    }
  }

  #flush(): void {
    this.#disarm();
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return;
    this.#running += 1;
    this.#lastBeganMs = performance.now();
    this.#notBeforeMs = waiting.length > 1 ? this.#lastBeganMs + this.#delayMs : 0;
    this.#answerAll(waiting.map(({ input }) => input))
      .then(
        (answers) => {
          for (const [index, call] of waiting.entries()) call.resolve(answers[index] as Answer | Promise<Answer>);
        },
        (error: unknown) => {
          for (const call of waiting) call.reject(error);
        },
      )
      .finally(() => {
        this.#running -= 1;
        this.#disarm();
        this.#arm();
      });
  }

  #disarm(): void {
    this.#armed?.cancel();
    this.#armed = undefined;
  }
}
