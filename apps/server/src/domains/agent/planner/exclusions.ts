import type { TokenReader } from './token-reader.ts';
import type { Token } from './tokens.ts';
import { splitWords } from './vocabulary.ts';

type Of<Is extends Token['is']> = Extract<Token, { is: Is }>;

/** Phrases that exclude, longest first. */
const PHRASES = [
  'with the exception of',
  'but without',
  'but no',
  'but not',
  'but leave out',
  'but leave',
  'but keep',
  'but skip',
  'but excluding',
  'except for',
  'except',
  'excluding',
  'apart from',
  'aside from',
  'other than',
  'without',
  'leaving out',
  'not counting',
  'not including',
  'besides',
  'not',
  'leave out',
  'skip',
  'leave',
  'keep',
  'minus',
  'save for',
  'but',
  "that|which|who aren't|isn't for|to|from|with",
  "that|which|who aren't|isn't",
  'that|which|who are|is not for|to|from|with',
  'that|which|who are|is not',
  'ignore',
  'ignoring',
  'forget',
  'barring',
  'not counting',
  'minus',
  'no',
  'never mind',
].map(splitWords);
const BETWEEN = new Set(
  splitWords(
    "and or the for to those ones one message messages nor any of that from what is going stuff things anything with by our my whatever is what's whats is",
  ),
);
const NO_END = new Set(['to', 'for', 'and', 'from', 'or']);
/** Words between such a phrase and the identifying text: "but not the one that says". */
const BEFORE_WORDS = new Set(
  splitWords(`the one ones that those which message messages any with says say saying containing contains contain
    mentioning mentions mention about word words text`),
);

/** Takes the people that a request excludes: "but not Dana's". */
export function takeExcluded(reading: TokenReader): Of<'person' | 'number'>[] {
  const excluded: Of<'person' | 'number'>[] = [];
  for (const [from, after] of phrasesIn(reading)) {
    const people = peopleFrom(reading.tokens, after);
    if (people.length === 0) continue;
    for (const token of [...reading.tokens.slice(from, after), ...people]) token.isUsed = true;
    excluded.push(...people.filter((token): token is Of<'person' | 'number'> => token.is !== 'word'));
  }
  for (const token of takeExcludedBehind(reading)) {
    token.isUsed = true;
    excluded.push(token);
  }
  if (excluded.length > 0) reading.takeAll(['alone', 'ones', 'one', 'where', 'out']);
  return excluded;
}

/** “Dana's excluded”, “Omar excepted”: takes the phrase after the people it excludes. */
function takeExcludedBehind({ tokens }: TokenReader): Of<'person' | 'number'>[] {
  const at = tokens.findIndex(
    (token) => token.is === 'word' && !token.isUsed && ['excluded', 'excepted', 'aside'].includes(token.text),
  );
  const word = tokens[at];
  const found: Of<'person' | 'number'>[] = [];
  for (let place = at - 1; word && place >= 0; place -= 1) {
    const token = tokens[place];
    if (token?.is === 'person' || token?.is === 'number') found.push(token);
    else if (token?.is !== 'word' || !(BETWEEN.has(token.text) || token.text === 'with')) break;
  }
  if (word && found.length > 0) word.isUsed = true;
  return found;
}

/** Takes the text of excluded messages: "but not the one that says “school trip”"; null if there is none. */
export function takeExcludedWords(reading: TokenReader): string | null {
  for (const [from, after] of phrasesIn(reading)) {
    let at = after;
    for (
      let token = reading.tokens[at];
      token?.is === 'word' && BEFORE_WORDS.has(token.text);
      token = reading.tokens[at]
    )
      at += 1;
    const words = reading.tokens[at];
    if (words?.is !== 'text' || words.isUsed) continue;
    for (const token of reading.tokens.slice(from, at + 1)) token.isUsed = true;
    return words.text;
  }
  return null;
}

const AT_START_TOO = new Set(splitWords('except excluding but apart aside other without besides leaving minus save'));

/** Unused positions of such phrases. */
function* phrasesIn({ tokens }: TokenReader): Generator<[from: number, after: number]> {
  for (const phrase of PHRASES) {
    // "forget Dana's message" is no exclusion.
    for (let at = AT_START_TOO.has(phrase[0] ?? '') ? 0 : 1; at + phrase.length <= tokens.length; at += 1) {
      const here = tokens.slice(at, at + phrase.length);
      if (
        here.every(
          (token, place) => token.is === 'word' && !token.isUsed && phrase[place]?.split('|').includes(token.text),
        )
      )
        yield [at, at + phrase.length];
    }
  }
}

function peopleFrom(tokens: readonly Token[], at: number): Token[] {
  const found: Token[] = [];
  for (const token of tokens.slice(at)) {
    const isOfIt = token.is === 'person' || token.is === 'number' || (token.is === 'word' && BETWEEN.has(token.text));
    if (token.isUsed || !isOfIt) break;
    found.push(token);
  }
  for (let last = found.at(-1); last?.is === 'word' && NO_END.has(last.text); last = found.at(-1)) found.pop();
  return found.some((token) => token.is !== 'word') ? found : [];
}
