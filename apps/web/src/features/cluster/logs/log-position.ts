import { secondOf } from './log-line.ts';

/** Prefixes distinguish lines well enough; whole lines may be megabytes. */
const COMPARED_CHARACTERS = 512;

/**
 * Position up to which a container's log was read. Kubernetes resumes a log by whole seconds only, so after a cut the
 * last second is sent again: its lines are counted here to tell repeated ones from new ones.
 */
export class LogPosition {
  #second: string | null = null;
  readonly #inSecond = new Map<number, number>();
  #repeated: Map<number, number> | null = null;

  /** Where to resume; null if no line with a timestamp was seen. */
  get sinceTime(): string | null {
    return this.#second;
  }

  /** Call before the log is read again from a time that may be before its end. */
  rewind(): void {
    this.#repeated = new Map(this.#inSecond);
  }

  /** Whether a line was seen in the last second. Changes nothing. */
  has(raw: string): boolean {
    return this.#inSecond.has(fingerprint(raw)) || this.#isEarlier(secondOf(raw));
  }

  /** Accepts a received line. @returns false if it was already there before the log was rewound */
  accept(raw: string): boolean {
    const second = secondOf(raw);
    const print = fingerprint(raw);
    if (this.#repeated) {
      const left = this.#repeated.get(print) ?? 0;
      if (left > 0) {
        this.#repeated.set(print, left - 1);
        return false;
      }
      if (this.#isEarlier(second)) return false;
      // The first line of a later second: no more repeats follow.
      if (second !== this.#second) this.#repeated = null;
    }
    if (second !== null && second !== this.#second && !this.#isEarlier(second)) {
      this.#second = second;
      this.#inSecond.clear();
    }
    if (second === this.#second) this.#inSecond.set(print, (this.#inSecond.get(print) ?? 0) + 1);
    return true;
  }

  #isEarlier(second: string | null): boolean {
    return second !== null && this.#second !== null && Date.parse(second) < Date.parse(this.#second);
  }
}

/** FNV-1a over the start and the length of a line. */
function fingerprint(raw: string): number {
  let hash = 0x811c9dc5 ^ raw.length;
  for (let at = 0; at < raw.length && at < COMPARED_CHARACTERS; at += 1) {
    hash = Math.imul(hash ^ raw.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
