/** A seeded random number generator (mulberry32). */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    return unit(this.#state);
  }

  /** A whole number in [0, `limit`). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** One of the keys, with a probability proportional to its weight. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return (entries.at(-1) as [K, number])[0];
  }

  /** Lower-case letters and digits, as Kubernetes appends them to names. */
  letters(count: number): string {
    const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
    return Array.from({ length: count }, () => alphabet[this.below(alphabet.length)]).join('');
  }
}

/** A number in [0, 1) determined by whole numbers: randomness without state. */
export function chanceOf(...parts: number[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) hash = Math.imul(hash ^ (part | 0), 0x01000193) ^ (hash >>> 13);
  return unit(hash >>> 0);
}

/** A UUID determined by whole numbers. */
export function uuidOf(...parts: number[]): string {
  const digits = [1, 2, 3, 4]
    .map((salt) =>
      Math.floor(chanceOf(salt, ...parts) * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
  const groups = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return [...groups, digits.slice(20, 32)].join('-');
}

function unit(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
