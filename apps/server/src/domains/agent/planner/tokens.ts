import type { Lexicon, Named } from './lexicon.ts';
import { fold } from './lexicon.ts';
import { cutMessage } from './message-text.ts';
import { readWhen } from './read-when.ts';
import { correctSpelling } from './spelling.ts';
import { isKnownWord, splitWords } from './vocabulary.ts';
import type { WhenPart } from './when-parts.ts';

interface Place {
  /** Position in the request. */
  from: number;
  to: number;
  /** A parser has used it; if any relevant token is unused at the end, nothing is done and the reply names it. */
  isUsed: boolean;
}

export type Token = Place &
  (
    | { is: 'word'; text: string; original: string }
    | { is: 'when'; part: WhenPart }
    /** All people that the name may refer to. */
    | {
        is: 'person';
        name: string;
        matches: readonly Named[];
        /** "both Toms": all of them are meant. */
        isEach: boolean;
      }
    | { is: 'number'; digits: string }
    /** Text to be sent or searched for. `isQuoted`: its start and end are certain. */
    | { is: 'text'; text: string; isQuoted: boolean; marker: string }
  );

const NUMBER = /^(\+|00)?\d[\d\s()./-]{5,18}\d(?!\w|:\d)/;
const WRITTEN_DATE = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}([/.-])\d{1,2}\1(?:20)?\d{2}(?!\d))/;
const WORD = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['-][\p{L}\p{N}]+)*/u;
/** After these, a capitalised month is a person's name. */
const BEFORE_A_NAME = /\b(to|from|with|tell|text|message|remind|ask|and|send|by|for)\s+$/;

/** Normalises letters and quotes while keeping the length, so that positions match the original. */
export function plain(request: string): string {
  return [
    ...request
      .replace(/[\t\n\r\u00a0]/g, ' ')
      .replace(/[’‘`]/g, "'")
      .replace(/[“”„«»]/g, '"')
      .replace(/\b(every|each)-(?=\p{L})/giu, '$1 '),
  ]
    .map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter))
    .join('');
}

/** Tokenises a request into words, times, people, numbers and the text to be sent. */
export function tokenise(request: string, lexicon: Lexicon): Token[] {
  const lower = plain(request);
  const cut = cutMessage(request, lower, lexicon);
  const tokens: Token[] = [];
  let at = 0;
  while (at < lower.length) {
    const joined = stretchAt(lower, at, tokens);
    if (joined) {
      tokens.push(joined);
      at = joined.to;
      continue;
    }
    if (cut && at >= cut.from && at < cut.to) {
      tokens.push({ is: 'text', ...cut, isUsed: false });
      at = cut.to;
      continue;
    }
    const end = cut && at < cut.from ? cut.from : lower.length;
    const token = hourAt(lower.slice(0, end), at, tokens) ?? tokenAt(request, lower.slice(0, end), at, lexicon);
    if (token) tokens.push(token);
    at = token ? token.to : at + 1;
  }
  return tokens;
}

/** “fri-sun”, “2pm – 4pm”: a dash between two of a kind means “to”. */
function stretchAt(lower: string, at: number, tokens: readonly Token[]): Token | null {
  const dash = /^ ?[-–—] ?/.exec(lower.slice(at))?.[0];
  const last = tokens.at(-1);
  if (!dash || last?.is !== 'when' || last.to !== at || !['day', 'time'].includes(last.part.is)) return null;
  const next = readWhen(lower.slice(at + dash.length));
  if (next?.part.is !== last.part.is) return null;
  return { is: 'word', text: 'to', original: 'to', from: at, to: at + dash.length, isUsed: false };
}

/** Symbols that stand for words. */
const SIGNS: [written: string, word: string][] = [
  ['+ ', 'and'],
  ['& ', 'and'],
  ['w/o ', 'without'],
  ['w/ ', 'with'],
];
const BEFORE_AN_HOUR = new Set(splitWords('between from until till til after before since by'));
/** What may follow an hour without “at”; a number followed by anything else counts that thing. */
const AFTER_AN_HOUR = /^(?=[\s,.?!]*$|\s*(?:[,?!-]|to|and|until|till|til|on|at|in|please|pls)(?![\p{L}\p{N}]))/u;

/** “between 6 and 9 tomorrow”, “after 6”: the preceding word makes a bare number an hour. */
function hourAt(lower: string, at: number, tokens: readonly Token[]): Token | null {
  const [digits] = /^\d{1,2}(?![\p{L}\p{N}/.:+-]*[\p{L}\p{N}])/u.exec(lower.slice(at)) ?? [];
  // “between now and Friday”
  const isNow =
    /^now (?=(?:and|to|until|till|til|through)\b)/.test(lower.slice(at)) &&
    ['between', 'from'].includes(lastWord(tokens));
  if (isNow) return { is: 'when', part: { is: 'in', amount: 0, unit: 'minute' }, from: at, to: at + 3, isUsed: false };
  const isLunch = /^lunch(?:time|break)?(?![\p{L}])/u.exec(lower.slice(at));
  if (isLunch && ['before', 'until', 'till', 'after', 'by', 'since'].includes(lastWord(tokens))) {
    const noon: WhenPart = { is: 'time', hour: 12, minute: 0, meridiem: 'pm', isClear: true };
    return { is: 'when', part: noon, from: at, to: at + isLunch[0].length, isUsed: false };
  }
  const [last, other, first] = [tokens.at(-1), tokens.at(-2), tokens.at(-3)];
  if (!digits || Number(digits) > 23 || readWhen(lower.slice(at)) !== null || last?.is !== 'word') return null;
  const isAfterOne =
    ['and', 'to', 'until', 'till', 'til'].includes(last.text) &&
    other?.is === 'when' &&
    other.part.is === 'time' &&
    first?.is === 'word' &&
    ['between', 'from'].includes(first.text);
  const isReplaced = other?.is === 'word' && ['instead of', 'rather than'].includes(`${other.text} ${last.text}`);
  if (!isAfterOne && !isReplaced && !BEFORE_AN_HOUR.has(last.text)) return null;
  const rest = lower.slice(at + digits.length);
  if (!AFTER_AN_HOUR.test(rest) && readWhen(rest.trimStart()) === null) return null;
  const part: WhenPart = { is: 'time', hour: Number(digits), minute: 0, meridiem: null, isClear: Number(digits) > 12 };
  return { is: 'when', part, from: at, to: at + digits.length, isUsed: false };
}

const lastWord = (tokens: readonly Token[]): string => {
  const last = tokens.at(-1);
  return last?.is === 'word' ? last.text : '';
};

function tokenAt(request: string, lower: string, at: number, lexicon: Lexicon): Token | null {
  const rest = lower.slice(at);
  const sign = SIGNS.find(([written]) => rest.startsWith(written));
  if (sign)
    return { is: 'word', text: sign[1], original: sign[0].trim(), from: at, to: at + sign[0].length, isUsed: false };
  if (!/^[\p{L}\p{N}+@(]/u.test(rest)) return null;
  const each = eachAt(lower, at, lexicon);
  if (each) return { is: 'person', name: request.slice(at, each.to), ...each, isEach: true, from: at, isUsed: false };
  const named = lexicon.matchAt(lower, at) ?? ownerAt(lower, at, lexicon);
  const read = readWhen(rest);
  // “the Weekend crew”: a longer name that starts within a time expression is the name.
  const when = read && isCutByName(lower, at, at + read.length, lexicon) ? null : read;
  if (named && isMeant(named, when)) {
    const possessive = /^'s?(?![\p{L}\p{N}])/u.exec(lower.slice(named.to))?.[0].length ?? 0;
    // "Dana (+447700900123)": the number identifies which Dana.
    const number = /^\s*\(\s*(\+?[\d\s-]{7,20})\)/.exec(lower.slice(named.to));
    const exact = number && named.matches.filter((match) => digitsOf(match.mobile) === digitsOf(number[1] ?? ''));
    const to = named.to + possessive + (number?.[0].length ?? 0);
    const matches = exact && exact.length > 0 ? exact : named.matches;
    return { is: 'person', name: request.slice(at, named.to), matches, isEach: false, from: at, to, isUsed: false };
  }
  const number = NUMBER.exec(rest);
  if (number && !WRITTEN_DATE.test(rest) && digitsOf(number[0]).length >= 7) {
    return { is: 'number', digits: number[0].trim(), from: at, to: at + number[0].length, isUsed: false };
  }
  if (when) {
    const possessive = /^'s?(?![\p{L}\p{N}])/u.exec(rest.slice(when.length))?.[0].length ?? 0;
    return { is: 'when', part: when.part, from: at, to: at + when.length + possessive, isUsed: false };
  }
  const word = WORD.exec(rest)?.[0] ?? rest[0] ?? '';
  // "who's", "what's", "isn't" are one word; after another word, "'s" belongs to it.
  const original = request.slice(at, at + word.length);
  return { is: 'word', text: correctSpelling(fold(word)), original, from: at, to: at + word.length, isUsed: false };

  function isMeant({ words, to }: { words: number; to: number }, time: ReturnType<typeof readWhen>): boolean {
    if (words > 1) return true;
    const written = request.slice(at, to);
    const isCapital = /^\p{Lu}/u.test(written) || !/^\p{Ll}/u.test(written);
    const isOwned = /^'s?(?![\p{L}\p{N}])/u.test(lower.slice(to));
    if (time) return isCapital && (isOwned || BEFORE_A_NAME.test(lower.slice(0, at)));
    return isCapital && at > 0 ? true : !isKnownWord(lower.slice(at, to));
  }
}

function isCutByName(lower: string, from: number, to: number, lexicon: Lexicon): boolean {
  return [...lower.slice(from, to).matchAll(/(?<= )[\p{L}\p{N}]+/gu)].some(({ index }) => {
    const named = lexicon.matchAt(lower, from + index);
    return named !== null && named.words > 1 && named.to > to;
  });
}

/** "both Toms", "the two Sams": everyone of that name. */
function eachAt(lower: string, at: number, lexicon: Lexicon): { matches: readonly Named[]; to: number } | null {
  const [whole, article, stem] =
    /^((?:both|all) (?:of )?(?:the )?|the (?:two|three) )([\p{L}\p{M}]{2,}?)e?s'?(?![\p{L}\p{N}])/u.exec(
      lower.slice(at),
    ) ?? [];
  const found = stem && lexicon.matchAt(`${stem} `, 0);
  if (!whole || !article || !found || found.matches.length < 2 || found.to !== stem.length) return null;
  return { matches: found.matches, to: at + whole.length };
}

/** "danas message": a possessive without its apostrophe. */
function ownerAt(lower: string, at: number, lexicon: Lexicon): ReturnType<Lexicon['matchAt']> {
  const [, stem] =
    /^([\p{L}\p{M}]{3,})s(?= +(?:and +[\p{L}]+s +)?(?:(?:failed|pending|scheduled|cancelled|next|last) +)?(?:message|msg|text|reminder|one)s?(?![\p{L}]))/u.exec(
      lower.slice(at),
    ) ?? [];
  if (!stem || isKnownWord(`${stem}s`)) return null;
  const found = lexicon.matchAt(lower.slice(0, at) + stem, at);
  return found && { ...found, to: found.to + 1 };
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');
