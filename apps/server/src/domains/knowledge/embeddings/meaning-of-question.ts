import type { MeaningUse } from '@switchyard/contracts/knowledge/operations';
import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { endpointForEmbeddings } from '../../../platform/models/endpoint.ts';
import { ModelError } from '../../../platform/models/model-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { knowledgeBases } from '../knowledge.schema.ts';
import { isCoolingDown, startCooldown } from './cooldown.ts';
import { paidVectors } from './paid-vectors.ts';
import type { Vector } from './vector.ts';

/** Time-out for embedding a question: someone in a chat is waiting. */
const QUESTION_MS = 5_000;
/** Maximum base names in a credit entry. */
const SHOWN_NAMES = 3;

/** A question's vector, from the model that made the passages' vectors. */
export interface Meaning {
  model: string;
  vector: Vector;
}

/**
 * Embeds a question with the workspace's embedding model, if passages of these bases have its vectors. Never call it
 * within a transaction.
 */
export async function meaningOfQuestion(
  deps: Pick<Platform, 'database' | 'config'>,
  workspaceId: string,
  { knowledgeBaseIds, question }: { knowledgeBaseIds: readonly string[]; question: string },
): Promise<{ use: 'used'; meaning: Meaning } | { use: Exclude<MeaningUse, 'used'>; meaning: null }> {
  const endpoint = await endpointForEmbeddings(deps, workspaceId);
  if (typeof endpoint === 'string') return { use: 'off', meaning: null };
  const { db } = deps.database;
  if (!(await hasVectors(db, knowledgeBaseIds))) return { use: 'off', meaning: null };
  if (isCoolingDown(endpoint)) return { use: 'away', meaning: null };
  try {
    const payer = { workspaceId, endpoint, subject: await namesOf(db, knowledgeBaseIds) };
    const [vector] = (await paidVectors(db, payer, [question], { timeoutMs: QUESTION_MS })) ?? [];
    return vector ? { use: 'used', meaning: { model: endpoint.model, vector } } : { use: 'credits', meaning: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    startCooldown(endpoint);
    return { use: 'away', meaning: null };
  }
}

async function namesOf(db: Db, knowledgeBaseIds: readonly string[]): Promise<string> {
  const ofThese = inArray(knowledgeBases.id, [...knowledgeBaseIds]);
  const rows = await db.select({ name: knowledgeBases.name }).from(knowledgeBases).where(ofThese).limit(SHOWN_NAMES);
  return rows.map(({ name }) => name).join(', ');
}

/** Whether any passage of these bases has a vector: otherwise embedding a question is pointless. */
export async function hasVectors(db: Db, knowledgeBaseIds: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from knowledge_bases base
    where base.id = any (${sql.param([...knowledgeBaseIds])}::uuid[]) and exists (
      select from knowledge_vectors v where v.knowledge_base_id = base.id and v.model = base.vector_model)
    limit 1`);
  return rows.length > 0;
}
