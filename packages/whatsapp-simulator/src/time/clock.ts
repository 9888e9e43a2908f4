/** Source of time, in milliseconds since the Unix epoch. */
export interface Clock {
  nowMs(): number;
  /** Runs `task` once after `delayMs`. @returns cancels it */
  schedule(delayMs: number, task: () => void): () => void;
}

/** The machine's clock. Its timers don't keep the process alive. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A clock that only moves with `advance`, so that a test of hours takes milliseconds and always runs the same way. */
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

  /** When the earliest timer is due; null if there is none. */
  nextMs(): number | null {
    return this.#earliest(Number.POSITIVE_INFINITY)?.atMs ?? null;
  }

  schedule(delayMs: number, task: () => void): () => void {
    const id = ++this.#order;
    this.#timers.set(id, { atMs: this.#nowMs + Math.max(0, delayMs), task });
    return () => this.#timers.delete(id);
  }

  /**
   * Advances time and runs every timer due in the meantime at its time, in order; equal times in order of scheduling.
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
