import { embedMany } from 'ai';
import type { Endpoint } from './endpoint.ts';
import { faultFrom, ModelError } from './model-error.ts';
import { providerOf } from './provider.ts';

/** Longer vectors than any model makes; a server that answers with more is not believed. */
const MAX_NUMBERS = 8_192;

/** About so many letters are a token, where a server does not count them. */
const LETTERS_OF_A_TOKEN = 4;

interface Embedded {
  /** One for each text, all of one length. */
  vectors: number[][];
  /** That were read, as the server counts them. */
  tokens: number;
}

/**
 * What texts mean, as an embedding model has it.
 * @throws ModelFault also where the answer is no such thing, or the signal's reason
 */
export async function embedTexts(
  endpoint: Endpoint,
  texts: readonly string[],
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<Embedded> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const { embeddings, usage } = await embedMany({
      model: providerOf(endpoint).embeddingModel(endpoint.model),
      values: [...texts],
      maxRetries: 0,
      abortSignal: signal ? AbortSignal.any([signal, late]) : late,
    });
    if (!areVectors(embeddings, texts.length)) throw new ModelError('away');
    return { vectors: embeddings, tokens: usage.tokens || guessTokens(texts) };
  } catch (error) {
    signal?.throwIfAborted();
    throw faultFrom(error);
  }
}

function areVectors(vectors: readonly (readonly number[])[], count: number): boolean {
  const length = vectors[0]?.length ?? 0;
  const isVector = (vector: readonly number[]) => vector.length === length && vector.every(Number.isFinite);
  return vectors.length === count && length > 0 && length <= MAX_NUMBERS && vectors.every(isVector);
}

const guessTokens = (texts: readonly string[]): number =>
  Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / LETTERS_OF_A_TOKEN);
