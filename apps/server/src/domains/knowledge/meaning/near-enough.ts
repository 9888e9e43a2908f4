import { PROBES } from './probes.ts';
import { cosineSimilarity, type Vector } from './vector.ts';

/** Of the texts that answer nothing, so many are to be refused. */
const REFUSED = 0.9;
/** A model to which what answers is hardly nearer than what does not, cannot tell; then only words count. */
const MIN_DIFFERENCE = 0.02;
const NOTHING_IS_NEAR = 2;

/**
 * From which likeness on a model may be taken to mean that a text answers a question. Models differ: to some all texts
 * are alike by 0.7, to others what belongs together is by 0.4. Halfway between what answers and what does not, and
 * above nine tenths of the latter.
 * @param vectorsOf texts; null: no credits are left
 * @returns null: no credits are left
 */
export async function findNearEnough(
  vectorsOf: (texts: readonly string[]) => Promise<Vector[] | null>,
): Promise<number | null> {
  const vectors = (await vectorsOf(PROBES.flat()))?.map(({ numbers }) => numbers);
  if (!vectors) return null;
  const nearness = PROBES.map((_, at) => {
    const [question, answer, beside] = vectors.slice(at * 3, at * 3 + 3) as [Buffer, Buffer, Buffer];
    return { answer: cosineSimilarity(question, answer), beside: cosineSimilarity(question, beside) };
  });
  const mean = (of: 'answer' | 'beside') => nearness.reduce((sum, one) => sum + one[of], 0) / nearness.length;
  if (mean('answer') - mean('beside') < MIN_DIFFERENCE) return NOTHING_IS_NEAR;
  const besides = nearness.map(({ beside }) => beside).sort((one, other) => one - other);
  return Math.max((mean('answer') + mean('beside')) / 2, besides[Math.floor(besides.length * REFUSED)] ?? 1);
}
