/** Pseudo-language for texts that PostgreSQL has no configuration for: they are indexed by pieces of words. */
export const GRAMS = 'grams';
/** Written without spaces: bigrams work best, since one character is nearly a word. */
const IDEOGRAPHIC = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
/** Runs of one script: Japanese and Chinese; Thai and similar; numbers; words of all others. */
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|\p{N}+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}])+/gu;
const NUMBER = /^\p{N}+$/u;
/** Diacritics that people often omit when typing. In other scripts, marks make a different letter. */
const OPTIONAL_MARKS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]\p{Mn}*)\p{Mn}/gu;
/** Hebrew letters with a different form at the end of a word. */
const FINAL_LETTERS: Record<string, string> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

/** A text in lower case without optional diacritics, so that both spellings match. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(OPTIONAL_MARKS, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss');

/**
 * Index terms for languages without a PostgreSQL configuration: trigrams of each word, bigrams in ideographic script;
 * numbers and shorter words unchanged.
 */
export function gramsOf(text: string): string[] {
  const runs = foldText(text)
    .replace(/[ךםןףץ]/g, (letter) => FINAL_LETTERS[letter] ?? letter)
    .match(RUNS);
  return [...new Set((runs ?? []).flatMap(piecesOf))];
}

function piecesOf(run: string): string[] {
  if (NUMBER.test(run)) return [run];
  const size = IDEOGRAPHIC.test(run) ? 2 : 3;
  const letters = [...run];
  if (letters.length <= size) return [run];
  return letters.slice(size - 1).map((_, at) => letters.slice(at, at + size).join(''));
}

/** The distinct words of a text, unchanged. */
export function termsIn(text: string): string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return [...segments].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}
