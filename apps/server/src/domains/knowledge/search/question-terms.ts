import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { GRAMS } from '../passages/language.ts';
import { folded, gramsOf, wordsOf } from '../passages/terms.ts';
import { stopWordsOf } from './stop-words.ts';

/** One thing that a question asks for, in the words of one language's passages: any of these lexemes is it. */
export interface QuestionTerm {
  language: string;
  /** A `tsquery`. */
  query: string;
}

/** More words tell no more of what is asked, and each costs a look into the index. */
const MOST_WORDS = 40;
const MOST_GRAMS = 80;
/** In Japanese these are endings and particles, wherever there is anything else. */
const ONLY_HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;

/** What a question asks for, for passages of these languages. The question's own language needs not be known. */
export async function questionTerms(db: Db, languages: readonly string[], question: string): Promise<QuestionTerm[]> {
  const words = [...new Set(wordsOf(question.toLowerCase()))].slice(0, MOST_WORDS);
  const terms: QuestionTerm[] = [];
  for (const language of languages) {
    const stopWords = await stopWordsOf(language);
    const telling = words.filter((word) => !stopWords.has(word));
    const asked = telling.length > 0 ? telling : words;
    if (language === GRAMS) terms.push(...gramTerms(asked, question));
    else terms.push(...(await stemTerms(db, language, asked)));
  }
  return terms;
}

function gramTerms(words: readonly string[], question: string): QuestionTerm[] {
  // A run without spaces is taken as it stands: words of the dictionary would not meet the pieces that it was cut into.
  const grams = gramsOf(hasSpaces(question) ? words.join(' ') : question);
  const telling = grams.filter((gram) => !ONLY_HIRAGANA.test(gram));
  return (telling.length > 0 ? telling : grams)
    .slice(0, MOST_GRAMS)
    .map((gram) => ({ language: GRAMS, query: quoted(gram) }));
}

const hasSpaces = (text: string) =>
  !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    text,
  );

async function stemTerms(db: Db, language: string, words: readonly string[]): Promise<QuestionTerm[]> {
  const { rows } = await db.execute<{ lexemes: string[] }>(sql`
    select distinct tsvector_to_array(to_tsvector(${language}::regconfig, word) || to_tsvector(${language}::regconfig, folded)) as lexemes
    from unnest(${sql.param([...words])}::text[], ${sql.param(words.map(folded))}::text[]) as given (word, folded)`);
  return rows.flatMap(({ lexemes }) =>
    lexemes.length === 0 ? [] : [{ language, query: lexemes.map(quoted).join(' | ') }],
  );
}

/** A lexeme as a `tsquery` has it. */
const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
