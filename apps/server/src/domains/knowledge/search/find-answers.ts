import type { KnowledgePassage } from '@switchyard/contracts/knowledge/operations';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { isTableRow } from '../passages/table-row.ts';
import { foldText, GRAMS, gramsOf } from '../passages/terms.ts';
import type { WeighedTerm } from './rank-by-words.ts';

/** A passage with its search data. */
export interface ReadPassage extends KnowledgePassage {
  language: string;
  /** It answers a person's question: the answer is its whole text. */
  isWrittenAnswer: boolean;
}

export interface FoundAnswer {
  /** The paragraph, sentences or row with the answer, as part of the passage's text. */
  answer: string;
  /** Share of the question's weight in the answer, 0 to 1. */
  share: number;
}

/**
 * Maximum length of an answer that is read at a glance; of a longer paragraph, the best matching sentences are chosen.
 */
const MAX_LETTERS = 320;
/** A line this short that doesn't end a sentence is the heading of what follows. */
const TITLE_LETTERS = 80;
const ENDS_SENTENCE = /[.!?…。！？؟।][\s"'”’»)\]]*$/;

/** Finds the part of each passage that contains most of the question. */
export async function findAnswers(
  db: Db,
  passages: readonly ReadPassage[],
  terms: readonly WeighedTerm[],
): Promise<Map<string, FoundAnswer>> {
  const cut = passages.map((passage) => ({ passage, paragraphs: paragraphsOf(passage) }));
  const units = cut.flatMap(({ passage: { language, heading, source, title }, paragraphs }) =>
    [[heading, source === 'entry' ? title : ''].join('\n'), ...paragraphs.flat()].map((text) => ({ language, text })),
  );
  const matches = await matchUnits(db, units, terms);
  const found = new Map<string, FoundAnswer>();
  let next = 0;
  for (const { passage, paragraphs } of cut) {
    const totalWeight = terms.reduce(
      (sum, { language, weight }) => sum + (language === passage.language ? weight : 0),
      0,
    );
    const above = matches[next++] ?? [];
    const windows = paragraphs.flatMap((sentences) =>
      windowsOf(sentences.map((text) => ({ text, has: matches[next++] ?? [] }))),
    );
    const weighed = windows.map(({ text, has }) => ({
      answer: text.trim(),
      share: totalWeight === 0 ? 0 : weightOf(new Set([...above, ...has]), terms) / totalWeight,
      own: has.size,
    }));
    const [best] = weighed.sort((a, b) => b.share - a.share || b.own - a.own || a.answer.length - b.answer.length);
    // A passage without any of the question's words is returned whole: it may match by meaning.
    const isFound = best !== undefined && best.own > 0;
    found.set(passage.id, { answer: isFound ? best.answer : passage.text, share: best?.share ?? 0 });
  }
  return found;
}

const weightOf = (numbers: ReadonlySet<number>, terms: readonly WeighedTerm[]): number =>
  [...numbers].reduce((sum, number) => sum + (terms[number]?.weight ?? 0), 0);

const sentenceCutter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Each paragraph's sentences; what must stay whole counts as one. */
function paragraphsOf({ text, isWrittenAnswer }: ReadPassage): string[][] {
  if (isWrittenAnswer || isTableRow(text)) return [[text]];
  const paragraphs: string[] = [];
  let title = '';
  for (const paragraph of text.split(/\n[^\S\n]*\n/)) {
    if (title === '' && isTitle(paragraph)) {
      title = `${paragraph}\n\n`;
      continue;
    }
    paragraphs.push(title + paragraph);
    title = '';
  }
  if (title !== '') paragraphs.push(title);
  return paragraphs.map((paragraph) =>
    paragraph.length <= MAX_LETTERS
      ? [paragraph]
      : [...sentenceCutter.segment(paragraph)].map(({ segment }) => segment),
  );
}

const isTitle = (paragraph: string): boolean =>
  paragraph.length <= TITLE_LETTERS && !paragraph.trim().includes('\n') && !ENDS_SENTENCE.test(paragraph);

interface Unit {
  text: string;
  /** Indexes of the terms in it. */
  has: readonly number[];
}

/** Each sentence together with the following ones that still fit in an answer. */
function windowsOf(sentences: readonly Unit[]): { text: string; has: ReadonlySet<number> }[] {
  return sentences.map((first, at) => {
    let text = first.text;
    const has = new Set(first.has);
    for (const { text: more, has: also } of sentences.slice(at + 1)) {
      if (text.length + more.trimEnd().length > MAX_LETTERS) break;
      text += more;
      for (const number of also) has.add(number);
    }
    return { text, has };
  });
}

/** For each text, the indexes of the terms in it. */
async function matchUnits(
  db: Db,
  units: readonly { language: string; text: string }[],
  terms: readonly WeighedTerm[],
): Promise<number[][]> {
  const matches = units.map((): number[] => []);
  if (terms.length === 0) return matches;
  const column = <Value>(of: (unit: (typeof units)[number]) => Value) => sql.param(units.map(of));
  const isGrams = ({ language }: { language: string }) => language === GRAMS;
  const { rows } = await db.execute<{ unit: number; term: number }>(sql`
    select (unit.number - 1)::integer as unit, (term.number - 1)::integer as term
    from (
      select number, language, case when language = ${GRAMS} then array_to_tsvector(string_to_array(nullif(plain, ''), ' '))
        else to_tsvector(stems::regconfig, plain) || to_tsvector(stems::regconfig, folded) end as words
      from unnest(
        ${column(({ language }) => language)}::text[], ${column((unit) => (isGrams(unit) ? 'simple' : unit.language))}::text[],
        ${column((unit) => (isGrams(unit) ? gramsOf(unit.text).join(' ') : unit.text))}::text[], ${column(({ text }) => foldText(text))}::text[]
      ) with ordinality as given (language, stems, plain, folded, number)
    ) unit join (
      select number, language, query::tsquery as query
      from unnest(${sql.param(terms.map(({ language }) => language))}::text[], ${sql.param(terms.map(({ query }) => query))}::text[])
        with ordinality as given (language, query, number)
    ) term on term.language = unit.language and unit.words @@ term.query`);
  for (const { unit, term } of rows) matches[unit]?.push(term);
  return matches;
}
