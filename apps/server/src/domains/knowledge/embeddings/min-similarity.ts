import { PROBES } from './probes.ts';
import { cosineSimilarity, type Vector } from './vector.ts';

/** Share of the non-answers that must be rejected. */
const MIN_REJECTED_SHARE = 0.9;
/** A model whose answers are hardly nearer than its non-answers can't tell them apart; then only words count. */
const MIN_DIFFERENCE = 0.02;
const NOTHING_IS_NEAR = 2;

/**
 * Finds the minimum similarity at which a model's vectors indicate an answer. Models differ: some rate any two texts at
 * 0.7, others rate related ones at 0.4. The result is halfway between answers and non-answers, and above nine tenths of
 * the latter.
 * @param vectorsOf embeds texts; null if no credits are left
 * @returns null if no credits are left
 */
export async function findMinSimilarity(
  vectorsOf: (texts: readonly string[]) => Promise<Vector[] | null>,
): Promise<number | null> {
  const vectors = (await vectorsOf(PROBES.flat()))?.map(({ numbers }) => numbers);
  if (!vectors) return null;
  const nearness = PROBES.map((_, at) => {
    const [question, answer, beside] = vectors.slice(at * 3, at * 3 + 3) as [Buffer, Buffer, Buffer];
    return { answer: cosineSimilarity(question, answer), beside: cosineSimilarity(question, beside) };
  });
  const mean = (of: 'answer' | 'beside') => nearness.reduce((sum, pair) => sum + pair[of], 0) / nearness.length;
  if (mean('answer') - mean('beside') < MIN_DIFFERENCE) return NOTHING_IS_NEAR;
  const besides = nearness.map(({ beside }) => beside).sort((a, b) => a - b);
  return Math.max((mean('answer') + mean('beside')) / 2, besides[Math.floor(besides.length * MIN_REJECTED_SHARE)] ?? 1);
}
