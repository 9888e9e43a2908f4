/** Waiting times that double from `firstMs` to `mostMs`, each with a jitter of half, so that a thousand engines do not come back at once. */
export class Backoff {
  readonly #firstMs: number;
  readonly #mostMs: number;
  #failures = 0;

  constructor(firstMs: number, mostMs: number) {
    this.#firstMs = firstMs;
    this.#mostMs = mostMs;
  }

  nextMs(): number {
    const fullMs = Math.min(this.#mostMs, this.#firstMs * 2 ** Math.min(this.#failures++, 30));
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
