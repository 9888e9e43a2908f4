import type { Temporal } from 'temporal-polyfill';
import { fitsGroup, normalise } from './groups.ts';
import type { Named } from './lexicon.ts';
import { Unclear, type WhenGroup } from './resolve-when.ts';
import { digitsOf, type Token } from './tokens.ts';
import { FILLER, splitWords } from './vocabulary.ts';

/** A choice offered with a clarifying question: an unambiguous request. */
export interface Choice {
  label: string;
  request: string;
  /** Other words of an answer that choose it, besides its label. */
  also?: string;
}

/** What a question asks for, and where the answer belongs in the request. */
export interface Gap {
  wants: 'when' | 'target' | 'who' | 'whose' | 'words' | 'which' | 'name' | 'number' | 'label';
  /** The answer replaces these words; omitted if the request has none for it. */
  at?: { from: number; to: number };
  /** The answer may be inserted here. */
  after?: number;
  /** Appended if the answer leaves it out, such as the time of day after another day. */
  otherwise?: string;
}

/**
 * Nothing is done: the question says why, the choices are unambiguous requests, and an answer in words fills the gap.
 */
export class ClarificationNeeded extends Error {
  readonly choices: readonly Choice[];
  readonly gap: Gap | null;
  constructor(question: string, choices: readonly Choice[] = [], gap: Gap | null = null) {
    super(question);
    this.choices = choices;
    this.gap = gap;
  }
}

/** A clarifying question for this gap. */
export const askFor = (question: string, wants: Gap['wants'], more: Omit<Gap, 'wants'> = {}): ClarificationNeeded =>
  new ClarificationNeeded(question, [], { wants, ...more });

const placeOf = ({ from, to }: { from: number; to: number }) => ({ from, to });

type Of<Is extends Token['is']> = Extract<Token, { is: Is }>;
/** A group of time words, with its tokens. */
export interface Group extends WhenGroup {
  tokens: Of<'when'>[];
  first: number;
  last: number;
}

const ARTICLES = new Set(['the', 'our', 'my', 'a', 'an']);
const JOINTS = new Set(['at', 'on', 'in', 'the', 'of', 'for']);
const PREPOSITIONS = new Set([
  'since',
  'after',
  'before',
  'until',
  'till',
  'by',
  'from',
  'between',
  'through',
  'to',
  'starting',
  'beginning',
  'and',
  'or',
  'onwards',
  'til',
  'following',
]);

/** A request being parsed: tracks which tokens a parser has used, and which are left over. */
export class TokenReader {
  readonly request: string;
  readonly tokens: readonly Token[];
  readonly now: Temporal.ZonedDateTime;

  constructor(request: string, tokens: readonly Token[], now: Temporal.ZonedDateTime) {
    this.request = request;
    this.tokens = tokens;
    this.now = now;
  }

  /** Takes the first of these phrases that occurs; `|` separates words. @returns the phrase, or null */
  take(...phrases: string[]): string | null {
    for (const phrase of phrases) {
      const words = phrase.split(' ');
      for (let at = 0; at + words.length <= this.tokens.length; at += 1) {
        const here = this.tokens.slice(at, at + words.length);
        if (
          here.every(
            (token, place) => token.is === 'word' && !token.isUsed && words[place]?.split('|').includes(token.text),
          )
        ) {
          for (const token of here) token.isUsed = true;
          return phrase;
        }
      }
    }
    return null;
  }

  /** Returns the first non-null result; a function that returns null releases the tokens it took. */
  first<T>(...makes: (() => T | null)[]): T | null {
    const used = this.tokens.map(({ isUsed }) => isUsed);
    for (const make of makes) {
      const result = make();
      if (result !== null) return result;
      for (const [at, token] of this.tokens.entries()) token.isUsed = used[at] ?? false;
    }
    return null;
  }

  /** Whether one of these words occurs, used or not; an argument may hold several, separated by spaces. */
  has(...words: string[]): boolean {
    const known = new Set(words.flatMap(splitWords));
    return this.tokens.some((token) => token.is === 'word' && known.has(token.text));
  }

  /** Takes every occurrence of these words, given as a list or separated by spaces. @returns whether there was any */
  takeAll(words: readonly string[] | string): boolean {
    const known = new Set(typeof words === 'string' ? splitWords(words) : words);
    const found = this.tokens.filter((token) => token.is === 'word' && known.has(token.text));
    for (const token of found) token.isUsed = true;
    return found.length > 0;
  }

  all<Is extends Token['is']>(is: Is): Of<Is>[] {
    return this.tokens.filter((token): token is Of<Is> => token.is === is);
  }

  /** The nearest word before a token, skipping articles. */
  wordBefore(token: Token): string | null {
    let at = this.tokens.indexOf(token);
    for (
      let previous = this.tokens[at - 1];
      previous?.is === 'word' && ARTICLES.has(previous.text);
      previous = this.tokens[at - 1]
    )
      at -= 1;
    const before = this.tokens[at - 1];
    return before?.is === 'word' ? before.text : null;
  }

