/** What is kept of a thing at one moment. */
interface Sample {
  key: string;
  /** Null: not measured. */
  millicores: number | null;
  memoryBytes: number | null;
  restarts: number | null;
}

/** What was kept of one thing, oldest first. */
interface Samples {
  millicores: (number | null)[];
  memoryBytes: (number | null)[];
  restarts: (number | null)[];
}

const SERIES = 3;
/** Things whose samples share one block of memory. */
const THINGS_PER_BLOCK = 256;

/**
 * The last samples of many things: 12 bytes a sample, 14 MB for 20,000 pods of 60 samples. More things than
 * `mostThings` are not kept, and a thing that is not sampled any more is forgotten.
 */
export class UsageHistory {
  readonly #samples: number;
  readonly #mostThings: number;
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #blocks: Float32Array[] = [];
  #taken = 0;
  #lastAtMs: number | null = null;

  constructor(samples: number, mostThings: number) {
    this.#samples = samples;
    this.#mostThings = mostThings;
  }

  /** When the last sample was taken; null: none was yet. */
  get lastAtMs(): number | null {
    return this.#lastAtMs;
  }

  /** Takes a sample of everything that there is now. */
  take(things: Iterable<Sample>, atMs: number): void {
    const column = this.#taken % this.#samples;
    const present = new Set<string>();
    for (const { key, millicores, memoryBytes, restarts } of things) {
      const slot = this.#slots.get(key) ?? this.#open(key);
      if (slot === null) continue;
      present.add(key);
      this.#put(slot, 0, column, millicores);
      this.#put(slot, 1, column, memoryBytes);
      this.#put(slot, 2, column, restarts);
    }
    for (const [key, slot] of this.#slots) {
      if (present.has(key)) continue;
      this.#slots.delete(key);
      this.#free.push(slot);
    }
    this.#taken += 1;
    this.#lastAtMs = atMs;
  }

  /** What is kept of a thing, from its first sample on; null: nothing. */
  of(key: string): Samples | null {
    const slot = this.#slots.get(key);
    if (slot === undefined) return null;
    const known = Math.min(this.#taken, this.#samples);
    const columns = Array.from({ length: known }, (_, at) => (this.#taken - known + at) % this.#samples);
    const read = (series: number) =>
      columns.map((column) => {
        const value = this.#block(slot)[place(slot, series, column, this.#samples)] ?? Number.NaN;
        return Number.isNaN(value) ? null : value;
      });
    return { millicores: read(0), memoryBytes: read(1), restarts: read(2) };
  }

  #open(key: string): number | null {
    const slot = this.#free.pop() ?? (this.#slots.size < this.#mostThings ? this.#slots.size : null);
    if (slot === null) return null;
    this.#slots.set(key, slot);
    this.#blocks[Math.floor(slot / THINGS_PER_BLOCK)] ??= new Float32Array(THINGS_PER_BLOCK * SERIES * this.#samples);
    // What was there before was another's.
    const from = place(slot, 0, 0, this.#samples);
    this.#block(slot).fill(Number.NaN, from, from + SERIES * this.#samples);
    return slot;
  }

  #put(slot: number, series: number, column: number, value: number | null): void {
    this.#block(slot)[place(slot, series, column, this.#samples)] = value ?? Number.NaN;
  }

  #block(slot: number): Float32Array {
    return this.#blocks[Math.floor(slot / THINGS_PER_BLOCK)] ?? NOTHING;
  }
}

const NOTHING = new Float32Array(0);

const place = (slot: number, series: number, column: number, samples: number) =>
  ((slot % THINGS_PER_BLOCK) * SERIES + series) * samples + column;
