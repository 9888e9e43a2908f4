/** Numbers from 0 (inclusive) to 1, the same for the same seed (Lehmer's generator). */
export function seededRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
