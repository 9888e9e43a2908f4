import type { Clock } from '../src/clock.ts';

/** Time that passes when a test says so. */
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
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Lets time pass, with everything that was to happen meanwhile, in its order. */
  advance(durationMs: number): void {
    const untilMs = this.#nowMs + durationMs;
    for (;;) {
      const [next] = this.#timers
        .filter((one) => one.atMs <= untilMs)
        .sort((one, other) => one.atMs - other.atMs || one.order - other.order);
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.action();
    }
    this.#nowMs = untilMs;
  }
}
