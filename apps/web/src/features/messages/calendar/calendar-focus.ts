/** A focusable place in the calendar: its column, its row, and whether it is a message or an empty place. */
export interface FocusPlace {
  column: number;
  row: number;
  isEntry: boolean;
}

/**
 * Returns where an arrow key moves the focus, or null if nowhere. Up and down go to the next place in the column; left
 * and right to the nearest place in the adjacent column, preferring a message when coming from a message.
 * @param isBackwards columns run from right to left
 */
export function nextPlace<Place extends FocusPlace>(
  places: readonly Place[],
  from: Place,
  key: string,
  isBackwards: boolean,
): Place | null {
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const down = key === 'ArrowDown' ? 1 : -1;
    const ahead = places.filter(({ column, row }) => column === from.column && (row - from.row) * down > 0);
    return nearest(ahead, from.row);
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const column = from.column + ((key === 'ArrowRight') === isBackwards ? -1 : 1);
  const beside = places.filter((place) => place.column === column);
  const alike = beside.filter(({ isEntry }) => isEntry === from.isEntry);
  return nearest(alike.length > 0 ? alike : beside, from.row);
}

function nearest<Place extends FocusPlace>(places: readonly Place[], row: number): Place | null {
  let found: Place | null = null;
  for (const place of places) if (!found || Math.abs(place.row - row) < Math.abs(found.row - row)) found = place;
  return found;
}
