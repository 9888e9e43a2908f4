/**
 * Changes stored for browsers that reconnect, limited by number of lines and by size. Covers at least a minute of a
 * large fleet.
 */
const MAX_LINES = 20_000;
const MAX_BYTES = 12_000_000;

interface Entry {
  sequence: number;
  line: Buffer;
}

/**
 * The latest changes of the cluster state, each an encoded line with its position. A cursor names an epoch (this
 * process) and a position.
 */
export class ChangeLog {
  readonly #epoch: string;
  #sequence = 0;
  #entries: Entry[] = [];
  #bytes = 0;

  constructor(epoch: string) {
    this.#epoch = epoch;
  }

  get sequence(): number {
    return this.#sequence;
  }

  cursor(sequence: number = this.#sequence): string {
    return `${this.#epoch}.${sequence}`;
  }

  /** Appends a change. `encode` receives the cursor for its line. */
  append(encode: (cursor: string) => Buffer): Entry {
    this.#sequence += 1;
    const entry = { sequence: this.#sequence, line: encode(this.cursor()) };
    this.#entries.push(entry);
    this.#bytes += entry.line.length;
    if (this.#entries.length > MAX_LINES || this.#bytes > MAX_BYTES) this.#dropHalf();
    return entry;
  }

  /** All changes after a position; null if some of them have been dropped. */
  since(sequence: number): readonly Entry[] | null {
    if (sequence === this.#sequence) return [];
    const first = this.#entries[0]?.sequence;
    if (sequence > this.#sequence || first === undefined || sequence + 1 < first) return null;
    return this.#entries.slice(sequence + 1 - first);
  }

  /** The position of a cursor; null if it belongs to another process or is invalid. */
  placeOf(cursor: string): number | null {
    const [epoch, place, ...rest] = cursor.split('.');
    if (epoch !== this.#epoch || rest.length > 0 || !place || !/^\d{1,15}$/.test(place)) return null;
    return Number(place);
  }

  /** Drops half at a time, so that most changes cost nothing extra. */
  #dropHalf(): void {
    this.#entries = this.#entries.slice(Math.ceil(this.#entries.length / 2));
    this.#bytes = this.#entries.reduce((sum, entry) => sum + entry.line.length, 0);
  }
}
