import type { Db } from '../../../platform/database/database.ts';
import { embedTexts } from '../../../platform/models/embeddings.ts';
import type { Endpoint } from '../../../platform/models/endpoint.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { creditsLeft, creditsOfEmbedded, spendCredits } from '../../billing/index.ts';
import { packVector, type Vector } from './vector.ts';

export interface Payer {
  workspaceId: string;
  endpoint: Endpoint;
  /** What for, in the ledger: the name of a base. */
  subject: string;
}

/**
 * Asks a workspace's embedding model what texts mean, which costs credits as its language model does. Never within a
 * transaction.
 * @returns null: no credits are left; nobody was asked, unless another took the last ones meanwhile
 * @throws ModelFault, or the signal's reason
 */
export async function paidVectors(
  db: Db,
  { workspaceId, endpoint, subject }: Payer,
  texts: readonly string[],
  asks: { timeoutMs: number; signal?: AbortSignal },
): Promise<Vector[] | null> {
  if ((await creditsLeft(db, workspaceId)).left === 0) return null;
  const { vectors, tokens } = await embedTexts(endpoint, texts, asks);
  const credits = creditsOfEmbedded(tokens);
  const details = { model: endpoint.model, embedded: tokens };
  try {
    await spendCredits(db, { workspaceId, userId: null, kind: 'ai', credits, subject, details });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return vectors.map(packVector);
}