  /** The text to be sent or searched for. */
  takeText(): Of<'text'> | null {
    const text = this.all('text').find(({ isUsed }) => !isUsed);
    if (text) text.isUsed = true;
    return text ?? null;
  }

  /** Takes all unused people and numbers. */
  takePeople(): Of<'person' | 'number'>[] {
    const people = this.tokens.filter(
      (token): token is Of<'person' | 'number'> => (token.is === 'person' || token.is === 'number') && !token.isUsed,
    );
    for (const [place, token] of people.entries()) {
      token.isUsed = true;
      // "Dana and Omar", "both Dana and Omar"
      if (place > 0 && ['and', 'or'].includes(this.wordBefore(token) ?? '')) this.#use(this.tokens.indexOf(token) - 1);
    }
    return people;
  }

  #use(at: number): void {
    const token = this.tokens[at];
    if (token) token.isUsed = true;
  }

  /** Takes all adjacent time words as groups, with the words before them. */
  takeGroups(): Group[] {
    const groups: Group[] = [];
    for (let at = 0; at < this.tokens.length; at += 1) {
      const token = this.tokens[at];
      if (token?.is !== 'when' || token.isUsed) continue;
      const last = groups.at(-1);
      if (last && this.#isJoined(last.last, at) && fitsGroup(last, token.part)) {
        last.tokens.push(token);
        last.parts = normalise([...last.parts, token.part]);
        last.last = at;
        last.to = token.to;
      } else {
        groups.push({
          tokens: [token],
          parts: [token.part],
          preposition: this.#prepositionBefore(at),
          first: at,
          last: at,
          from: token.from,
          to: token.to,
        } as Group);
      }
      token.isUsed = true;
    }
    return groups;
  }

  #isJoined(from: number, to: number): boolean {
    return this.tokens.slice(from + 1, to).every((token) => token.is === 'word' && JOINTS.has(token.text));
  }

  #prepositionBefore(at: number): string | null {
    let place = at - 1;
    for (let token = this.tokens[place]; token?.is === 'word' && JOINTS.has(token.text); token = this.tokens[place])
      place -= 1;
    const token = this.tokens[place];
    if (token?.is !== 'word' || token.isUsed || !PREPOSITIONS.has(token.text)) return null;
    token.isUsed = true;
    return token.text;
  }

  /** Resolves a group, or asks with an unambiguous request for each meaning. */
  clear<T>(group: Group, resolve: () => T): T {
    try {
      return resolve();
    } catch (error) {
      if (!(error instanceof Unclear)) throw error;
      const isTime = error.choices.some((choice) => /^\d\d:\d\d$/.test(choice));
      const token = group.tokens.find(({ part }) => part.is === (isTime ? 'time' : 'day')) ?? group.tokens[0] ?? group;
      const choices = error.choices.map((choice) => ({
        label: choice,
        request: this.replaced(token, isTime ? `at ${choice}` : choice),
      }));
      throw new ClarificationNeeded(error.message, choices, { wants: 'when', at: placeOf(token) });
    }
  }

  /** The request with a token replaced by other words. */
  replaced({ from, to }: Pick<Token, 'from' | 'to'>, words: string): string {
    return `${this.request.slice(0, from)}${words}${this.request.slice(to)}`;
  }

  /** The one person that a name refers to. @throws ClarificationNeeded if there are several */
  one(token: Of<'person'>): Named {
    const [first, second] = token.matches;
    if (first && !second) return first;
    const people = token.matches.slice(0, 6);
    throw new ClarificationNeeded(
      `${token.matches.length} contacts match “${token.name}”. Who do you mean?`,
      people.map((person) => ({
        label: `${person.name} (${person.mobile})`,
        request: this.replaced(
          token,
          `${person.name} (${person.mobile})${/['’]s?$/.test(this.request.slice(token.from, token.to)) ? '’s' : ''}`,
        ),
      })),
      { wants: 'who', at: placeOf(token) },
    );
  }

  /** The numbers or group ids that names and numbers refer to. `isOne`: each must be unambiguous. */
  addresses(
    tokens: readonly Of<'person' | 'number'>[],
    toE164: (digits: string) => string | null,
    isOne: boolean,
  ): Named[] {
    return tokens.flatMap((token) => {
      if (token.is === 'person') return isOne && !token.isEach ? [this.one(token)] : [...token.matches];
      const mobile = toE164(token.digits);
      if (!mobile)
        throw askFor(
          `“${token.digits}” is not a phone number that I can read. Write it with its country, such as +44 7700 900123.`,
          'number',
          { at: placeOf(token) },
        );
      const known = this.all('person')
        .flatMap(({ matches }) => matches)
        .find((group) => digitsOf(group.mobile) === digitsOf(mobile));
      return [known ?? { name: mobile, mobile, zone: null }];
    });
  }

  /** The unused words that could change the meaning. */
  leftOver(): string[] {
    return this.tokens.flatMap((token) => {
      if (token.isUsed) return [];
      if (token.is === 'word') return FILLER.has(token.text) ? [] : [token.original];
      return [this.request.slice(token.from, token.to)];
    });
  }
}
