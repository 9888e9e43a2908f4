/** What is asked of one statement at once, at most. */
const MOST_AT_ONCE = 1_000;

interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve(answer: Answer | PromiseLike<Answer>): void;
  reject(error: unknown): void;
}

/** Questions that come within a few milliseconds are answered together: what costs a statement each costs one for all. */
export class Gathered<Asked, Answer> {
  readonly #gatherMs: number;
  readonly #answerAll: (asked: readonly Asked[]) => Promise<(Answer | Promise<Answer>)[]>;
  #waiting: Waiting<Asked, Answer>[] = [];
  #timer: NodeJS.Timeout | null = null;

  /** @param answerAll an answer for each, in their order; when it rejects, it does so for all */
  constructor(gatherMs: number, answerAll: (asked: readonly Asked[]) => Promise<(Answer | Promise<Answer>)[]>) {
    this.#gatherMs = gatherMs;
    this.#answerAll = answerAll;
  }

  ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject });
      if (this.#waiting.length >= MOST_AT_ONCE) this.#flush();
      else this.#timer ??= setTimeout(() => this.#flush(), this.#gatherMs);
    });
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#answerAll(waiting.map((one) => one.asked)).then(
      (answers) => {
        for (const [at, one] of waiting.entries()) one.resolve(answers[at] as Answer | Promise<Answer>);
      },
      (error: unknown) => {
        for (const one of waiting) one.reject(error);
      },
    );
  }
}
