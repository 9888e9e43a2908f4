/** A contact or group that a request may name. */
export interface Named {
  name: string;
  /** E.164 or a group's id. */
  mobile: string;
  /** IANA zone; null if unknown. */
  zone: string | null;
}

/** Words too common in company and family names to identify one alone. */
const TOO_COMMON = new Set([
  'the',
  'and',
  'of',
  'van',
  'den',
  'der',
  'de',
  'la',
  'le',
  'von',
  'al',
  'el',
  'dr',
  'mr',
  'mrs',
  'ms',
  'co',
  'ltd',
  'inc',
  'my',
]);
const MAX_WORDS = 5;

/** A text without accents, in lower case. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[’‘]/g, "'");

/** The words of a name or request, folded. */
export const wordsIn = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a name, also with “&” spelled as a word. */
const spellingsOf = (name: string): string[][] =>
  /\s[&+]\s/.test(name) ? [wordsIn(name), wordsIn(name.replace(/\s[&+]\s/g, ' and '))] : [wordsIn(name)];

/** The names of a workspace's contacts and groups, indexed by the words that may refer to them. */
export class Lexicon {
  readonly #byWords = new Map<string, Named[]>();
  readonly people: readonly Named[];

  constructor(people: readonly Named[]) {
    this.people = people;
    for (const person of people) for (const words of spellingsOf(person.name)) this.#add(person, words);
  }

  #add(person: Named, words: readonly string[]): void {
    for (let from = 0; from < words.length; from += 1) {
      for (let to = from + 1; to <= Math.min(words.length, from + MAX_WORDS); to += 1) {
        const part = words.slice(from, to);
        if (part[0] === 'and' || part.at(-1) === 'and') continue;
        if (part.every((word) => TOO_COMMON.has(word) || (words.length > 1 && word.length < 2))) continue;
        const key = part.join(' ');
        const known = this.#byWords.get(key) ?? [];
        if (!known.includes(person)) this.#byWords.set(key, [...known, person]);
      }
    }
  }

  /**
   * The candidates of the longest name that starts here; a full name takes precedence over partial ones. Null if no
   * name starts here.
   */
  matchAt(text: string, at: number): { matches: readonly Named[]; to: number; words: number } | null {
    const found = [...text.slice(at).matchAll(/[\p{L}\p{N}\p{M}]+/gu)].slice(0, MAX_WORDS);
    if (found[0]?.index !== 0) return null;
    for (let count = found.length; count > 0; count -= 1) {
      const last = found[count - 1];
      if (!last) continue;
      const to = at + last.index + last[0].length;
      const between = text.slice(at, to);
      if (/[":;,?!]/.test(between)) continue;
      const key = found
        .slice(0, count)
        .flatMap(([word]) => wordsIn(word))
        .join(' ');
      const known = this.#byWords.get(key);
      if (!known) continue;
      const exact = known.filter(({ name }) => spellingsOf(name).some((words) => words.join(' ') === key));
      const matches = exact.length > 0 && count > 1 ? exact : known;
      // “the Weekend crew group”
      const noun = matches.every(({ mobile }) => mobile.endsWith('@g.us')) ? / group(?![\p{L}\p{N}])/uy : null;
      if (noun) noun.lastIndex = to;
      return { matches, to: to + (noun?.exec(text.toLowerCase())?.[0].length ?? 0), words: count };
    }
    return null;
  }
}
