/**
 * Something in a calendar that the keyboard can stand on: a column, how far down, and whether it is a message or a
 * place for one.
 */
export interface FocusPlace {
  column: number;
  row: number;
  isEntry: boolean;
}

/**
 * Where an arrow leads: up and down to what stands next in the column, sideways to what is nearest in the next column,
 * from a message to a message where that column has one. Null: nowhere.
 * @param isBackwards the writing runs from right to left, and so do the columns
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
