import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { correctedTerms, type QuestionTerm, questionTerms } from './question-terms.ts';
import type { SearchedBases } from './searched-bases.ts';

export interface WordsRank {
  id: string;
  /** Share of the question's weight it contains, 0 to 1. */
  score: number;
}

export interface WeighedTerm extends QuestionTerm {
  /** Number of passages that contain it, counted up to {@link MAX_TELLING}. */
  passages: number;
  /** Higher the rarer the term is in the bases; 0 if it doesn't distinguish passages. */
  weight: number;
}

export interface RankedByWords {
  /** Best first. */
  ranks: WordsRank[];
  terms: WeighedTerm[];
}

/**
 * A word in more passages than this doesn't distinguish them, and is skipped if the question has a rarer one: scoring a
 * hundred thousand passages took seconds. Smaller bases have no such word.
 */
const MAX_DISTINCTIVE = 3_000;
/** How much rare words outweigh common ones: a word in one passage counts more than two words in many. */
const RARITY = 1.5;

interface Ranking {
  limit: number;
  /** Minimum number of passages, chosen arbitrarily among those tied for last. */
  more?: number;
  /** Passages whose score is returned as well, whatever their rank. */
  also?: readonly string[];
}

/** Ranks the passages of these bases by how much of the question they contain: every word counts, rarer ones more. */
export async function rankByWords(
  db: Db,
  bases: SearchedBases,
  { question, ...ranking }: Ranking & { question: string },
): Promise<RankedByWords> {
  const { rows: sizes } = await db.execute<{ language: string; passages: number }>(
    sql`select language, count(*)::integer as passages from knowledge_passages where knowledge_base_id in ${idsOf(bases)} group by language`,
  );
  const languages = sizes.map(({ language }) => language);
  const passageCount = sizes.reduce((sum, { passages }) => sum + passages, 0);
  const plainTerms = await questionTerms(db, languages, question);
  const ranked = await rankByTerms(db, bases, { ...ranking, terms: plainTerms, passageCount });
  const unknown = unknownWords(ranked.terms);
  const corrected = await correctedTerms(db, plainTerms, unknown);
  return corrected === null ? ranked : rankByTerms(db, bases, { ...ranking, terms: corrected, passageCount });
}

const idsOf = ({ workspaceId, knowledgeBaseIds }: SearchedBases) =>
  sql`(select id from knowledge_bases where workspace_id = ${workspaceId} and id = any (${sql.param([...knowledgeBaseIds])}::uuid[]))`;

/** Words that no passage contains, in any language. */
function unknownWords(terms: readonly WeighedTerm[]): string[] {
  const known = new Set(terms.filter(({ passages }) => passages > 0).map(({ word }) => word));
  return [...new Set(terms.flatMap(({ word }) => (word !== null && !known.has(word) ? [word] : [])))];
}

async function rankByTerms(
  db: Db,
  bases: SearchedBases,
  {
    terms,
    passageCount,
    limit,
    more = 0,
    also = [],
  }: Ranking & { terms: readonly QuestionTerm[]; passageCount: number },
): Promise<RankedByWords> {
  if (terms.length === 0) return { ranks: [], terms: [] };
  const column = <Value>(of: (term: QuestionTerm) => Value) => sql.param(terms.map(of));
  const { rows } = await db.execute<{
    weights: { number: number; passages: number; weight: number }[] | null;
    ranks: WordsRank[] | null;
  }>(sql`
    with term as (
      select number, language, query::tsquery as query, word, factor, unknown_factor
      from unnest(
        ${column(({ language }) => language)}::text[], ${column(({ query }) => query)}::text[], ${column(({ word, query }) => word ?? query)}::text[],
        ${column(({ factor }) => factor)}::float8[], ${column(({ unknownFactor }) => unknownFactor)}::float8[]
      ) with ordinality as given (language, query, word, factor, unknown_factor, number)
    ), hit as materialized (
      select found.id, term.number, term.language
      from term cross join lateral (
        select p.id from knowledge_passages p
        where p.language = term.language and p.words @@ term.query and p.knowledge_base_id in ${idsOf(bases)} limit ${MAX_DISTINCTIVE + 1}
      ) found
    ), counted as (
      select term.number, term.language, term.word, term.factor, term.unknown_factor, count(hit.id) as passages,
        min(count(hit.id)) over (partition by term.language) as fewest
      from term left join hit using (number) group by term.number, term.language, term.word, term.factor, term.unknown_factor
    ), spread as (
      -- A word is as rare as it is in the bases, whatever the languages of the passages that have it.
      select *, sum(passages) over (partition by word) as everywhere from counted
    ), weight as (
      select number, language, passages, power(ln(1 + (${passageCount}::integer + 0.5) / (greatest(everywhere, 1) + 0.5)), ${RARITY})
        * case passages when 0 then unknown_factor else factor end as weight
      from spread where passages <= ${MAX_DISTINCTIVE} or fewest > ${MAX_DISTINCTIVE}
    ), scored as (
      select hit.id, sum(weight.weight) / (select sum(whole.weight) from weight whole where whole.language = hit.language) as score
      from hit join weight using (number) group by hit.id, hit.language
    ), best as (
      -- Those that are as good as the last are taken, too: which of them is the shortest is only known of what is read.
      (select id, score from scored order by score desc fetch first ${limit} rows with ties)
      union
      (select id, score from scored order by score desc, id limit ${more})
      union
      select id, score from scored where id = any (${sql.param([...also])}::uuid[])
    ), ranked as (
      select best.id, best.score::float8 as score, length(p.words) as size from best join knowledge_passages p using (id)
      order by score desc, size, best.id
      limit ${Math.max(limit, more) + also.length}
    )
    select (select json_agg(json_build_object('number', number, 'passages', passages, 'weight', weight)) from weight) as weights,
      (select json_agg(json_build_object('id', id, 'score', score) order by score desc, size, id) from ranked) as ranks`);
  const [{ weights, ranks } = { weights: null, ranks: null }] = rows;
  const weighed = new Map(weights?.map((weight) => [weight.number, weight]));
  return {
    ranks: ranks ?? [],
    terms: terms.map((term, at) => {
      const { passages, weight } = weighed.get(at + 1) ?? { passages: MAX_DISTINCTIVE + 1, weight: 0 };
      return { ...term, passages, weight };
    }),
  };
}
