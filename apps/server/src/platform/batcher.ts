/** What is asked of one statement at once, at most. */
const MAX_AT_ONCE = 1_000;

/** A statement that takes this long is no company to wait for: the next one starts beside it. Milliseconds. */
const SLOW_MS = 50;

interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve(answer: Answer | PromiseLike<Answer>): void;
  reject(error: unknown): void;
}

/**
 * Questions that come while an earlier one is being answered are answered together after it: what costs a statement
 * each costs one for all. While they come in company they also wait until `gatherMs` after the last statement began;
 * whoever asks alone waits for nothing, and a slow answer holds nobody up for longer than `SLOW_MS`.
 */
export class Batcher<Asked, Answer> {
  readonly #gatherMs: number;
  readonly #mostAtOnce: number;
  readonly #answerAll: (asked: readonly Asked[]) => Promise<(Answer | Promise<Answer>)[]>;
  #waiting: Waiting<Asked, Answer>[] = [];
  #running = 0;
  #armed: { cancel(): void } | undefined;
  /** When the last statement is old enough for the next one. */
  #notBeforeMs = 0;
  #lastBeganMs = 0;

  /**
   * @param answerAll an answer for each, in their order; when it rejects, it does so for all
   * @param mostAtOnce so many are asked at once, whatever is still being answered
   */
  constructor(
    gatherMs: number,
    answerAll: (asked: readonly Asked[]) => Promise<(Answer | Promise<Answer>)[]>,
    mostAtOnce = MAX_AT_ONCE,
  ) {
    this.#gatherMs = gatherMs;
    this.#answerAll = answerAll;
    this.#mostAtOnce = mostAtOnce;
  }

  ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject });
      if (this.#waiting.length >= this.#mostAtOnce) this.#flush();
      else this.#arm();
    });
  }

  #arm(): void {
    if (this.#armed || this.#waiting.length === 0) return;
    const startMs = this.#running > 0 ? Math.max(this.#notBeforeMs, this.#lastBeganMs + SLOW_MS) : this.#notBeforeMs;
    const waitMs = startMs - performance.now();
    // At once means after everything that has come with it: requests of one turn of the event loop are company too.
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
    this.#notBeforeMs = waiting.length > 1 ? this.#lastBeganMs + this.#gatherMs : 0;
    this.#answerAll(waiting.map((one) => one.asked))
      .then(
        (answers) => {
          for (const [at, one] of waiting.entries()) one.resolve(answers[at] as Answer | Promise<Answer>);
        },
        (error: unknown) => {
          for (const one of waiting) one.reject(error);
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
