/**
 * Search parameters of the three screens: short texts and numbers. Only the screens know their meaning, so the route
 * parses them at no cost.
 */
export type ConsoleSearch = Record<string, string | number>;

/** The console never writes longer values. */
const MAX_VALUE_LENGTH = 2_000;

/** Parses a search; anything but texts and numbers is dropped. */
export function readConsoleSearch(search: Record<string, unknown>): ConsoleSearch {
  const valid: ConsoleSearch = {};
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_VALUE_LENGTH))
      valid[name] = value;
  }
  return valid;
}
