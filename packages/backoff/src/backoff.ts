/** Time to wait after `failures` consecutive failures (at least 1): `firstMs`, then doubling up to `maxMs`. */
export function backoffMs(failures: number, firstMs: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
}

/** Delays between attempts. Each is jittered by half, so that a thousand engines don't come back at once. */
export class Backoff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #failures = 0;

  constructor(firstMs: number, maxMs: number) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
  }

  /** Counts a failure. @returns how long to wait before the next attempt */
  nextMs(): number {
    this.#failures += 1;
    const fullMs = backoffMs(this.#failures, this.#firstMs, this.#maxMs);
    return fullMs / 2 + (Math.random() * fullMs) / 2;
  }

  /** Whether no attempt has failed since the last success. */
  isFirst(): boolean {
    return this.#failures === 0;
  }

  reset(): void {
    this.#failures = 0;
  }
}
