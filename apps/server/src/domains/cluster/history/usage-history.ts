/** A sample of one pod or node. */
interface Sample {
  key: string;
  /** Null if it was not measured. */
  millicores: number | null;
  memoryBytes: number | null;
  restarts: number | null;
}

/** The recorded samples of one pod or node, oldest first. */
interface Samples {
  millicores: (number | null)[];
  memoryBytes: (number | null)[];
  restarts: (number | null)[];
}

const SERIES = 3;
/** Items whose samples share one block of memory. */
const ITEMS_PER_BLOCK = 256;

/**
 * The last samples of many items: 12 bytes per sample, 14 MB for 20,000 pods with 60 samples. Items beyond `maxItems`
 * are not recorded, and an item that is no longer sampled is removed.
 */
export class UsageHistory {
  readonly #samples: number;
  readonly #maxItems: number;
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #blocks: Float32Array[] = [];
  #taken = 0;
  #lastAtMs: number | null = null;

  constructor(samples: number, maxItems: number) {
    this.#samples = samples;
    this.#maxItems = maxItems;
  }

  /** Time of the last sample; null if there is none. */
  get lastAtMs(): number | null {
    return this.#lastAtMs;
  }

  /** Records a sample of everything that exists now. */
  take(items: Iterable<Sample>, atMs: number): void {
    const column = this.#taken % this.#samples;
    const present = new Set<string>();
    for (const { key, millicores, memoryBytes, restarts } of items) {
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

  /** The samples of an item since its first; null if there are none. */
  of(key: string): Samples | null {
    const slot = this.#slots.get(key);
    if (slot === undefined) return null;
    const count = Math.min(this.#taken, this.#samples);
    const columns = Array.from({ length: count }, (_, index) => (this.#taken - count + index) % this.#samples);
    const read = (series: number) =>
      columns.map((column) => {
        const value = this.#block(slot)[place(slot, series, column, this.#samples)] ?? Number.NaN;
        return Number.isNaN(value) ? null : value;
      });
    return { millicores: read(0), memoryBytes: read(1), restarts: read(2) };
  }

  #open(key: string): number | null {
    const slot = this.#free.pop() ?? (this.#slots.size < this.#maxItems ? this.#slots.size : null);
    if (slot === null) return null;
    this.#slots.set(key, slot);
    this.#blocks[Math.floor(slot / ITEMS_PER_BLOCK)] ??= new Float32Array(ITEMS_PER_BLOCK * SERIES * this.#samples);
    // Clear the samples of the slot's previous item.
    const from = place(slot, 0, 0, this.#samples);
    this.#block(slot).fill(Number.NaN, from, from + SERIES * this.#samples);
    return slot;
  }

  #put(slot: number, series: number, column: number, value: number | null): void {
    this.#block(slot)[place(slot, series, column, this.#samples)] = value ?? Number.NaN;
  }

  #block(slot: number): Float32Array {
    return this.#blocks[Math.floor(slot / ITEMS_PER_BLOCK)] ?? NOTHING;
  }
}

const NOTHING = new Float32Array(0);

const place = (slot: number, series: number, column: number, samples: number) =>
  ((slot % ITEMS_PER_BLOCK) * SERIES + series) * samples + column;
