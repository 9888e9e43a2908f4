import { type EngineClock, systemClock } from '../clock.ts';

/** Wakes a single waiter. A ring without a waiter counts for the next wait. */
export class Signal {
  readonly #clock: EngineClock;
  #rung = false;
  #wake: (() => void) | null = null;

  constructor(clock: EngineClock = systemClock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Resolves at the next ring, or after `timeoutMs`. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.#rung && timeoutMs > 0) {
      await new Promise<void>((resolve) => {
        const cancel = this.#clock.schedule(timeoutMs, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
    this.#wake = null;
    this.#rung = false;
  }
}
