import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { foldedText, foldedWords } from '../../platform/database/text-search.ts';
import type { ColumnRow } from './boards.queries.ts';
import { boardItems } from './boards.schema.ts';

/** Only the most recently changed items are compared, and only this many words of each, to bound the work. */
const MAX_COMPARED = 1_000;
const MAX_WORDS = 32;

interface Similar {
  /** Index of the queried text. */
  at: number;
  itemId: string;
  text: string;
  /** 1 means equal but for case; otherwise the share of words they have in common. */
  score: number;
}

interface SimilarityQuery {
  boardId: string;
  columns: readonly ColumnRow[];
  texts: readonly string[];
  leastScore: number;
  /** Further conditions on every item. */
  always?: readonly SQL[];
}

/** For each text, the item with the most similar title, if it is similar enough. */
export async function findSimilarItems(
  db: Db,
  { boardId, columns, texts, leastScore, always = [] }: SimilarityQuery,
): Promise<Similar[]> {
  const title = columns.find(({ isTitle }) => isTitle)?.id ?? '';
  const matches = and(eq(boardItems.boardId, boardId), isNull(boardItems.deletedAt), ...always);
  const wordsOf = (text: SQL) =>
    sql`array(select distinct word from unnest(${foldedWords(text)}) word where word <> '' limit ${MAX_WORDS})`;
  const { rows } = await db.execute<{ at: number; item_id: string; text: string; score: number }>(sql`
    with candidates as materialized (
      select (at - 1)::integer as at, ${foldedText(sql`btrim(text)`)} as folded, ${wordsOf(sql`left(text, 500)`)} as words
      from unnest(${sql.param(texts)}::text[]) with ordinality given (text, at)
    ), live as (
      select id, cells ->> ${title}::text as text, updated_at from board_items where ${matches}
    ), same as materialized (
      select distinct on (at) at, id, live.text, 1::float as score
      from candidates join live on ${foldedText(sql`live.text`)} = folded order by at, id
    ), latest as materialized (
      select id, text, ${wordsOf(sql`text`)} as words
      from (select * from live where text is not null order by updated_at desc, id limit ${MAX_COMPARED}) newest
    ), shared as (
      select at, id, count(*)::float as count
      from (select at, unnest(words) as word from candidates where at not in (select at from same)) one
      join (select id, unnest(words) as word from latest) other using (word) group by at, id
    ), scored as (
      select at, id, text, count / (cardinality(candidates.words) + cardinality(latest.words) - count) as score
      from shared join candidates using (at) join latest using (id)
    )
    select at, id as item_id, text, score from same
    union all
    select * from (select distinct on (at) at, id, text, score from scored where score >= ${leastScore} order by at, score desc, id) best
    order by at`);
  return rows.map(({ item_id, ...row }) => ({ ...row, itemId: item_id }));
}
