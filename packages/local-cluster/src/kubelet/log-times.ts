import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Entries closer together than this are merged: the precision of a line's time. */
const RESOLUTION_MS = 5;

/**
 * When the lines of a log were written. A process writes its log itself, so the file contains no times. We record how
 * far the file had grown at which time; a line's time is that of the first entry that covers its first byte. Lines
 * written while no cluster watched get the file's modification time.
 */
export class LogTimes {
  readonly #path: string;
  /** Bytes rotated out of the current file; offsets count from the container's first byte. */
  base = 0;
  #ends: number[] = [];
  #timesMs: number[] = [];
  #unsaved = '';

  constructor(path: string) {
    this.#path = path;
    if (existsSync(path)) this.#load();
  }

  #load(): void {
    const [head = '', ...lines] = readFileSync(this.#path, 'utf8').split('\n');
    this.base = Number(head) || 0;
    for (const line of lines) {
      const [end, timeMs] = line.split(' ').map(Number);
      if (end === undefined || timeMs === undefined || Number.isNaN(end) || Number.isNaN(timeMs)) continue;
      this.#ends.push(end);
      this.#timesMs.push(timeMs);
    }
  }

  /** Records that the log reached byte `end` by `timeMs`. */
  record(end: number, timeMs: number): void {
    const last = this.#ends.length - 1;
    const lastEnd = this.#ends[last] ?? 0;
    if (end <= lastEnd) return;
    const monotone = Math.max(timeMs, this.#timesMs[last] ?? 0);
    if (last >= 0 && monotone - (this.#timesMs[last] ?? 0) < RESOLUTION_MS) this.#ends[last] = end;
    else {
      this.#ends.push(end);
      this.#timesMs.push(monotone);
    }
    this.#unsaved += `${end} ${monotone}\n`;
  }

  /** The time of the line that starts at byte `offset`. */
  timeOf(offset: number): number {
    return this.#timesMs[firstAbove(this.#ends, offset)] ?? this.#timesMs.at(-1) ?? 0;
  }

  /** Offset of the first byte written after `timeMs`. */
  offsetSince(timeMs: number): number {
    const at = firstAbove(this.#timesMs, timeMs - 1);
    return at === 0 ? 0 : (this.#ends[at - 1] ?? 0);
  }

  save(): void {
    if (this.#unsaved === '') return;
    const fresh = !existsSync(this.#path);
    this.#write(() => appendFileSync(this.#path, (fresh ? `${this.base}\n` : '') + this.#unsaved, { mode: 0o600 }));
    this.#unsaved = '';
  }

  /** Drops entries before `keepFrom`; the current file starts at `base`. */
  rotate(keepFrom: number, base: number): void {
    const at = firstAbove(this.#ends, keepFrom);
    this.#ends = this.#ends.slice(at);
    this.#timesMs = this.#timesMs.slice(at);
    this.base = base;
    const lines = this.#ends.map((end, index) => `${end} ${this.#timesMs[index]}\n`);
    this.#write(() => writeFileSync(this.#path, `${base}\n${lines.join('')}`, { mode: 0o600 }));
    this.#unsaved = '';
  }

  /** Times that can't be written (on a full disk) are lost to the next cluster, with no other effect. */
  #write(action: () => void): void {
    try {
      action();
    } catch {
      this.#unsaved = '';
    }
  }
}

/** Index of the first value above `limit` in a rising array. */
function firstAbove(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
