import { wordsIn } from './lexicon.ts';
import { readWhen } from './read-when.ts';
import type { TokenReader } from './token-reader.ts';
import type { Token } from './tokens.ts';
import { isKnownWord } from './vocabulary.ts';

const MAX_WORDS = 6;
const LABELS = 'label labels labelled labeled tag tags tagged';

/**
 * Takes the labels that a request names. A label called "Pending" or "Friday" only counts if the request mentions
 * labels.
 */
export function takeLabels(reading: TokenReader, names: readonly string[]): { name: string; at: number }[] {
  const isOfOthers = (name: string) => wordsIn(name).every(isKnownWord) || readWhen(name.toLowerCase()) !== null;
  const found = takeNames(reading, reading.has(LABELS) ? names : names.filter((name) => !isOfOthers(name)));
  if (found.length > 0) reading.takeAll(LABELS);
  return found;
}

/**
 * Takes names that occur in a request, in any case and in the plural: "my VIPs".
 * @returns each with the index of its first token
 */
export function takeNames(reading: TokenReader, names: readonly string[]): { name: string; at: number }[] {
  const byWords = new Map(
    names.flatMap((name): [string, string][] => {
      const words = wordsIn(name).join(' ');
      return [
        [`${words}s`, name],
        [words, name],
      ];
    }),
  );
  const found: { name: string; at: number }[] = [];
  if (byWords.size === 0) return found;
  for (let length = MAX_WORDS; length > 0; length -= 1) {
    for (let at = 0; at + length <= reading.tokens.length; at += 1) {
      const here = reading.tokens.slice(at, at + length);
      const isQuote = (token: Token) => token.is === 'text' && token.marker === 'quote' && length === 1;
      if (here.some((token) => token.isUsed || token.is === 'person' || (token.is === 'text' && !isQuote(token))))
        continue;
      const [first, last] = [here[0], here.at(-1)];
      const name = first && last && byWords.get(wordsIn(reading.request.slice(first.from, last.to)).join(' '));
      if (!name) continue;
      for (const token of here) token.isUsed = true;
      found.push({ name, at });
    }
  }
  return found;
}
