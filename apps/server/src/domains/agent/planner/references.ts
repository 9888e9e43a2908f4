import type { Named } from './lexicon.ts';
import type { PlanContext } from './plan-types.ts';
import { ClarificationNeeded, type TokenReader } from './token-reader.ts';
import { plain, type Token, tokenise } from './tokens.ts';
import { splitWords } from './vocabulary.ts';

/** What the conversation showed last. */
export interface ShownResults {
  /** Ids of scheduled messages, in the order shown. */
  messages: readonly string[];
  /** The people it was about. */
  people: readonly Named[];
}

const COUNTS = splitWords('one two three four five six seven eight nine ten');
const PLACES = splitWords('first second third fourth fifth sixth seventh eighth ninth tenth');
const NTH = splitWords('1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th');
const countOf = (word: string | undefined): number => {
  const at = COUNTS.indexOf(word ?? '');
  return at >= 0 ? at + 1 : /^\d{1,2}$/.test(word ?? '') ? Number(word) : 0;
};
const PLACE = `(?:${[...PLACES, ...NTH, 'last'].join('|')})`;
const COUNT = `(?:${COUNTS.join('|')}|\\d{1,2})`;
const ONE = '(?: (?:one|message|text|reminder|option|of (?:them|those|these)))*';
const FIRST_FEW = new RegExp(`\\b(?:the )?(first|last) (${COUNT})\\b${ONE}s?`);
const IN_PLACE = new RegExp(
  `\\b(?:the )?${PLACE}(?: (?:one|message))?(?:(?:,| and|, and) (?:the )?${PLACE})*\\b${ONE}(?! (?:week|day|month|year|time|of)\\b)`,
);
const NUMBERED = /\b(?:number|no\.?|#) ?(\d{1,2})\b/;

/**
 * “the second”, “the first two”, “number 3”: the positions among `count` items, and where the phrase is; null if there
 * is none.
 * @throws ClarificationNeeded if there are fewer
 */
export function placesIn(lower: string, count: number): { places: number[]; from: number; to: number } | null {
  const few = FIRST_FEW.exec(lower);
  const found = few ?? NUMBERED.exec(lower) ?? IN_PLACE.exec(lower);
  if (!found) return null;
  const words = found[0].match(/[\p{L}\p{N}]+/gu) ?? [];
  const all = Array.from({ length: count }, (_, at) => at);
  const fewMatch = countOf(few?.[2]);
  const places = few
    ? few[1] === 'first'
      ? all.slice(0, fewMatch)
      : all.slice(-fewMatch)
    : found[1]
      ? [Number(found[1]) - 1]
      : words.flatMap((word) => {
          if (word === 'last') return [count - 1];
          const at = Math.max(PLACES.indexOf(word), NTH.indexOf(word));
          return at >= 0 ? [at] : [];
        });
  const isThere =
    places.length > 0 && places.every((at) => at >= 0 && at < count) && (!few || places.length === fewMatch);
  if (!isThere) throw new ClarificationNeeded(`I showed ${count}. Which of them do you mean?`, [], { wants: 'which' });
  return { places: [...new Set(places)], from: found.index, to: found.index + found[0].length };
}

const OF_ONE = /\b(?:it|that one|this one|that|this|that message|this message|that reminder|this reminder)\b/;

/**
 * Takes “it”, “that one”, “those two”, “the second”, and returns the messages they refer to; null if there is no such
 * word.
 * @throws ClarificationNeeded if it could be another
 */
export function takeShown(reading: TokenReader, shown: ShownResults | undefined): string[] | null {
  const messages = shown?.messages ?? [];
  if (messages.length === 0) return null;
  const text = reading.tokens.find(({ is }) => is === 'text');
  // Names and message text don't count.
  const lower = [...plain(reading.request)]
    .map((letter, at) =>
      reading.tokens.some(({ is, from, to }) => (is === 'person' || is === 'text') && from <= at && at < to)
        ? '_'
        : letter,
    )
    .join('')
    .slice(0, text?.is === 'text' && text.marker === 'colon' ? text.from : undefined);
  const few = placesIn(lower, messages.length);
  if (few) {
    markUsed(reading, few);
    return few.places.flatMap((at) => messages[at] ?? []);
  }
  const several = SEVERAL.map((pattern) => pattern.exec(lower)).find((found) => found !== null);
  const match = reading.has('all everything every messages texts reminders ones') ? null : OF_ONE.exec(lower);
  if (several) {
    const countWord = several.groups?.count;
    const count = several[0].startsWith('both') ? 2 : countWord ? countOf(countWord) : messages.length;
    if (count !== messages.length)
      throw new ClarificationNeeded(`I showed ${messages.length}. Which of them do you mean?`, [], {
        wants: 'which',
      });
    markUsed(reading, { from: several.index, to: several.index + several[0].length });
    return [...messages];
  }
  if (!match) return null;
  if (messages.length > 1)
    throw new ClarificationNeeded(
      `I showed ${messages.length}. Which of them do you mean: the first, the last, all of them?`,
      [],
      {
        wants: 'which',
        at: { from: match.index, to: match.index + match[0].length },
      },
    );
  markUsed(reading, { from: match.index, to: match.index + match[0].length });
  return [...messages];
}

const SEVERAL = [
  new RegExp(
    `\\b(?:those|these|all|the|both)(?: of)?(?: (?:the|those|these))? (?<count>${COUNT})\\b(?! ?(?:am|pm|:|o'clock|minutes?|hours?|days?|weeks?))`,
  ),
  /\b(?:all|both) of (?:them|those|these)\b|\bthem (?:all|both)\b|\b(?:both|them|those|these)\b/,
];

function markUsed({ tokens }: TokenReader, { from, to }: { from: number; to: number }): void {
  for (const token of tokens) if (from <= token.from && token.to <= to) token.isUsed = true;
}

const WRITES_TO = '(?:to|tell|text|message|msg|write|send|remind|ping|for|with|from|of|about|notify|ask)';
const PERSON: [pronoun: RegExp, ending: string][] = [
  [
    /\b(?:his|hers|their|her)(?= (?!(?:a|an|the|this|that|some|another|my|our) )(?:\p{L}+ )?(?:messages?|msgs?|texts?|reminders?|chat|number|phone|picture|photo|pic|profile|reply|answer|name)\b)/u,
    '’s',
  ],
  [/\b(?:her|him|she|he)\b/, ''],
  [new RegExp(`(?<=\\b${WRITES_TO} )them\\b|^they\\b|(?<=\\b(?:have|did|do|are|were) )they\\b`), ''],
];

/** Replaces “her” and “he” with the one person the conversation is about; message text is unchanged. */
export function withPeople(request: string, { lexicon, shown }: PlanContext): string {
  const [person, other] = shown?.people ?? [];
  if (!person || other || !PERSON.some(([pronoun]) => pronoun.test(plain(request)))) return request;
  const tokens = tokenise(request, lexicon);
  if (tokens.some(({ is }) => is === 'person' || is === 'number')) return request;
  const text = tokens.find(
    (token): token is Extract<Token, { is: 'text' }> => token.is === 'text' && token.marker !== 'sought',
  );
  const head = request.slice(0, text?.from ?? request.length);
  for (const [pronoun, ending] of PERSON) {
    const found = pronoun.exec(plain(head));
    if (!found) continue;
    const name = person.name === person.mobile ? person.mobile : `${person.name} (${person.mobile})`;
    return `${request.slice(0, found.index)}${name}${ending}${request.slice(found.index + found[0].length)}`;
  }
  return request;
}
