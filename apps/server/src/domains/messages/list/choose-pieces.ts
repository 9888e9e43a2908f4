const MIN_PIECES = 2;
const MAX_PIECES = 4;

/**
 * Chooses the grams to look up in the index: first a rare one, then, step by step, the one that leaves the fewest
 * messages. The index reads a list per gram, so using all grams of a text takes several times as long as a few
 * selective ones.
 * @param samples for each sampled message, which of the pieces it contains
 */
export function choosePieces(pieces: readonly string[], samples: readonly (readonly boolean[])[]): string[] {
  const places = pieces.map((_, place) => place);
  const withAll = samples.filter((has) => has.every(Boolean)).length;
  const chosen: number[] = [];
  let remaining = samples;
  const most = Math.min(MAX_PIECES, pieces.length);
  while (chosen.length < most && (chosen.length < MIN_PIECES || remaining.length > withAll)) {
    const best = mostSelective(
      places.filter((place) => !chosen.includes(place)),
      remaining,
    );
    chosen.push(best);
    remaining = remaining.filter((has) => has[best]);
  }
  return chosen.map((place) => pieces[place] ?? '');
}

function mostSelective(places: readonly number[], samples: readonly (readonly boolean[])[]): number {
  const count = (place: number) => samples.filter((has) => has[place]).length;
  return places
    .map((place) => ({ place, count: count(place) }))
    .reduce((best, next) => (next.count < best.count ? next : best)).place;
}
