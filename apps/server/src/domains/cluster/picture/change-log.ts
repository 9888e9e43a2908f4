/**
 * Changes kept for browsers that come back: by number of lines and by size, whichever is reached first. A minute of a
 * large fleet's at least.
 */
const MAX_LINES = 20_000;
const MAX_BYTES = 12_000_000;

interface Entry {
  sequence: number;
  line: Buffer;
}

/**
 * The last changes of the picture, each an encoded line with its place in the order. A cursor names an epoch (this
 * process) and a place.
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

  /** Adds a change; `encode` is given the cursor that the line is to carry. */
  append(encode: (cursor: string) => Buffer): Entry {
    this.#sequence += 1;
    const entry = { sequence: this.#sequence, line: encode(this.cursor()) };
    this.#entries.push(entry);
    this.#bytes += entry.line.length;
    if (this.#entries.length > MAX_LINES || this.#bytes > MAX_BYTES) this.#forgetHalf();
    return entry;
  }

  /** Every change after a place, or null when some of them are forgotten. */
  since(sequence: number): readonly Entry[] | null {
    if (sequence === this.#sequence) return [];
    const first = this.#entries[0]?.sequence;
    if (sequence > this.#sequence || first === undefined || sequence + 1 < first) return null;
    return this.#entries.slice(sequence + 1 - first);
  }

  /** The place that a cursor names; null when it is not of this process or no cursor at all. */
  placeOf(cursor: string): number | null {
    const [epoch, place, ...rest] = cursor.split('.');
    if (epoch !== this.#epoch || rest.length > 0 || !place || !/^\d{1,15}$/.test(place)) return null;
    return Number(place);
  }

  /** Half at a time, so that forgetting costs nothing on most changes. */
  #forgetHalf(): void {
    this.#entries = this.#entries.slice(Math.ceil(this.#entries.length / 2));
    this.#bytes = this.#entries.reduce((sum, entry) => sum + entry.line.length, 0);
  }
}
