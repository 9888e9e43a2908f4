/** An answer's `date` is cut to whole seconds, and both ends may round differently. */
const PRECISION_MS = 1_000;

/**
 * The server's clock, as its answers tell it. A host's own clock may be hours off or be set while we run; what we tell
 * with a time of ours (a step of the engine's life, the end of a restriction) stands beside times of the server's.
 * Between answers the steady clock counts on.
 */
export class ServerClock {
  /** What to add to the steady clock. */
  #baseMs = Date.now() - performance.now();

  nowMs(): number {
    return Math.round(this.#baseMs + performance.now());
  }

  /**
   * An answer came with this `date`, to a question of `askedAtMs` by the steady clock. A clock that agrees with it as
   * far as it can be read is left alone, so that one that is right stays precise.
   */
  heard(date: string | undefined, askedAtMs: number): void {
    const toldMs = Date.parse(date ?? '');
    if (Number.isNaN(toldMs)) return;
    const answeredAtMs = performance.now();
    const earliestMs = toldMs - PRECISION_MS - this.#baseMs;
    const latestMs = toldMs + 2 * PRECISION_MS - this.#baseMs;
    if (answeredAtMs >= earliestMs && askedAtMs <= latestMs) return;
    this.#baseMs = toldMs + PRECISION_MS / 2 - (askedAtMs + answeredAtMs) / 2;
  }
}
