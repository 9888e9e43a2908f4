/**
 * What the addresses of the three screens hold: short texts and numbers. What each means, its screen alone knows, so
 * that reading it costs the route nothing.
 */
export type ConsoleSearch = Record<string, string | number>;

/** Longer values were written by nobody here. */
const LONGEST = 2_000;

/** Reads an address; whatever is no text or number is left out. */
export function readConsoleSearch(search: Record<string, unknown>): ConsoleSearch {
  const kept: ConsoleSearch = {};
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'number' || (typeof value === 'string' && value.length <= LONGEST)) kept[name] = value;
  }
  return kept;
}
