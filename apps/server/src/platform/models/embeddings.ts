import { embedMany } from 'ai';
import type { Endpoint } from './endpoint.ts';
import { ModelError, toModelError } from './model-error.ts';
import { providerOf } from './provider.ts';

/** Longer than the vectors of any model; a longer response is rejected. */
const MAX_NUMBERS = 8_192;

/** Approximate letters per token, for servers that do not report tokens. */
const LETTERS_PER_TOKEN = 4;

interface Embedded {
  /** One per text, all of the same length. */
  vectors: number[][];
  /** Input tokens as reported by the server. */
  tokens: number;
}

/**
 * Embeds texts with an embedding model.
 * @throws ModelError also for an invalid response; or the signal's reason
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
    throw toModelError(error);
  }
}

function areVectors(vectors: readonly (readonly number[])[], count: number): boolean {
  const length = vectors[0]?.length ?? 0;
  const isVector = (vector: readonly number[]) => vector.length === length && vector.every(Number.isFinite);
  return vectors.length === count && length > 0 && length <= MAX_NUMBERS && vectors.every(isVector);
}

const guessTokens = (texts: readonly string[]): number =>
  Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / LETTERS_PER_TOKEN);
