import { embedMany } from 'ai';
import type { Endpoint } from './endpoint.ts';
import { faultFrom, ModelFault } from './model-fault.ts';
import { providerOf } from './provider.ts';

/** Longer vectors than any model makes; a server that answers with more is not believed. */
const MOST_NUMBERS = 8_192;

/**
 * What texts mean, as an embedding model has it: a vector for each, all of one length.
 * @throws ModelFault also where the answer is no such thing, or the signal's reason
 */
export async function embedTexts(
  endpoint: Endpoint,
  texts: readonly string[],
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<number[][]> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const { embeddings } = await embedMany({
      model: providerOf(endpoint).embeddingModel(endpoint.model),
      values: [...texts],
      maxRetries: 0,
      abortSignal: signal ? AbortSignal.any([signal, late]) : late,
    });
    if (!areVectors(embeddings, texts.length)) throw new ModelFault('away');
    return embeddings;
  } catch (error) {
    signal?.throwIfAborted();
    throw faultFrom(error);
  }
}

function areVectors(vectors: readonly (readonly number[])[], count: number): boolean {
  const length = vectors[0]?.length ?? 0;
  const isVector = (vector: readonly number[]) => vector.length === length && vector.every(Number.isFinite);
  return vectors.length === count && length > 0 && length <= MOST_NUMBERS && vectors.every(isVector);
}
