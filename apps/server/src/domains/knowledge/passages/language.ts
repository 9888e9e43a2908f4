/** Text search configurations that every PostgreSQL from 16 on has, by their language in ISO 639-3; those with a writing of their own by that. */
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
const BY_WRITING: [writing: RegExp, language: string][] = [
  [/\p{Script=Arabic}/gu, 'arabic'],
  [/\p{Script=Armenian}/gu, 'armenian'],
  [/\p{Script=Greek}/gu, 'greek'],
  [/\p{Script=Tamil}/gu, 'tamil'],
  [/\p{Script=Devanagari}/gu, 'hindi'],
];
/** Of Urdu and Persian PostgreSQL knows nothing; they have letters that Arabic does not. */
const NOT_ARABIC = /[پچژگکیےٹڈڑں]/g;
/** The language of texts that PostgreSQL knows nothing of: they are found by pieces of their words. */
export const GRAMS = 'grams';
/** More of a text says nothing more. */
const SAMPLE_LENGTH = 4_000;

/** How a text's words are brought to what they are found by: the name of a text search configuration, or {@link GRAMS}. */
export async function languageOf(text: string): Promise<string> {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  for (const [writing, language] of BY_WRITING) {
    if ((sample.match(writing)?.length ?? 0) * 2 <= letters) continue;
    const isArabic = (sample.match(NOT_ARABIC)?.length ?? 0) * 50 < letters;
    return language === 'arabic' && !isArabic ? GRAMS : language;
  }
  // Loaded by the first text: a server starts without it.
  const { franc } = await import('franc-min');
  return CONFIGURATIONS[franc(sample, { minLength: 20 })] ?? GRAMS;
}
