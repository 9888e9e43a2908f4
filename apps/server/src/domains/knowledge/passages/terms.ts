/** The language of texts that PostgreSQL knows nothing of: they are found by pieces of their words. */
export const GRAMS = 'grams';
/** Written without spaces between words: pieces of two letters tell most, as one letter is nearly a word. */
const IDEOGRAPHIC = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
/** Runs of one kind of writing. Japanese, Chinese; Thai and its like; numbers; words of all others. */
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|\p{N}+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}])+/gu;
const NUMBER = /^\p{N}+$/u;
/** Marks over and under letters that many leave out when they type. Elsewhere they make another letter. */
const OPTIONAL_MARKS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]\p{Mn}*)\p{Mn}/gu;
/** Hebrew letters that look another way at the end of a word. */
const FINAL_LETTERS: Record<string, string> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

/** A text in small letters and without the marks that many leave out, so that both ways of writing meet. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(OPTIONAL_MARKS, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss');

/**
 * What a text is found by where PostgreSQL knows nothing of its language: pieces of three letters of each word, of two
 * in writing of ideographs; numbers and shorter words as they are.
 */
export function gramsOf(text: string): string[] {
  const runs = folded(text)
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

/** Single words of a text, as they stand there. */
export function termsIn(text: string): string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return [...segments].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}
