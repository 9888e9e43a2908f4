/** Growth is judged over the last ten minutes, and not before there are four samples over 45 seconds. */
const WINDOW_MS = 10 * 60_000;
const LEAST_SAMPLES = 4;
const LEAST_SPAN_MS = 45_000;

/** Memory of one node over the last ten minutes. */
export class MemoryGrowth {
  #samples: { atMs: number; bytes: number }[] = [];

  add(atMs: number, bytes: number): void {
    this.#samples = this.#samples.filter((one) => one.atMs > atMs - WINDOW_MS && one.atMs < atMs);
    this.#samples.push({ atMs, bytes });
  }

  /** Bytes a minute by least squares; null when there is too little to judge by. */
  perMinute(): number | null {
    const samples = this.#samples;
    const first = samples[0];
    const last = samples.at(-1);
    if (!first || !last || samples.length < LEAST_SAMPLES || last.atMs - first.atMs < LEAST_SPAN_MS) return null;
    const meanAt = samples.reduce((sum, one) => sum + one.atMs - first.atMs, 0) / samples.length;
    const meanBytes = samples.reduce((sum, one) => sum + one.bytes, 0) / samples.length;
    let covariance = 0;
    let variance = 0;
    for (const one of samples) {
      const away = one.atMs - first.atMs - meanAt;
      covariance += away * (one.bytes - meanBytes);
      variance += away * away;
    }
    return Math.round((covariance / variance) * 60_000);
  }
}
