import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Meaning } from '../embeddings/meaning-of-question.ts';
import { cosineSimilarity } from '../embeddings/vector.ts';
import type { SearchedBases } from './searched-bases.ts';

export interface MeaningRank {
  id: string;
  /** Whether its similarity reaches the model's minimum for an answer. */
  isMeant: boolean;
}

/**
 * Maximum passages, preselected by their signs, that are compared by component; a base of this size or less is compared
 * fully.
 */
const MAX_COMPARED = 4_000;

/** The passages of these bases closest to a question's meaning, nearest first. */
export async function rankByMeaning(
  db: Db,
  { workspaceId, knowledgeBaseIds }: SearchedBases,
  { meaning: { model, vector }, limit }: { meaning: Meaning; limit: number },
): Promise<MeaningRank[]> {
  // The components, most of a row's size, are only loaded for the preselected rows, not sorted with all others.
  const { rows } = await db.execute<{ id: string; numbers: Buffer; nearEnough: number }>(sql`
    select v.passage_id as id, v.numbers, near."nearEnough"
    from (
      select v.passage_id, base.near_enough as "nearEnough"
      from knowledge_bases base join knowledge_vectors v on v.knowledge_base_id = base.id and v.model = base.vector_model
      where base.workspace_id = ${workspaceId} and base.id = any (${sql.param([...knowledgeBaseIds])}::uuid[])
        and base.vector_model = ${model} and length(v.signs) = ${vector.signs.length}
      order by bit_count(v.signs # ${vector.signs}::varbit) limit ${MAX_COMPARED}
    ) near join knowledge_vectors v using (passage_id)`);
  return rows
    .map(({ id, numbers, nearEnough }) => ({ id, likeness: cosineSimilarity(vector.numbers, numbers), nearEnough }))
    .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map(({ id, likeness, nearEnough }) => ({ id, isMeant: likeness >= nearEnough }));
}
