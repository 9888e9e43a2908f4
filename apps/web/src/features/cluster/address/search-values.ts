import type { ConsoleSearch } from './console-search.ts';

/** A text of the address; empty when it is not there. */
export const textOf = (search: ConsoleSearch, name: string): string => String(search[name] ?? '');

/** A number of the address that is at least 0; 0 when it is not there or none. */
export function amountOf(search: ConsoleSearch, name: string): number {
  const value = Number(search[name] ?? 0);
  return Number.isFinite(value) && value > 0 ? value : 0;
}

/** One of the choices; null for anything else. */
export function choiceOf<Choice extends string>(
  search: ConsoleSearch,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  return choices.find((one) => one === search[name]) ?? null;
}

/** Names that were written with commas between them. */
export const namesOf = (search: ConsoleSearch, name: string): string[] =>
  textOf(search, name)
    .split(',')
    .filter((one) => one !== '');

/** An address without what is empty, zero, null or false; true is written as 1. */
export function writtenSearch(values: Record<string, string | number | boolean | null>): ConsoleSearch {
  const search: ConsoleSearch = {};
  for (const [name, value] of Object.entries(values)) {
    if (value) search[name] = value === true ? 1 : value;
  }
  return search;
}
