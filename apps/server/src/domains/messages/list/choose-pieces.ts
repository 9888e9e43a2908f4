const FEWEST = 2;
const MOST = 4;

/**
 * The pieces that an index is asked for: one that few messages have, and then, one by one, what leaves fewest of them.
 * The index reads the list of each, so that all pieces of a text take several times as long as those that say nearly as
 * much.
 * @param samples of some messages, which of the pieces each has, in their order
 */
export function choosePieces(pieces: readonly string[], samples: readonly (readonly boolean[])[]): string[] {
  const places = pieces.map((_, place) => place);
  const withAll = samples.filter((has) => has.every(Boolean)).length;
  const chosen: number[] = [];
  let left = samples;
  while (chosen.length < Math.min(MOST, pieces.length) && (chosen.length < FEWEST || left.length > withAll)) {
    const best = leavesFewest(
      places.filter((place) => !chosen.includes(place)),
      left,
    );
    chosen.push(best);
    left = left.filter((has) => has[best]);
  }
  return chosen.map((place) => pieces[place] ?? '');
}

function leavesFewest(places: readonly number[], samples: readonly (readonly boolean[])[]): number {
  const count = (place: number) => samples.filter((has) => has[place]).length;
  return places
    .map((place) => ({ place, count: count(place) }))
    .reduce((one, other) => (other.count < one.count ? other : one)).place;
}
