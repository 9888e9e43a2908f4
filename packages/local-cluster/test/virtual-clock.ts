import type { Clock } from '../src/clock.ts';

/** Time that passes only when a test advances it. */
export class VirtualClock implements Clock {
  #nowMs: number;
  #timers: { atMs: number; order: number; action: () => void }[] = [];
  #order = 0;

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, action: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, order: this.#order++, action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((active) => active !== timer);
    };
  }

  /** Advances time and runs everything due in the meantime, in order. */
  advance(durationMs: number): void {
    const untilMs = this.#nowMs + durationMs;
    for (;;) {
      const [next] = this.#timers
        .filter((timer) => timer.atMs <= untilMs)
        .sort((left, right) => left.atMs - right.atMs || left.order - right.order);
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.action();
    }
    this.#nowMs = untilMs;
  }
}
