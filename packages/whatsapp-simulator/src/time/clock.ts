/** Where time comes from. Milliseconds since the Unix epoch. */
export interface Clock {
  nowMs(): number;
  /** Runs `task` once after `delayMs`. @returns a function that cancels it. */
  schedule(delayMs: number, task: () => void): () => void;
}

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until `advance` moves it: a test of hours takes milliseconds and always runs alike. */
export class VirtualClock implements Clock {
  #nowMs: number;
  #order = 0;
  readonly #timers = new Map<number, { atMs: number; task: () => void }>();

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  /** When the earliest timer falls due; null: there is none. */
  nextMs(): number | null {
    return this.#earliest(Number.POSITIVE_INFINITY)?.atMs ?? null;
  }

  schedule(delayMs: number, task: () => void): () => void {
    const id = ++this.#order;
    this.#timers.set(id, { atMs: this.#nowMs + Math.max(0, delayMs), task });
    return () => this.#timers.delete(id);
  }

  /**
   * Moves time on, running every timer that falls due at its own moment, earliest first, first scheduled first among
   * equals.
   */
  advance(byMs: number): void {
    const untilMs = this.#nowMs + byMs;
    for (let next = this.#earliest(untilMs); next; next = this.#earliest(untilMs)) {
      this.#timers.delete(next.id);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.task();
    }
    this.#nowMs = untilMs;
  }

  #earliest(untilMs: number): { id: number; atMs: number; task: () => void } | null {
    let found: { id: number; atMs: number; task: () => void } | null = null;
    for (const [id, timer] of this.#timers) {
      if (timer.atMs <= untilMs && (!found || timer.atMs < found.atMs)) found = { id, ...timer };
    }
    return found;
  }
}
