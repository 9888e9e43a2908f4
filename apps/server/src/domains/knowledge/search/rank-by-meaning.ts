import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Meaning } from '../meaning/meaning-of-question.ts';
import { cosineSimilarity } from '../meaning/vector.ts';
import type { SearchedBases } from './searched-bases.ts';

export interface MeaningRank {
  id: string;
  /** It is as near to the question as a text that answers one is, to this model. */
  isMeant: boolean;
}

/**
 * So many of the passages that point the question's way are compared number by number: all of a base that has no more.
 */
const COMPARED = 4_000;

/** The passages of these bases that are nearest to what a question means, the nearest first. */
export async function rankByMeaning(
  db: Db,
  { workspaceId, knowledgeBaseIds }: SearchedBases,
  { meaning: { model, vector }, limit }: { meaning: Meaning; limit: number },
): Promise<MeaningRank[]> {
  // The numbers, most of a row, are read of the nearest alone: not sorted with all others.
  const { rows } = await db.execute<{ id: string; numbers: Buffer; nearEnough: number }>(sql`
    select v.passage_id as id, v.numbers, near."nearEnough"
    from (
      select v.passage_id, base.near_enough as "nearEnough"
      from knowledge_bases base join knowledge_vectors v on v.knowledge_base_id = base.id and v.model = base.vector_model
      where base.workspace_id = ${workspaceId} and base.id = any (${sql.param([...knowledgeBaseIds])}::uuid[])
        and base.vector_model = ${model} and length(v.signs) = ${vector.signs.length}
      order by bit_count(v.signs # ${vector.signs}::varbit) limit ${COMPARED}
    ) near join knowledge_vectors v using (passage_id)`);
  return rows
    .map(({ id, numbers, nearEnough }) => ({ id, likeness: cosineSimilarity(vector.numbers, numbers), nearEnough }))
    .sort((one, other) => other.likeness - one.likeness || (one.id < other.id ? -1 : 1))
    .slice(0, limit)
    .map(({ id, likeness, nearEnough }) => ({ id, isMeant: likeness >= nearEnough }));
}
