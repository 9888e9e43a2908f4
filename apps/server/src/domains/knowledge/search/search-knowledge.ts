import type { FoundPassage } from '@switchyard/contracts/knowledge';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { questionTerms } from './question-terms.ts';

export interface KnowledgeSearch {
  knowledgeBaseIds: readonly string[];
  question: string;
  limit: number;
}

export interface KnowledgeFound {
  /** The best first. */
  passages: FoundPassage[];
  /** Whether the best of them is likely to answer the question. Where it is not, whoever asked should be told that nothing is known. */
  isKnown: boolean;
}

/** So much of a question's weight is in a passage that answers it, or more. Measured in docs/decisions/251. */
const KNOWN_SCORE = 0.4;

/**
 * A word that is in more passages tells none of them apart, and is left out while the question has a rarer one: looking at each of a hundred thousand took
 * seconds. Smaller bases know no such word.
 */
const MOST_TELLING = 3_000;

/**
 * Finds the passages of these bases of a workspace that most of a question is in: any of its words counts, the more the rarer it is in the bases. What is
 * not the workspace's is not found.
 */
export async function searchKnowledge(
  db: Db,
  workspaceId: string,
  { knowledgeBaseIds, question, limit }: KnowledgeSearch,
): Promise<KnowledgeFound> {
  const bases = sql`(select id from knowledge_bases where workspace_id = ${workspaceId} and id = any (${sql.param([...knowledgeBaseIds])}::uuid[]))`;
  const { rows: sizes } = await db.execute<{ language: string; passages: number }>(
    sql`select language, count(*)::integer as passages from knowledge_passages where knowledge_base_id in ${bases} group by language`,
  );
  const terms = await questionTerms(
    db,
    sizes.map(({ language }) => language),
    question,
  );
  if (terms.length === 0) return { passages: [], isKnown: false };
  const passageCount = sizes.reduce((sum, { passages }) => sum + passages, 0);
  const { rows } = await db.execute<FoundPassage>(sql`
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
    ), best as (
      select hit.id, sum(weight.weight) / (select sum(whole.weight) from weight whole where whole.language = hit.language) as score
      from hit join weight using (number) group by hit.id, hit.language
    )
    select p.id, coalesce(p.document_id, p.entry_id) as "documentId", case when p.entry_id is null then 'document' else 'entry' end as source,
      coalesce(document.title, entry.title) as title, p.heading, p.page, p.text, best.score::float8 as score
    from best join knowledge_passages p on p.id = best.id
      left join knowledge_documents document on document.id = p.document_id
      left join knowledge_entries entry on entry.id = p.entry_id
    order by best.score desc, length(p.words), p.id
    limit ${limit}`);
  return { passages: rows, isKnown: (rows[0]?.score ?? 0) >= KNOWN_SCORE };
}
