/** The `date` header is truncated to whole seconds, and both ends may round differently. */
const PRECISION_MS = 1_000;

/**
 * The server's clock according to its responses. A host's own clock may be hours off or be adjusted, and the times the
 * engine reports (of its life cycle, or the end of a restriction) are compared with the server's. Between responses the
 * steady clock keeps counting.
 */
export class ServerClock {
  /** Offset to add to the steady clock. */
  #baseMs = Date.now() - performance.now();

  nowMs(): number {
    return Math.round(this.#baseMs + performance.now());
  }

  /**
   * Adjusts the clock to a response's `date`, for a request sent at `sentAtMs` by the steady clock. A clock that agrees
   * with the date within its precision is not changed, so that a correct clock stays precise.
   */
  sync(date: string | undefined, sentAtMs: number): void {
    const dateMs = Date.parse(date ?? '');
    if (Number.isNaN(dateMs)) return;
    const answeredAtMs = performance.now();
    const earliestMs = dateMs - PRECISION_MS - this.#baseMs;
    const latestMs = dateMs + 2 * PRECISION_MS - this.#baseMs;
    if (answeredAtMs >= earliestMs && sentAtMs <= latestMs) return;
    this.#baseMs = dateMs + PRECISION_MS / 2 - (sentAtMs + answeredAtMs) / 2;
  }
}
