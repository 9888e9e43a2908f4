/** Shorter words too often become another word with one letter changed. */
const SHORTEST = 5;
const LONGEST = 20;
const LATIN = /^\p{Script=Latin}+$/u;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Likely intended spellings of a word: one letter after the first is missing, extra, different, or swapped with its
 * neighbour.
 */
export function likelyWords(word: string): string[] {
  if (word.length < SHORTEST || word.length > LONGEST || !LATIN.test(word)) return [];
  const spellings = new Set<string>();
  for (let at = 1; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of LETTERS) spellings.add(before + letter + after);
    if (after === '') continue;
    spellings.add(before + after.slice(1));
    for (const letter of LETTERS) spellings.add(before + letter + after.slice(1));
    if (after.length > 1) spellings.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  spellings.delete(word);
  return [...spellings];
}
