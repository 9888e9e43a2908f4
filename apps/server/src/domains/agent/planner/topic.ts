import type { Lexicon } from './lexicon.ts';
import { readWhen } from './read-when.ts';
import { isKnownWord, wordsOf } from './vocabulary.ts';

const BEFORE =
  /\b(?:about|regarding|mentioning|mentions?|containing|contains?|that say)\s+(?:(?:the|a|an|our|my|any)\s+)?(?=[\p{L}])/gu;
/** A topic ends before these. */
const ENDS = new Set(
  wordsOf(`to for from in on at by with that which are is was were be been get gets got have has still go goes going went
    sent failed pending but except apart not without until till before after since between earlier later back forward
    instead again please now yet one two three four five six seven eight nine ten`),
);
/** With these it is more than one thing, or hangs on something. */
const UNCLEAR = new Set(wordsOf('and or if unless when because so only'));
const MOST_WORDS = 4;

/** Where the words stand that messages are about: "the message about the tulip bulbs"; null: it is not clear where they begin and end. */
export function topicIn(lower: string, lexicon: Lexicon): { from: number; to: number } | null {
  const [found, more] = [...lower.matchAll(BEFORE)];
  if (!found || more) return null;
  const from = found.index + found[0].length;
  const words: string[] = [];
  let to = from;
  for (const word of lower.slice(from).matchAll(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu)) {
    const at = from + word.index;
    if (/[^\s]/.test(lower.slice(to, at)) || ENDS.has(word[0])) break;
    if (words.length > 0 && /^(?:the|my|our|next|last|this)$/.test(word[0])) break;
    if (words.at(-1) !== undefined && word[0] === 'day') {
      to = at + word[0].length;
      words.push(word[0]);
      continue;
    }
    if (readWhen(lower.slice(at))) break;
    if (UNCLEAR.has(word[0]) || /\d/.test(word[0]) || lexicon.matchAt(lower, at)) return null;
    words.push(word[0]);
    to = at + word[0].length;
  }
  const isOfIts = words.some((word) => word.length > 2 && !isKnownWord(word));
  return isOfIts && words.length <= MOST_WORDS ? { from, to } : null;
}
