import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { synonymsOf } from '../passages/question-words.ts';
import { likelyLanguages } from '../passages/stop-words.ts';
import { foldText, GRAMS, gramsOf, termsIn } from '../passages/terms.ts';
import { likelyWords } from './misspellings.ts';

/** One term of a question in one passage language: any of its lexemes matches. */
export interface QuestionTerm {
  language: string;
  /** A `tsquery`. */
  query: string;
  /** The word as written in the question; null for a gram. */
  word: string | null;
  /** Share of a word's full weight, 0 to 1: if passages contain it, and if none does. */
  factor: number;
  unknownFactor: number;
}

type Factors = Pick<QuestionTerm, 'factor' | 'unknownFactor'>;
interface QuestionWord extends Factors {
  word: string;
  /** Interrogative synonyms. */
  synonyms: readonly string[];
}

/** Limits, since more words add little and each costs an index scan. */
const MAX_WORDS = 40;
const MAX_GRAMS = 80;
/** Maximum unknown words treated as misspelled. */
const MAX_MISSPELT = 5;
/** In Japanese these are endings and particles, unless there is nothing else. */
const ONLY_HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;
const NUMBER = /^\p{N}+$/u;

const TELLING: Factors = { factor: 1, unknownFactor: 0.9 };
/** Numbers are more often details about the speaker than what they ask for. */
const NUMBER_FACTORS: Factors = { factor: 1, unknownFactor: 0.4 };
const ASIDE: Factors = { factor: 0.4, unknownFactor: 0 };
const CORRECTED: Factors = { factor: 0.8, unknownFactor: 0.9 };

/** The terms of a question for passages in these languages. The question's own language need not be known. */
export async function questionTerms(db: Db, languages: readonly string[], question: string): Promise<QuestionTerm[]> {
  const words = [...new Set(termsIn(question.toLowerCase()))].slice(0, MAX_WORDS);
  const { lists } = await likelyLanguages(words, languages);
  const all = words.map((word) => {
    const synonyms = [...new Set(lists.flatMap(({ language }) => synonymsOf(language, word)))];
    const isStop = lists.some(({ stops }) => stops.has(word));
    const isAside = isStop || lists.some(({ asides }) => asides.has(word));
    return { word, synonyms, isStop, ...(isAside ? ASIDE : NUMBER.test(word) ? NUMBER_FACTORS : TELLING) };
  });
  const telling = all.filter(({ isStop, synonyms }) => !isStop || synonyms.length > 0);
  const relevant = telling.length > 0 ? telling : all;
  const own = lists.flatMap(({ configuration }) => (configuration === GRAMS ? [] : [configuration]));
  const terms: QuestionTerm[] = [];
  for (const language of languages) {
    if (language === GRAMS) terms.push(...gramTerms(relevant, question));
    else terms.push(...(await stemTerms(db, language, relevant, own)));
  }
  return terms;
}

/**
 * The terms with likely intended words added for words that occur in no passage: longer words that start with them, and
 * words that differ by one letter.
 * @param unknown the words without a match
 * @returns null if no likely word was found
 */
export async function correctedTerms(
  db: Db,
  terms: readonly QuestionTerm[],
  unknown: readonly string[],
): Promise<QuestionTerm[] | null> {
  const telling = unknown.filter((word) =>
    terms.some((term) => term.word === word && term.unknownFactor >= TELLING.unknownFactor),
  );
  const corrections = new Map(
    telling.slice(0, MAX_MISSPELT).flatMap((word) => {
      const spellings = likelyWords(foldText(word));
      return spellings.length > 0 ? [[word, spellings.join(' ')] as const] : [];
    }),
  );
  if (corrections.size === 0) return null;
  const corrected: QuestionTerm[] = [];
  // One at a time: a bot searches within its transaction.
  for (const term of terms) {
    const replacement = term.word === null ? undefined : corrections.get(term.word);
    corrected.push(
      replacement === undefined ? term : { ...term, ...CORRECTED, query: await orCorrected(db, term, replacement) },
    );
  }
  return corrected;
}

async function orCorrected(db: Db, { language, query }: QuestionTerm, corrections: string): Promise<string> {
  const { rows } = await db.execute<{ lexemes: string[] }>(
    sql`select tsvector_to_array(to_tsvector(${language}::regconfig, ${corrections})) as lexemes`,
  );
  const longer = query.split(' | ').map((lexeme) => `${lexeme}:*`);
  return [...longer, ...(rows[0]?.lexemes ?? []).map(quoteLexeme)].join(' | ');
}

function gramTerms(words: readonly QuestionWord[], question: string): QuestionTerm[] {
  // A run without spaces is used whole: dictionary words would not match its grams.
  const pieces = hasSpaces(question)
    ? words.flatMap(({ word, factor, unknownFactor }) =>
        gramsOf(word).map((gram) => ({ gram, factor, unknownFactor: unknownFactor === 0 ? 0 : factor })),
      )
    : gramsOf(question).map((gram) => ({ gram, factor: 1, unknownFactor: 1 }));
  const grams = [...new Map(pieces.map((piece) => [piece.gram, piece])).values()];
  const telling = grams.filter(({ gram }) => !ONLY_HIRAGANA.test(gram));
  return (telling.length > 0 ? telling : grams)
    .slice(0, MAX_GRAMS)
    .map(({ gram, ...factors }) => ({ language: GRAMS, query: quoteLexeme(gram), word: null, ...factors }));
}

const hasSpaces = (text: string) =>
  !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    text,
  );

/** @param own the question's languages: stop words of any of them are skipped */
async function stemTerms(
  db: Db,
  language: string,
  words: readonly QuestionWord[],
  own: readonly string[],
): Promise<QuestionTerm[]> {
  const given = words.flatMap(({ synonyms, word }, at) => [word, ...synonyms].map((one) => ({ at, one })));
  const { rows } = await db.execute<{ at: number; lexemes: string[] }>(sql`
    select at, array_agg(distinct lexeme order by lexeme) as lexemes
    from unnest(
      ${sql.param(given.map(({ at }) => at))}::integer[], ${sql.param(given.map(({ one }) => one))}::text[],
      ${sql.param(given.map(({ one }) => foldText(one)))}::text[]
    ) as given (at, word, folded)
      cross join lateral unnest(tsvector_to_array(
        to_tsvector(${language}::regconfig, word) || to_tsvector(${language}::regconfig, folded))) as lexeme
    where not exists (select from unnest(${sql.param([...own])}::text[]) own where to_tsvector(own::regconfig, word) = ''::tsvector)
    group by at order by at`);
  const terms = new Map<string, QuestionTerm>();
  for (const { at, lexemes } of rows) {
    const { word, factor, unknownFactor } = words[at] as QuestionWord;
    const query = lexemes.map(quoteLexeme).join(' | ');
    if (!terms.has(query)) terms.set(query, { language, query, word, factor, unknownFactor });
  }
  return [...terms.values()];
}

/** A lexeme in `tsquery` syntax. */
const quoteLexeme = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
