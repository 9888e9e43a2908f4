import { likelyLanguages } from './stop-words.ts';
import { GRAMS, termsIn } from './terms.ts';

/**
 * Text search configurations of every PostgreSQL from 16 on, by ISO 639-3 code, or by script for languages with their
 * own.
 */
const CONFIGURATIONS: Record<string, string> = {
  cat: 'catalan',
  dan: 'danish',
  deu: 'german',
  eng: 'english',
  eus: 'basque',
  fin: 'finnish',
  fra: 'french',
  gle: 'irish',
  hun: 'hungarian',
  ind: 'indonesian',
  ita: 'italian',
  lit: 'lithuanian',
  nld: 'dutch',
  nno: 'norwegian',
  nob: 'norwegian',
  por: 'portuguese',
  ron: 'romanian',
  rus: 'russian',
  spa: 'spanish',
  srp: 'serbian',
  swe: 'swedish',
  tur: 'turkish',
};
/** Configurations of languages in Latin script. */
const LATIN = new Set(
  Object.values(CONFIGURATIONS).filter((configuration) => configuration !== 'russian' && configuration !== 'serbian'),
);
const BY_WRITING: [writing: RegExp, language: string][] = [
  [/\p{Script=Arabic}/gu, 'arabic'],
  [/\p{Script=Armenian}/gu, 'armenian'],
  [/\p{Script=Greek}/gu, 'greek'],
  [/\p{Script=Tamil}/gu, 'tamil'],
  [/\p{Script=Devanagari}/gu, 'hindi'],
];
/** PostgreSQL has no Urdu or Persian; their letters here don't occur in Arabic. */
const NOT_ARABIC = /[پچژگکیےٹڈڑں]/g;
/** Samples from all over a text; more wouldn't improve the result. */
const SAMPLES = 8;
const SAMPLE_LENGTH = 500;
/** Minimum share of stop words, such as articles, in prose; names and prices have hardly any. */
const PROSE_SHARE = 0.2;
/** The language by letters wins over the one by words while it has this share of its stop words. */
const LIKELY_SHARE = 0.7;

/**
 * How a text's words are indexed: a text search configuration, or {@link GRAMS}.
 * @param baseLanguage used if the text reveals none
 */
export async function languageOf(text: string, baseLanguage: string | null = null): Promise<string> {
  const sample = sampleOf(text);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  for (const [writing, language] of BY_WRITING) {
    if ((sample.match(writing)?.length ?? 0) * 2 <= letters) continue;
    const isArabic = (sample.match(NOT_ARABIC)?.length ?? 0) * 50 < letters;
    return language === 'arabic' && !isArabic ? GRAMS : language;
  }
  // Loaded with the first text, so that server start-up doesn't need it.
  const { franc } = await import('franc-min');
  const byLetters = CONFIGURATIONS[franc(sample, { minLength: 20 })] ?? GRAMS;
  const words = termsIn(sample.toLowerCase());
  const { count, countOf, lists } = await likelyLanguages(words, [byLetters]);
  const byWords = lists[0]?.configuration ?? GRAMS;
  if (count >= words.length * PROSE_SHARE) return countOf(byLetters) >= count * LIKELY_SHARE ? byLetters : byWords;
  const isLatin = (sample.match(/\p{Script=Latin}/gu)?.length ?? 0) * 2 > letters;
  if (!isLatin) return LATIN.has(byLetters) ? GRAMS : byLetters;
  return baseLanguage !== null && LATIN.has(baseLanguage) ? baseLanguage : byLetters;
}

function sampleOf(text: string): string {
  if (text.length <= SAMPLES * SAMPLE_LENGTH) return text;
  const starts = Array.from({ length: SAMPLES }, (_, at) =>
    Math.floor((at * (text.length - SAMPLE_LENGTH)) / (SAMPLES - 1)),
  );
  return starts.map((start) => text.slice(start, start + SAMPLE_LENGTH)).join('\n');
}
