import type { Db } from '../../../platform/database/database.ts';
import { embedTexts } from '../../../platform/models/embeddings.ts';
import type { Endpoint } from '../../../platform/models/endpoint.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { creditsLeft, creditsOfEmbedded, spendCredits } from '../../billing/index.ts';
import { packVector, type Vector } from './vector.ts';

export interface Payer {
  workspaceId: string;
  endpoint: Endpoint;
  /** Purpose shown in the ledger: the name of a base. */
  subject: string;
}

/**
 * Embeds texts with the workspace's embedding model, which costs credits like its language model. Never call it within
 * a transaction.
 * @returns null if no credits are left; the model was not called, unless the last credits were spent concurrently
 * @throws ModelError, or the signal's reason
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
