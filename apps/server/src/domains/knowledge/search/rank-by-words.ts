import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { questionTerms } from './question-terms.ts';
import type { SearchedBases } from './searched-bases.ts';

export interface WordsRank {
  id: string;
  /** How much of the question's weight is in it, 0 to 1. */
  score: number;
}

/**
 * A word that is in more passages tells none of them apart, and is left out while the question has a rarer one: looking at each of a hundred thousand took
 * seconds. Smaller bases know no such word.
 */
const MOST_TELLING = 3_000;

/**
 * The passages of these bases that most of a question is in: any of its words counts, the more the rarer it is in the bases.
 * @param also passages whose score is told, too, wherever they stand
 * @returns the best first
 */
export async function rankByWords(
  db: Db,
  { workspaceId, knowledgeBaseIds }: SearchedBases,
  { question, limit, also = [] }: { question: string; limit: number; also?: readonly string[] },
): Promise<WordsRank[]> {
  const bases = sql`(select id from knowledge_bases where workspace_id = ${workspaceId} and id = any (${sql.param([...knowledgeBaseIds])}::uuid[]))`;
  const { rows: sizes } = await db.execute<{ language: string; passages: number }>(
    sql`select language, count(*)::integer as passages from knowledge_passages where knowledge_base_id in ${bases} group by language`,
  );
  const terms = await questionTerms(
    db,
    sizes.map(({ language }) => language),
    question,
  );
  if (terms.length === 0) return [];
  const passageCount = sizes.reduce((sum, { passages }) => sum + passages, 0);
  const { rows } = await db.execute<WordsRank & Record<string, unknown>>(sql`
    with term as (
      select number, language, query::tsquery as query
      from unnest(${sql.param(terms.map(({ language }) => language))}::text[], ${sql.param(terms.map(({ query }) => query))}::text[])
        with ordinality as given (language, query, number)
    ), hit as materialized (
      select found.id, term.number, term.language
      from term cross join lateral (
        select p.id from knowledge_passages p
        where p.language = term.language and p.words @@ term.query and p.knowledge_base_id in ${bases} limit ${MOST_TELLING + 1}
      ) found
    ), counted as (
      select term.number, term.language, count(hit.id) as passages, min(count(hit.id)) over (partition by term.language) as fewest
      from term left join hit using (number) group by term.number, term.language
    ), weight as (
      select number, language, ln(1 + (${passageCount}::integer + 0.5) / (greatest(passages, 1) + 0.5)) as weight
      from counted where passages <= ${MOST_TELLING} or fewest > ${MOST_TELLING}
    ), scored as (
      select hit.id, sum(weight.weight) / (select sum(whole.weight) from weight whole where whole.language = hit.language) as score
      from hit join weight using (number) group by hit.id, hit.language
    ), best as (
      -- Those that are as good as the last are taken, too: which of them is the shortest is only known of what is read.
      (select id, score from scored order by score desc fetch first ${limit} rows with ties)
      union
      select id, score from scored where id = any (${sql.param([...also])}::uuid[])
    )
    select best.id, best.score::float8 as score from best join knowledge_passages p using (id)
    order by best.score desc, length(p.words), best.id
    limit ${limit + also.length}`);
  return rows;
}
