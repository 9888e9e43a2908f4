/**
 * How long to wait after `failures` failures in a row, from one on: `firstMs`, then twice as long each time, up to
 * `mostMs`.
 */
export function backoffMs(failures: number, firstMs: number, mostMs: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 30));
}

/**
 * The waits between attempts of one thing. Each has a jitter of half, so that a thousand engines do not come back at
 * once.
 */
export class Backoff {
  readonly #firstMs: number;
  readonly #mostMs: number;
  #failures = 0;

  constructor(firstMs: number, mostMs: number) {
    this.#firstMs = firstMs;
    this.#mostMs = mostMs;
  }

  /** Counts a failure. @returns how long to wait now */
  nextMs(): number {
    this.#failures += 1;
    const fullMs = backoffMs(this.#failures, this.#firstMs, this.#mostMs);
    return fullMs / 2 + (Math.random() * fullMs) / 2;
  }

  /** True until the first wait since the last success. */
  isFirst(): boolean {
    return this.#failures === 0;
  }

  reset(): void {
    this.#failures = 0;
  }
}
