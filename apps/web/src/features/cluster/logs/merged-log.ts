import type { LogLine } from './log-line.ts';

/** A line waits this long for earlier lines of other containers before it is shown. */
export const HOLD_BACK_MS = 500;
/** The oldest lines are dropped beyond either limit, so that a log of any length costs the page the same. */
export const MAX_LINES = 20_000;
export const MAX_CHARACTERS = 8_000_000;
/** Held-back lines are limited too: a container that writes this much within the delay is shown without waiting. */
const MAX_HELD_CHARACTERS = 2_000_000;

export interface ShownLine extends LogLine {
  /** Increases by one per line; identifies a row across renders. */
  sequence: number;
}

/**
 * Merges several containers' logs in the order of their timestamps. Lines wait for {@link HOLD_BACK_MS} so that a
 * slower container's earlier line still comes first; one that arrives even later is inserted in its place.
 */
export class MergedLog {
  #held: { line: LogLine; arrivedAtMs: number }[] = [];
  #heldCharacters = 0;
  #shown: ShownLine[] = [];
  #characters = 0;
  #sequence = 0;
  #dropped = 0;

  /** Adds a line that has arrived. */
  push(line: LogLine, arrivedAtMs: number): void {
    this.#held.push({ line, arrivedAtMs });
    this.#heldCharacters += line.text.length;
    if (this.#held.length >= MAX_LINES || this.#heldCharacters >= MAX_HELD_CHARACTERS) this.flush();
  }

  /** Shows lines that have waited long enough. @returns whether anything changed */
  release(nowMs: number): boolean {
    return this.#show((held) => nowMs - held.arrivedAtMs >= HOLD_BACK_MS);
  }

  /** Shows everything, at the end of a log. */
  flush(): boolean {
    return this.#show(() => true);
  }

  /** The lines shown, in order; the same array until something changes. */
  get lines(): readonly ShownLine[] {
    return this.#shown;
  }

  /** Number of lines dropped because of the limits. */
  get dropped(): number {
    return this.#dropped;
  }

  #show(isRipe: (held: { line: LogLine; arrivedAtMs: number }) => boolean): boolean {
    const ripe = this.#held.filter(isRipe);
    if (ripe.length === 0) return false;
    // Equal times keep the order of arrival: sort is stable. A later line that is due releases earlier held ones.
    const latest = ripe.reduce((max, held) => Math.max(max, held.line.atMs), Number.NEGATIVE_INFINITY);
    const released = this.#held.filter((held) => isRipe(held) || held.line.atMs < latest);
    this.#held = this.#held.filter((held) => !isRipe(held) && held.line.atMs >= latest);
    const added = released.map(({ line }) => ({ ...line, sequence: this.#next() })).sort((a, b) => a.atMs - b.atMs);
    this.#shown = mergeOrdered(this.#shown, added);
    for (const line of added) {
      this.#characters += line.text.length;
      this.#heldCharacters -= line.text.length;
    }
    this.#trim();
    return true;
  }

  #next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  #trim(): void {
    let from = 0;
    while (this.#shown.length - from > MAX_LINES || this.#characters > MAX_CHARACTERS) {
      this.#characters -= this.#shown[from]?.text.length ?? 0;
      from += 1;
    }
    if (from === 0) return;
    this.#dropped += from;
    this.#shown = this.#shown.slice(from);
  }
}

/** Merges two ordered lists; only the affected tail of `shown` is walked. */
function mergeOrdered(shown: readonly ShownLine[], added: readonly ShownLine[]): ShownLine[] {
  const first = added[0]?.atMs ?? 0;
  let from = shown.length;
  while (from > 0 && (shown[from - 1]?.atMs ?? 0) > first) from -= 1;
  const tail = [...shown.slice(from), ...added].sort((a, b) => a.atMs - b.atMs || a.sequence - b.sequence);
  return [...shown.slice(0, from), ...tail];
}

/** As many hues as can be told apart, each defined in the style sheet; further containers share them. */
const HUES = 8;

/**
 * The hue of a container's badge, by its position among the containers, so that it never changes while the dialog is
 * open.
 */
export function containerHue(containers: readonly string[], container: string): number {
  return Math.max(0, containers.indexOf(container)) % HUES;
}

/** Lines whose text or container contains the search, ignoring case. */
export function searchLines(lines: readonly ShownLine[], search: string): readonly ShownLine[] {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return lines;
  return lines.filter((line) => line.text.toLowerCase().includes(wanted));
}

/** The log as a text file. */
export function logAsText(lines: readonly ShownLine[]): string {
  return lines.map((line) => `${new Date(line.atMs).toISOString()} [${line.container}] ${line.text}\n`).join('');
}
